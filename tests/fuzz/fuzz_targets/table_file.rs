//! Any bytes as hypergammon's table, also behind a right beginning: opening never panics, and none is
//! ever taken for the table, which has 287 MB.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nardy::eval::hypergammon::Table;

fuzz_target!(|change: (u8, Vec<u8>)| {
    let (at, change) = change;
    let mut right = [0; 96];
    right[..8].copy_from_slice(b"NARDYTAB");
    right[8..16].copy_from_slice(&[1, 0, 0, 0, 36, 0, 0, 0]);
    right[56..67].copy_from_slice(b"hypergammon");
    let mut behind = right.to_vec();
    behind.resize(96 + change.len(), 0);
    behind[usize::from(at % 96)..][..change.len()].copy_from_slice(&change);
    let path = std::env::temp_dir().join(format!("nardy-fuzz-{}.nardytab", std::process::id()));
    for bytes in [&change, &behind] {
        if std::fs::write(&path, bytes).is_err() {
            return;
        }
        match Table::open(&path) {
            Ok(_) => panic!("no table"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
