//! The pairs that have been played, kept in a file.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::sitting::Sitting;

/// Two sittings with the same dice, the sides changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Points to play to, 0 for money.
    pub length: u32,
    /// Ours is White in the first.
    pub sittings: [Sitting; 2],
}

impl Pair {
    fn line(&self) -> String {
        let mut text = self.length.to_string();
        for Sitting { result, luck, games } in &self.sittings {
            text.push_str(&format!("\t{result}\t{luck:.6}\t{games}"));
        }
        text + "\n"
    }

    fn read(line: &str) -> Option<Pair> {
        let mut fields = line.split('\t');
        let length = fields.next()?.parse().ok()?;
        let mut sitting = || {
            let result = fields.next()?.parse().ok()?;
            let luck = fields.next()?.parse().ok()?;
            Some(Sitting { result, luck, games: fields.next()?.parse().ok()? })
        };
        let sittings = [sitting()?, sitting()?];
        fields.next().is_none().then_some(Pair { length, sittings })
    }
}

/// A file of pairs: a title, then a line each of length and twice result, luck and games.
pub struct Record {
    file: File,
    /// All in it, in the order played.
    pub pairs: Vec<Pair>,
}

impl Record {
    /// Opens or begins it. A last line that was cut short is played again.
    ///
    /// # Errors
    /// If it cannot be read or written, or holds something else.
    pub fn open(path: &Path, title: &str) -> Result<Record> {
        let place = || path.display().to_string();
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.with_context(place)?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(place)?;
        let title = format!("# nardy bench match {title}\n");
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let whole = &text[..whole];
        if whole.is_empty() {
            file.set_len(0)?;
            file.rewind()?;
            file.write_all(title.as_bytes()).with_context(place)?;
            return Ok(Record { file, pairs: Vec::new() });
        }
        let rest = whole.strip_prefix(&title);
        ensure!(rest.is_some(), "{}: its title is not {}", place(), title.trim_end());
        let lines = rest.unwrap_or_default().lines().enumerate();
        let pair = |(n, line): (usize, &str)| {
            Pair::read(line).with_context(|| format!("{}, line {}: no pair", place(), n + 2))
        };
        let pairs = lines.map(pair).collect::<Result<Vec<Pair>>>()?;
        file.set_len(whole.len() as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Record { file, pairs })
    }

    /// Adds a pair that has been played.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, pair: Pair) -> Result<()> {
        self.file.write_all(pair.line().as_bytes())?;
        self.pairs.push(pair);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_record_goes_on_where_it_ended() {
        let folder = std::env::temp_dir().join(format!("nardy-match-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("record");
        let _ = fs::remove_file(&path);
        let sitting = |result| Sitting { result, luck: 0.125, games: 3 };
        let pair = Pair { length: 7, sittings: [sitting(-2.0), sitting(1.0)] };
        Record::open(&path, "a").unwrap().add(pair.clone()).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}7\t1\t0.5")).unwrap();
        let mut record = Record::open(&path, "a").unwrap();
        assert_eq!(record.pairs, std::slice::from_ref(&pair));
        record.add(pair.clone()).unwrap();
        assert_eq!(Record::open(&path, "a").unwrap().pairs, [pair.clone(), pair]);
        assert!(Record::open(&path, "b").is_err());
        fs::write(&path, format!("{text}nonsense\n")).unwrap();
        let why = Record::open(&path, "a").err().unwrap().to_string();
        assert!(why.ends_with("line 3: no pair"), "{why}");
        fs::remove_dir_all(folder).unwrap();
    }
}
