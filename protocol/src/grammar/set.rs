//! The `set` requests.

use super::args::Args;
use super::value;
use crate::catalogue::{self, ValueKind};
use crate::error::{ErrorCode, ProtocolError};
use crate::request::{Colour, CubeOwner, Format, MatchTable, Numbering, Setting, Word};

const COLOURS: [(&str, Colour); 4] = [
    ("white", Colour::White),
    ("black", Colour::Black),
    ("w", Colour::White),
    ("b", Colour::Black),
];

const OWNERS: [(&str, CubeOwner); 6] = [
    ("white", CubeOwner::Side(Colour::White)),
    ("black", CubeOwner::Side(Colour::Black)),
    ("centre", CubeOwner::Centre),
    ("center", CubeOwner::Centre),
    ("w", CubeOwner::Side(Colour::White)),
    ("b", CubeOwner::Side(Colour::Black)),
];

// setting = name value               ; or name "=" value
pub(super) fn setting(args: &mut Args) -> Result<Setting, ProtocolError> {
    let name = args.command().strip_prefix("set ").unwrap_or_default();
    Ok(match name {
        "variant" => Setting::Variant(word(args)?),
        "rule" => Setting::Rule {
            name: args.required("name", "the name of a rule option")?,
            value: args.required("value", "a value")?,
        },
        "position" => Setting::Position(word(args)?),
        "turn" => Setting::Turn(value::choice(name, &word(args)?, &COLOURS)?),
        "dice" => dice(args)?,
        "cube value" => Setting::CubeValue(number(name, &word(args)?)?),
        "cube owner" => Setting::CubeOwner(value::choice(name, &word(args)?, &OWNERS)?),
        "cube use" => Setting::CubeUse(value::switch(name, &word(args)?)?),
        "score" => score(args)?,
        "length" => Setting::Length(number(name, &word(args)?)?),
        "crawford" => Setting::Crawford(value::switch(name, &word(args)?)?),
        "jacoby" => Setting::Jacoby(value::switch(name, &word(args)?)?),
        "beavers" => Setting::Beavers(number(name, &word(args)?)?),
        "seed" => Setting::Seed(number(name, &word(args)?)?),
        "format" => {
            let formats = [("text", Format::Text), ("json", Format::Json)];
            Setting::Format(value::choice(name, &word(args)?, &formats)?)
        }
        "numbering" => {
            let numberings =
                [("descending", Numbering::Descending), ("ascending", Numbering::Ascending)];
            Setting::Numbering(value::choice(name, &word(args)?, &numberings)?)
        }
        "plies" => Setting::Plies(number(name, &word(args)?)?),
        "time" => Setting::Time(number(name, &word(args)?)?),
        "threads" => Setting::Threads(number(name, &word(args)?)?),
        "noise" => Setting::Noise(value::decimal(name, &word(args)?, kind(name)?)?),
        "level" => Setting::Level(word(args)?),
        "met" => Setting::Met(value::choice(name, &word(args)?, &MatchTable::ALL)?),
        "auto-pass" => Setting::AutoPass(value::switch(name, &word(args)?)?),
        _ => return Err(unknown(name)),
    })
}

// set-dice = "dice" ( dice / die SP die / "none" )
fn dice(args: &mut Args) -> Result<Setting, ProtocolError> {
    let word = args.joined("value");
    let word = word.ok_or_else(|| args.missing("two dice, or none"))?;
    if word.text.eq_ignore_ascii_case("none") {
        return Ok(Setting::Dice(None));
    }
    value::two_dice(&word).map(|dice| Setting::Dice(Some(dice)))
}

// set-score = "score" whole-number SP whole-number
//
// One value may hold both, `3 1` or `3-1`, as a quoted text and a JSON array do.
fn score(args: &mut Args) -> Result<Setting, ProtocolError> {
    let first = args.word("white").or_else(|| args.word("value"));
    let first = first.ok_or_else(|| args.missing("the points of White"))?;
    let pair = first.text.split_once([' ', '-', ',']);
    let (white, black) = match pair {
        Some((white, black)) => {
            let black_column = first.column + white.chars().count() + 1;
            (Word::new(white, first.column), Word::new(black, black_column))
        }
        None => (first, args.required("black", "the points of Black")?),
    };
    Ok(Setting::Score { white: number("score", &white)?, black: number("score", &black)? })
}

fn word(args: &mut Args) -> Result<Word, ProtocolError> {
    let word = args.required("value", "a value")?;
    if word.text.is_empty() {
        return Err(value::bad_value("the value", &word, "a text"));
    }
    Ok(word)
}

fn number<T: TryFrom<u64>>(name: &str, word: &Word) -> Result<T, ProtocolError> {
    value::integer(name, word, kind(name)?)
}

fn kind(name: &str) -> Result<ValueKind, ProtocolError> {
    let row = catalogue::option("set", name);
    row.map(|row| row.kind).ok_or_else(|| unknown(name))
}

// Only names with a row come here.
fn unknown(name: &str) -> ProtocolError {
    ProtocolError::new(ErrorCode::Internal, format!("no setting '{name}'"))
}
