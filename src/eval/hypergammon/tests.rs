use super::*;
use crate::eval::standard;
use crate::rules::Variant;
use std::fs;
use std::path::Path;

/// A folder that goes when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("nardy-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join(FILE_NAME)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn record(number: usize) -> Record {
    let win = number as f32 / 1000.0;
    let money = MoneyEquities { centred: win, jacoby: -win, owned: 1.0 + win, others: 2.0 };
    Record { chances: Chances { win, win_gammon: win / 2.0, ..Chances::default() }, money }
}

/// A table of the game with one checker: as good for the format as one with three.
fn write_small(path: &Path) -> Index {
    let index = Index::new(1);
    write(path, &index, (0..index.positions()).map(record)).unwrap();
    index
}

#[test]
fn a_table_is_read_as_it_was_written() {
    let folder = Folder::new("table-read");
    let index = write_small(&folder.file());
    let table = Table::open_for(&folder.file(), index.clone()).unwrap();
    for number in 0..index.positions() {
        assert_eq!(table.record(number), record(number));
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1, "only the table is left");
    assert_eq!(size(&Index::new(3)), 286_556_640);
}

#[test]
fn what_is_no_whole_table_is_refused_with_its_reason() {
    let folder = Folder::new("table-refused");
    let path = folder.file();
    let index = write_small(&path);
    let good = fs::read(&path).unwrap();
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        Table::open_for(&path, index.clone()).unwrap_err()
    };
    let with = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        bytes
    };
    let (found, expected) = (good.len() as u64, good.len() as u64);
    let path = || path.clone();
    assert_eq!(refused(b""), TableError::NoTable(path()));
    assert_eq!(refused(&with(0, b'M')), TableError::NoTable(path()));
    assert_eq!(refused(&with(8, 2)), TableError::OtherVersion { path: path(), found: 2 });
    let game = "hypergammox".to_owned();
    assert_eq!(refused(&with(66, b'x')), TableError::OtherGame { path: path(), game });
    let cut = TableError::Size { path: path(), found: found - 1, expected };
    assert_eq!(refused(&good[..good.len() - 1]), cut);
    let long = TableError::Size { path: path(), found: found + 1, expected };
    assert_eq!(refused(&[&good[..], b"x"].concat()), long);
    for at in [12, 16, 24, 95, 96, good.len() - 1] {
        assert_eq!(refused(&with(at, !good[at])), TableError::Damaged(path()), "byte {at}");
    }
    fs::remove_file(path()).unwrap();
    let missing = Table::open_for(&path(), index.clone()).unwrap_err();
    assert_eq!(missing, TableError::Missing(path()));
    assert!(missing.to_string().contains(FILE_NAME));
    let folder = Table::open_for(&folder.0, index).unwrap_err();
    assert!(matches!(folder, TableError::Unreadable(..) | TableError::NoTable(_)), "{folder}");
}

#[test]
fn without_its_table_the_nets_judge_and_say_so() {
    let start = Variant::Hypergammon.start();
    let nets = standard().unwrap();
    for folder in [None, Some(std::env::temp_dir().join("nardy-no-such-folder"))] {
        let solved = Solved::new(nets, folder);
        let mut chances = [Chances::default()];
        solved.evaluate(&[start], &mut chances);
        assert_eq!(chances[0], nets.judge(&start));
        assert_eq!(solved.money(&start), None);
        assert!(solved.shortfall().unwrap().contains("its table is not used"));
    }
}
