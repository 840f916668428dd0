use super::*;

/// What every operation gives for some lines.
#[derive(Clone)]
struct All<'a>(&'a [Line]);

type Given = (Vec<[i16; WORDS]>, Vec<u16>, Vec<[i32; 16]>);

impl WordKernel for All<'_> {
    type Out = Given;

    #[inline(always)]
    fn run<W: Words>(self) -> Given {
        let (mut words, mut pairs, mut longs) = (Vec::new(), Vec::new(), Vec::new());
        let mut line = Line::ZERO;
        let mut sums = LongLine([i32::MAX - 5; 16]);
        for two in self.0.windows(2) {
            let (a, b) = (W::load(&two[0]), W::load(&two[1]));
            let x = two[0].0[7].max(-i16::MAX);
            for given in [a.add(b), a.scaled(x), a.relu()] {
                given.store(&mut line);
                words.push(line.0);
            }
            pairs.push(a.relu().pairs());
            let sum = W::dot(W::load_longs(&sums), [two[0].0[3], two[0].0[4]], &two[1]);
            W::store_longs(sum, &mut sums);
            longs.push(sums.0);
        }
        (words, pairs, longs)
    }
}

/// Pseudo-random lines, many of their numbers at the ends of the range or small.
fn lines() -> Vec<Line> {
    let mut state = 0x9e37_79b9u32;
    let mut word = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        match state >> 29 {
            0 => i16::MIN,
            1 => i16::MAX,
            2 | 3 => (state & 7) as i16 - 3,
            4 => 0,
            _ => state as i16,
        }
    };
    (0..100).map(|_| Line(std::array::from_fn(|_| word()))).collect()
}

#[test]
fn every_operation_is_the_same_on_every_path() {
    let lines = lines();
    let results = run_all(All(&lines));
    for (path, given) in &results {
        assert!(given == &results[0].1, "{path}");
    }
    assert!(run(All(&lines)) == results[0].1);
}

#[test]
fn operations_by_hand() {
    let numbers = |words: [i16; 4]| Line(std::array::from_fn(|k| words[k % 4]));
    let lines = [numbers([-5, 16384, i16::MAX, 0]), numbers([3, -2, 1, 7])];
    for (path, (words, pairs, longs)) in run_all(All(&lines)) {
        assert_eq!(words[0][..4], [-2, 16382, i16::MIN, 7], "{path}");
        // x is the seventh number, 0: nothing is left.
        assert_eq!(words[1][..4], [0; 4], "{path}");
        assert_eq!(words[2][..4], [0, 4096, 8191, 0], "{path}");
        assert_eq!(pairs[0], u16::MAX, "{path}");
        // 0 * 3 - 5 * -2, past the end of the range.
        assert_eq!(longs[0][0], (i32::MAX - 5).wrapping_add(10), "{path}");
    }
}
