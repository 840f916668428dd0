//! Options as both drafts list them.

/// The greatest whole number that is printed: clients read signed words.
const INT_MAX: u64 = i64::MAX as u64;

/// What values an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UbgiKind {
    /// A whole number from the first to the second.
    Int(u64, u64),
    /// `true` or `false`.
    Bool,
    /// One of these words.
    Choice(Vec<&'static str>),
    /// A text, also for numbers with a fraction, which neither draft has a kind for.
    Text,
}

/// An option and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UbgiOption {
    /// Its name in draft 0.1.
    pub name: &'static str,
    /// Its name in draft 0.2.
    pub key: &'static str,
    /// What values it takes.
    pub kind: UbgiKind,
    /// What holds until it is set.
    pub default: String,
    /// Whether it leaves the strength of play as it is.
    pub minor: bool,
    /// What it means, in one line.
    pub summary: &'static str,
}

impl UbgiOption {
    /// `option name NAME type TYPE default VALUE …`, as draft 0.1 writes it.
    pub(super) fn option_line(&self) -> String {
        let UbgiOption { name, kind, default, .. } = self;
        let head = |kind: &str| format!("option name {name} type {kind} default {default}");
        match kind {
            UbgiKind::Int(min, max) => {
                format!("{} min {min} max {}", head("spin"), (*max).min(INT_MAX))
            }
            UbgiKind::Bool => head("check"),
            UbgiKind::Choice(words) => {
                let words: String = words.iter().map(|word| format!(" var {word}")).collect();
                head("combo") + &words
            }
            UbgiKind::Text => head("string"),
        }
    }

    /// `key KEY TYPE VALUE [!] SUMMARY`, as draft 0.2 writes it.
    pub(super) fn key_line(&self) -> String {
        let kind = match &self.kind {
            UbgiKind::Int(min, max) => format!("int {min}..{}", (*max).min(INT_MAX)),
            UbgiKind::Bool => "bool".to_owned(),
            UbgiKind::Choice(words) => format!("enum {}", words.join("|")),
            UbgiKind::Text => "string *".to_owned(),
        };
        let minor = if self.minor { " !" } else { "" };
        format!("key {} {kind} {}{minor} {}", self.key, self.default, self.summary)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(kind: UbgiKind, default: &str, minor: bool) -> UbgiOption {
        let (name, key, summary) = ("Some", "engine.some", "What it does.");
        UbgiOption { name, key, kind, default: default.to_owned(), minor, summary }
    }

    #[test]
    fn both_drafts_list_every_kind() {
        for (kind, default, minor, line, key) in [
            (
                UbgiKind::Int(1, u64::MAX),
                "2",
                false,
                "option name Some type spin default 2 min 1 max 9223372036854775807",
                "key engine.some int 1..9223372036854775807 2 What it does.",
            ),
            (
                UbgiKind::Bool,
                "true",
                true,
                "option name Some type check default true",
                "key engine.some bool true ! What it does.",
            ),
            (
                UbgiKind::Choice(vec!["a", "b"]),
                "b",
                false,
                "option name Some type combo default b var a var b",
                "key engine.some enum a|b b What it does.",
            ),
            (
                UbgiKind::Text,
                "0.5",
                false,
                "option name Some type string default 0.5",
                "key engine.some string * 0.5 What it does.",
            ),
        ] {
            let option = option(kind, default, minor);
            assert_eq!(option.option_line(), line);
            assert_eq!(option.key_line(), key);
        }
    }
}
