//! The rules by number, for people: what `help rule L-06` answers.
//!
//! The texts say what holds by default and name the option that changes it. Nothing here is read
//! by the generators or the scoring. Numbers that are missing were never given out.

mod doublegammon;
mod general;
mod long;
mod others;
mod parallel;
mod royal;
mod short;

/// One numbered rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number, such as `S-07`: the letter names the game, `G` those that hold everywhere.
    pub id: &'static str,
    /// What it says, in a sentence or two.
    pub text: &'static str,
}

const fn entry(id: &'static str, text: &'static str) -> Entry {
    Entry { id, text }
}

static GROUPS: [&[Entry]; 11] = [
    &general::GENERAL,
    &short::SHORT,
    &short::STAKES,
    &long::LONG,
    &royal::ROYAL,
    &doublegammon::DOUBLEGAMMON,
    &parallel::PARALLEL,
    &others::KHACHAPURI,
    &others::NACKGAMMON,
    &others::HYPERGAMMON,
    &others::VARIANTS,
];

/// The rule with this number, in either case.
///
/// ```
/// use nardy::rules::book;
/// assert_eq!(book::rule("l-06").unwrap().id, "L-06");
/// assert!(book::rule("L-99").is_none());
/// ```
pub fn rule(id: &str) -> Option<&'static Entry> {
    all().find(|entry| entry.id.eq_ignore_ascii_case(id))
}

/// All rules: the general ones, then game by game, by number.
pub fn all() -> impl Iterator<Item = &'static Entry> {
    GROUPS.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{RULE_OPTIONS, Variant};

    #[test]
    fn every_number_has_its_rule_and_none_is_there_twice() {
        let groups = [
            ('G', vec![1..=20]),
            ('S', vec![1..=16, 20..=29]),
            ('C', vec![1..=5, 10..=11]),
            ('L', vec![1..=16]),
            ('R', vec![1..=16]),
            ('D', vec![1..=11]),
            ('P', vec![1..=10, 20..=22]),
            ('K', vec![1..=6]),
            ('N', vec![1..=2]),
            ('H', vec![1..=2]),
            ('V', vec![1..=8]),
        ];
        let expected: Vec<String> = groups
            .into_iter()
            .flat_map(|(letter, ranges)| {
                ranges.into_iter().flatten().map(move |n| format!("{letter}-{n:02}"))
            })
            .collect();
        assert_eq!(all().map(|entry| entry.id).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_rule_is_found_by_its_whole_number_only() {
        for entry in all() {
            assert_eq!(rule(entry.id), Some(entry));
            assert_eq!(rule(&entry.id.to_lowercase()), Some(entry));
        }
        for id in ["", "S", "S-7", "S-07 ", "S-17", "A-10"] {
            assert_eq!(rule(id), None, "{id:?}");
        }
    }

    #[test]
    fn every_text_fits_on_a_protocol_line() {
        for Entry { id, text } in all() {
            assert!(text.ends_with('.'), "{id}: {text}");
            assert!(text.len() < 400, "{id} has {} characters", text.len());
            assert!(text.chars().all(|c| matches!(c, ' '..='~') && c != '"'), "{id}: {text}");
            assert!(!text.contains("  "), "{id}: {text}");
            assert_eq!(text.matches('`').count() % 2, 0, "{id}: {text}");
        }
    }

    #[test]
    fn every_number_in_a_text_is_a_rule() {
        for Entry { id, text } in all() {
            let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
            for word in words.filter(|word| matches!(word.as_bytes(), [b'A'..=b'Z', b'-', ..])) {
                assert!(rule(word).is_some(), "{id} speaks of {word}");
            }
        }
    }

    #[test]
    fn an_option_is_named_by_the_rule_that_it_settles() {
        for option in RULE_OPTIONS {
            let entry = rule(option.rule).unwrap_or_else(|| panic!("no rule {}", option.rule));
            let name = format!("`{}", option.name);
            assert!(entry.text.contains(&name), "{} does not name {}", entry.id, option.name);
        }
    }

    #[test]
    fn every_number_that_the_engine_quotes_is_a_rule() {
        let steps = ["S-05", "G-12", "S-08", "G-14", "G-16", "S-20"];
        let plays = ["G-02", "G-07", "G-08", "G-09", "G-10", "G-11", "G-13"];
        let start_and_cube = ["G-05", "C-10", "C-11"];
        let variants = Variant::ALL.map(|variant| variant.spec().rule);
        for id in steps.into_iter().chain(plays).chain(start_and_cube).chain(variants) {
            assert!(rule(id).is_some(), "{id}");
        }
    }
}
