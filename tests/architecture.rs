//! The invariants of the code map in `src/lib.rs`.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

type Failure = Box<dyn std::error::Error>;

/// Rooms in the order in which they build on one another.
const ROOMS: [&str; 10] = [
    "board",
    "rules",
    "moves",
    "eval",
    "train",
    "search",
    "game",
    "dialect",
    "session",
    "transport",
];
/// Rooms that know the protocol crate.
const PROTOCOL: [&str; 3] = ["dialect", "session", "transport"];
/// What a file may have at most.
const LINES_MAX: usize = 500;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All Rust files under a folder with their text, paths relative to the project.
fn sources(folder: &str) -> Result<Vec<(PathBuf, String)>, Failure> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                if path.file_name().is_some_and(|name| name != "target" && name != "fuzz") {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push((path.strip_prefix(root())?.to_owned(), fs::read_to_string(&path)?));
            }
        }
    }
    assert!(!found.is_empty(), "{folder} is empty");
    found.sort();
    Ok(found)
}

fn room_of(path: &Path) -> Option<usize> {
    let room = path.components().nth(1)?.as_os_str().to_str()?;
    ROOMS.iter().position(|known| *known == room)
}

/// The text without comments and without the tests at its end.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    let code = |line: &&str| !line.trim_start().starts_with("//");
    text.lines().filter(code).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_room_uses_only_rooms_above_it() -> Result<(), Failure> {
    for (path, text) in sources("src")? {
        let Some(room) = room_of(&path) else { continue };
        let code = code(&text);
        for below in &ROOMS[room + 1..] {
            let used = code.contains(&format!("crate::{below}::"));
            assert!(!used, "{} uses {below}", path.display());
        }
        let knows = code.contains("nardy_protocol");
        assert!(!knows || PROTOCOL.contains(&ROOMS[room]), "{} knows the protocol", path.display());
    }
    for (path, text) in sources("protocol/src")? {
        let code = code(&text);
        assert!(!code.contains("tokio") && !code.contains("nardy::"), "{}", path.display());
    }
    Ok(())
}

#[test]
fn unsafe_and_asynchronous_code_stay_where_they_belong() -> Result<(), Failure> {
    for (path, text) in sources("src")?.into_iter().chain(sources("protocol/src")?) {
        let code = code(&text);
        let within = |name: &str| path.iter().any(|part| part.to_string_lossy().contains(name));
        let unsafe_code = code.contains("unsafe {") || code.contains("unsafe fn");
        assert!(!unsafe_code || within("simd") || within("mmap"), "unsafe in {}", path.display());
        let asynchronous = code.contains("async ") || code.contains("tokio::");
        let allowed = within("transport") || within("cli");
        assert!(!asynchronous || allowed, "async in {}", path.display());
    }
    Ok(())
}

#[test]
fn nothing_prints_but_the_command_line() -> Result<(), Failure> {
    for (path, text) in sources("src")?.into_iter().chain(sources("protocol/src")?) {
        if path.starts_with("src/cli") || path == Path::new("src/main.rs") {
            continue;
        }
        let code = code(&text);
        for word in ["println!", "eprintln!", "print!(", "dbg!("] {
            assert!(!code.contains(word), "{word} in {}", path.display());
        }
        let owns = path == Path::new("src/transport/stdio.rs");
        assert!(owns || !code.contains("stdout()"), "stdout in {}", path.display());
    }
    Ok(())
}

#[test]
fn files_are_short_and_belong_to_a_module() -> Result<(), Failure> {
    let files: Vec<_> = sources("src")?.into_iter().chain(sources("protocol/src")?).collect();
    for (path, text) in &files {
        let lines = text.lines().count();
        assert!(lines <= LINES_MAX, "{} has {lines} lines", path.display());
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        if ["lib", "main"].contains(&stem) {
            continue;
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let (name, homes) = match stem {
            "mod" => {
                let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                let above = folder.parent().unwrap_or(Path::new(""));
                (name, vec![above.join("mod.rs"), above.join("lib.rs"), above.join("main.rs")])
            }
            _ => {
                let homes = ["mod.rs", "lib.rs", "main.rs"].map(|home| folder.join(home));
                (stem, [homes.to_vec(), vec![folder.with_extension("rs")]].concat())
            }
        };
        let declared = homes.iter().any(|home| {
            let home = files.iter().find(|(path, _)| path == home);
            home.is_some_and(|(_, text)| text.contains(&format!("mod {name};")))
        });
        assert!(declared, "{} is in no module", path.display());
    }
    Ok(())
}

/// When this fails: read the changes of the grammar and the catalogue against `protocol/SPEC.md`,
/// bring it up to date, and write the new digest into its last line.
#[test]
fn the_specification_has_seen_the_grammar() -> Result<(), Failure> {
    let mut digest = Sha256::new();
    let watched = [
        "protocol/src/grammar",
        "protocol/src/catalogue",
        "protocol/src/error.rs",
        "protocol/src/ubgi/grammar.rs",
        "protocol/src/ubgi/error.rs",
    ];
    for (path, text) in sources("protocol/src")? {
        let watched = watched.iter().any(|folder| path.starts_with(folder));
        if watched && path.file_name().is_some_and(|name| name != "tests.rs") {
            digest.update(code(&text).split_whitespace().collect::<String>());
        }
    }
    let digest: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let spec = fs::read_to_string(root().join("protocol/SPEC.md"))?;
    let line = spec.lines().last().unwrap_or_default();
    assert!(line.contains(&digest), "the grammar is {digest}, the specification ends: {line}");
    Ok(())
}

#[test]
fn the_code_map_names_every_room() -> Result<(), Failure> {
    let map = fs::read_to_string(root().join("src/lib.rs"))?;
    let mut places = Vec::new();
    for room in ROOMS {
        let place = map.find(&format!("| [`{room}`] |"));
        places.push(place.ok_or(format!("{room} is not on the map"))?);
        assert!(map.contains(&format!("pub mod {room};")), "{room} is no module");
    }
    assert!(places.is_sorted(), "the map's order is not that of the rooms");
    Ok(())
}
