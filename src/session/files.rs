//! `import` and `export`: matches as the texts of other programs.

use std::fs;
use std::io::Read;

use nardy_protocol::{
    ErrorCode, ExportTarget, FieldList, Fields, ImportSource, ProtocolError, Record, Reply, Word,
};

use super::convert::{Answered, no_game};
use super::state::changed;
use super::table::Table;
use crate::board::Byside;
use crate::game::{DiceSource, mat};

/// Largest file that is read.
const BYTES_MAX: u64 = 16 * 1024 * 1024;

/// A text format of games and matches.
enum Format {
    /// Jellyfish's match text, which most programs read.
    Mat,
}

fn format(word: &Word) -> Answered<Format> {
    match word.text.to_ascii_lowercase().as_str() {
        "mat" => Ok(Format::Mat),
        other => {
            let message = format!("there is no format '{other}'");
            Err(ProtocolError::new(ErrorCode::Unsupported, message)
                .at(word.column)
                .expecting("mat"))
        }
    }
}

/// `import FORMAT PATH|inline`: the text becomes the session's game, with its whole history.
///
/// # Errors
/// If the file cannot be read, or the text is no match played by the rules.
pub fn import(
    table: &mut Table,
    files: bool,
    word: &Word,
    source: &ImportSource,
) -> Answered<Reply> {
    let Format::Mat = format(word)?;
    let text = match source {
        ImportSource::Inline(text) => text.text.clone(),
        ImportSource::Path(path) => read(allowed(files, path)?)?,
    };
    let imported = mat::import(&text, table.rules).map_err(|error| {
        ProtocolError::new(ErrorCode::BadValue, format!("this is no match text: {error}"))
    })?;
    let dice = match table.seed {
        Some(seed) => Ok(DiceSource::seeded(seed)),
        None => DiceSource::from_os(),
    };
    let dice = dice.map_err(|e| ProtocolError::new(ErrorCode::Internal, e.to_string()))?;
    let mut game = imported.game;
    let _ = game.set_dice_source(dice);
    let fields = Fields::new()
        .text("white", imported.names.0[0].clone())
        .text("black", imported.names.0[1].clone())
        .int("changes", game.history().len());
    let fields = changed(fields, game.state());
    table.rules = game.state().rules;
    table.game = Some(game);
    Ok(Reply::ok().closing_ok(fields))
}

/// `export FORMAT [PATH]`: into the file, or a record a line.
///
/// # Errors
/// If there is no game, the format cannot say it, or the file cannot be written.
pub fn export(table: &Table, files: bool, word: &Word, target: &ExportTarget) -> Answered<Reply> {
    let Format::Mat = format(word)?;
    let game = table.game.as_ref().ok_or_else(no_game)?;
    let names = Byside::new("white".to_owned(), "black".to_owned());
    let text = mat::export(game, &names)
        .map_err(|error| ProtocolError::new(ErrorCode::Unsupported, error.to_string()))?;
    match target {
        ExportTarget::Path(path) => {
            let name = allowed(files, path)?;
            fs::write(&name.text, &text).map_err(|error| io_error(name, &error))?;
            Ok(Reply::ok().closing_ok(Fields::new().text("path", name.text.clone())))
        }
        ExportTarget::Reply => {
            let records: Vec<Record> = text
                .lines()
                .enumerate()
                .map(|(n, line)| {
                    Record::new("export").int("n", n + 1).text("text", line.to_owned())
                })
                .collect();
            let count = records.len();
            Ok(Reply { records, ..Reply::ok() }.closing_ok(Fields::new().int("count", count)))
        }
    }
}

/// A path, where this session may use files: one on a socket may not.
fn allowed(files: bool, path: &Word) -> Answered<&Word> {
    if files {
        return Ok(path);
    }
    let message = "files are for the session on standard input; use inline, or leave the path out";
    Err(ProtocolError::new(ErrorCode::Unauthorised, message).at(path.column))
}

fn read(path: &Word) -> Answered<String> {
    let file = fs::File::open(&path.text).map_err(|error| io_error(path, &error))?;
    let mut bytes = Vec::new();
    let read = file.take(BYTES_MAX + 1).read_to_end(&mut bytes);
    read.map_err(|error| io_error(path, &error))?;
    if bytes.len() as u64 > BYTES_MAX {
        let message = format!("a file of more than {BYTES_MAX} bytes is not read");
        return Err(ProtocolError::new(ErrorCode::Limit, message).at(path.column));
    }
    // Old match files are in Latin-1: names may lose a letter, plays cannot.
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

fn io_error(path: &Word, error: &std::io::Error) -> ProtocolError {
    ProtocolError::new(ErrorCode::Io, format!("{}: {error}", path.text)).at(path.column)
}
