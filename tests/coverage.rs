//! Every numbered rule has a test that would fail without it.

use std::collections::BTreeMap;
use std::path::Path;

use nardy::rules::book;

/// The text of all Rust files below a folder.
fn sources(folder: &Path, text: &mut String) {
    let entries = std::fs::read_dir(folder).expect("a folder");
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text.push_str(&std::fs::read_to_string(&path).expect("a source file"));
        }
    }
}

#[test]
fn the_table_names_a_test_for_every_rule_of_the_book() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = std::fs::read_to_string(root.join("fixtures/rules-coverage.tsv")).expect("a table");
    let rows: BTreeMap<&str, &str> = table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once('\t').expect("a rule and a test"))
        .collect();
    let mut text = String::new();
    for folder in ["src", "tests"] {
        sources(&root.join(folder), &mut text);
    }
    for entry in book::all() {
        let test = rows.get(entry.id).unwrap_or_else(|| panic!("{} has no test", entry.id));
        // Customs of the table, and consequences that nothing implements.
        let exists = *test == "-" || text.contains(&format!("fn {test}("))
            // Made by a macro, which names the test at the start of a line.
            || text.lines().any(|line| line.trim_start().starts_with(&format!("{test} ")));
        assert!(exists, "{} names {test}, which is no test", entry.id);
    }
    for rule in rows.keys() {
        assert!(book::rule(rule).is_some(), "there is no rule {rule}");
    }
}
