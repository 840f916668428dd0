//! The word that was probably meant.

/// Longer words are not worth comparing: no word of the protocol is as long.
const WORD_CHARS_MAX: usize = 32;

/// The candidate nearest to `word`, if one is near enough to be meant.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let length = word.chars().count();
    if length > WORD_CHARS_MAX {
        return None;
    }
    // One slip in a short word, one for every three letters in a longer one.
    let slips_max = (length / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(&word, candidate), candidate))
        .filter(|(slips, candidate)| *slips <= slips_max && *slips < candidate.len())
        .min_by_key(|(slips, candidate)| (*slips, unlikeness(&word, candidate)))
        .map(|(_, candidate)| candidate)
}

/// Among equally near words, one that begins alike is likelier meant.
fn unlikeness(word: &str, candidate: &str) -> bool {
    word.chars().next() != candidate.chars().next()
}

/// How many letters must be put in, left out, replaced, or swapped with a neighbour.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    let mut previous = None;
    for (row, letter) in from.chars().enumerate() {
        let mut current = vec![row + 1];
        for (column, other) in to.iter().enumerate() {
            let replaced = at(&last, column) + usize::from(letter != *other);
            let inserted = at(&current, column) + 1;
            let removed = at(&last, column + 1) + 1;
            let mut best = replaced.min(inserted).min(removed);
            let swapped =
                column > 0 && previous == Some(*other) && to.get(column - 1) == Some(&letter);
            if swapped {
                best = best.min(at(&before_last, column - 1) + 1);
            }
            current.push(best);
        }
        before_last = std::mem::replace(&mut last, current);
        previous = Some(letter);
    }
    at(&last, to.len())
}

fn at(row: &[usize], column: usize) -> usize {
    row.get(column).copied().unwrap_or(usize::MAX / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (from, to, slips) in [
            ("best", "best", 0),
            ("bset", "best", 1),
            ("bes", "best", 1),
            ("beast", "best", 1),
            ("rest", "best", 1),
            ("", "best", 4),
            ("best", "", 4),
            ("rolluot", "rollout", 1),
        ] {
            assert_eq!(distance(from, to), slips, "{from} {to}");
        }
    }

    #[test]
    fn only_near_words_are_suggested() {
        let words = ["set", "best", "board", "roll", "rollout"];
        assert_eq!(nearest("bset", words), Some("best"));
        assert_eq!(nearest("ROLLUOT", words), Some("rollout"));
        assert_eq!(nearest("x", words), None);
        assert_eq!(nearest("teapot", words), None);
    }
}
