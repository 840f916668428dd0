use super::*;
use crate::eval::hypergammon::Men;

fn solved(checkers: usize, threads: usize) -> (Index, Vec<Record>) {
    let solution = solve(checkers, threads, |_| ());
    (solution.index().clone(), solution.records().collect())
}

#[test]
fn every_value_follows_from_the_best_plays() {
    for checkers in [1, 2] {
        let (index, records) = solved(checkers, 2);
        let step = [1, 1, 17][checkers];
        let positions: Vec<usize> = (0..index.positions()).step_by(step).collect();
        let most = unrest(&index, &|number| records[number], &positions, 2);
        assert!(most.iter().all(|&most| most < 2e-6), "{checkers} {most:?}");
    }
}

#[test]
fn the_same_for_any_number_of_threads() {
    assert_eq!(solved(1, 1).1, solved(1, 3).1);
}

#[test]
fn few_checkers_are_what_gnubg_says() {
    let men = |text: &str| {
        let mut men: Men = [0; 3];
        for (man, place) in men.iter_mut().zip(text.split('-')) {
            *man = place.parse().unwrap();
        }
        men
    };
    // With two checkers its values are not all those of the best plays: see the fixture's README.
    let one = include_str!("../../../fixtures/hypergammon/gnubg-1.tsv");
    let two = include_str!("../../../fixtures/hypergammon/gnubg-2.tsv");
    for (checkers, reference, mean_most, most) in [(1, one, 1e-6, 2e-6), (2, two, 3e-4, 0.02)] {
        let (index, records) = solved(checkers, 2);
        let (mut rows, mut sum, mut worst) = (0, [0.0; 9], [0.0f32; 9]);
        for line in reference.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            let number = index.position(&men(fields[0]), &men(fields[1]));
            let Record { chances, money } = records[number];
            let found = [
                chances.win,
                chances.win_gammon,
                chances.win_backgammon,
                chances.lose_gammon,
                chances.lose_backgammon,
                money.owned,
                money.centred,
                money.jacoby,
                money.others,
            ];
            for (n, (found, field)) in found.into_iter().zip(&fields[2..]).enumerate() {
                let off = (found - field.parse::<f32>().unwrap()).abs();
                (sum[n], worst[n]) = (sum[n] + off, worst[n].max(off));
            }
            rows += 1;
        }
        assert!(rows > 250, "{rows}");
        assert!(sum.iter().all(|sum| sum / rows as f32 <= mean_most), "{checkers} {sum:?}");
        assert!(worst.iter().all(|&worst| worst <= most), "{checkers} {worst:?}");
    }
}
