//! Golden transcripts: whole sessions as text, one file a game and one a theme.
//!
//! Those in a folder named like a dialect are played in it. Lines that begin with `> ` are said, those with `< ` must come back, `#` is a remark. The engine
//! judges by pips, so that nets may change. `NARDY_UPDATE=1` writes what came back into the files.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use common::Client;
use nardy::moves::{Perft, perft_position};
use nardy::rules::{Position, Variant};
use nardy::session::Dialect;

type Failure = Box<dyn std::error::Error>;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

fn files(name: &str, extension: &str) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder(name))? {
        let path = entry?.path();
        if path.extension().is_some_and(|known| known == extension) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The line with what changes from run to run masked.
fn masked(line: &str) -> String {
    let mut named = false;
    let mask = |word: &str| {
        let known = ["ms=", "version=", "target=", "build=", "seed="];
        let name = known.iter().find(|name| word.starts_with(**name));
        let behind = std::mem::replace(&mut named, ["time_ms", "nps", "version"].contains(&word));
        match name {
            _ if behind => "…".to_owned(),
            Some(name) => format!("{name}…"),
            None => word.to_owned(),
        }
    };
    line.split(' ').map(mask).collect::<Vec<_>>().join(" ")
}

#[test]
fn sessions_go_as_written() -> Result<(), Failure> {
    let native = files("transcripts", "txt")?;
    assert!(native.len() >= Variant::ALL.len());
    let ubgi = files("transcripts/ubgi", "txt")?;
    assert!(!ubgi.is_empty());
    let native = native.into_iter().map(|path| (path, Dialect::Native));
    for (path, dialect) in native.chain(ubgi.into_iter().map(|path| (path, Dialect::Ubgi))) {
        let text = fs::read_to_string(&path)?;
        let mut client = Client::speaking(dialect);
        let mut came = String::new();
        for line in text.lines().filter(|line| !line.starts_with("< ")) {
            came.push_str(line);
            came.push('\n');
            if let Some(said) = line.strip_prefix("> ") {
                for reply in client.say(said) {
                    came.push_str(&format!("< {}\n", masked(&reply)));
                }
            }
        }
        if std::env::var_os("NARDY_UPDATE").is_some() {
            fs::write(&path, &came)?;
        } else {
            assert_eq!(came, text, "{}", path.display());
        }
    }
    Ok(())
}

/// A file `NAME.perft` has a line a depth: depth, leaves, weighted.
#[test]
fn perft_files_hold() -> Result<(), Failure> {
    for path in files("perft", "perft")? {
        let variant = Variant::from_name(&stem(&path)).ok_or("no such variant")?;
        let text = fs::read_to_string(&path)?;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let numbers: Vec<u64> =
                line.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
            let [depth, leaves, weighted] = numbers[..] else { return Err("three numbers".into()) };
            let start = Position::start(variant.rules());
            let counted = perft_position(&start, depth as u32, &|| true);
            assert_eq!(counted, Perft { leaves, weighted }, "{} {depth}", variant.name());
        }
    }
    Ok(())
}

#[test]
fn every_variant_has_a_transcript_and_a_perft_file() -> Result<(), Failure> {
    let variants: BTreeSet<String> = Variant::NAMES.iter().map(|n| (*n).to_owned()).collect();
    for (name, extension) in [("transcripts", "txt"), ("perft", "perft")] {
        let files = files(name, extension)?;
        let there: BTreeSet<String> = files.iter().map(|path| stem(path)).collect();
        let missing: Vec<&String> = variants.difference(&there).collect();
        assert!(missing.is_empty(), "{name}: {missing:?}");
    }
    Ok(())
}

/// The pages of the games: each variant has one, and its session goes as a reader would type it.
#[test]
fn the_pages_of_the_games_hold() -> Result<(), Failure> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol/GAMES.md");
    let pages = fs::read_to_string(path)?;
    let mut played = BTreeSet::new();
    for page in pages.split("\n## ").skip(1) {
        let name = page.lines().next().unwrap_or_default();
        let Some(block) = page.split("```").nth(1) else { continue };
        let mut client = Client::new();
        client.say("set seed 1");
        for said in block.lines().filter_map(|line| line.strip_prefix("> ")) {
            let replies = client.say(said);
            let last = replies.last().cloned().unwrap_or_default();
            assert!(last.starts_with("ok"), "{name}: {said}: {last}");
        }
        played.insert(name.to_owned());
    }
    let variants: BTreeSet<String> = Variant::NAMES.iter().map(|n| (*n).to_owned()).collect();
    assert_eq!(played, variants);
    assert!(pages.contains("\n## tavli\n"));
    Ok(())
}
