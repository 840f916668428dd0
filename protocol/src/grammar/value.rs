//! Values: the text of a word into a number, a choice, dice.

use super::fault::{Parsed, expect, whole};
use super::suggest::nearest;
use crate::catalogue::ValueKind;
use crate::error::{ErrorCode, ProtocolError};
use crate::request::{Dice, DiceChoice, Tag, Word};
use nom::Parser;
use nom::bytes::complete::{take_while, take_while_m_n, take_while1};
use nom::character::complete::{char, digit1, one_of};
use nom::combinator::{eof, map_opt, map_res, opt, recognize};
use nom::sequence::{preceded, terminated};

/// The error for a value that does not fit.
pub(super) fn bad_value(name: &str, word: &Word, expected: &str) -> ProtocolError {
    let shown: String = word.text.chars().take(40).collect();
    ProtocolError::new(ErrorCode::BadValue, format!("{name} must be {expected}, not '{shown}'"))
        .expecting(expected)
        .at(word.column)
}

/// A whole number in the range of this kind.
pub(super) fn integer<T: TryFrom<u64>>(
    name: &str,
    word: &Word,
    kind: ValueKind,
) -> Result<T, ProtocolError> {
    let ValueKind::Integer { min, max } = kind else {
        return Err(mismatch(name));
    };
    whole(&word.text, whole_number)
        .ok()
        .filter(|number| (min..=max).contains(number))
        .and_then(|number| T::try_from(number).ok())
        .ok_or_else(|| bad_value(name, word, &format!("a whole number from {min} to {max}")))
}

/// A number in the range of this kind.
pub(super) fn decimal(name: &str, word: &Word, kind: ValueKind) -> Result<f64, ProtocolError> {
    let ValueKind::Decimal { min, max } = kind else {
        return Err(mismatch(name));
    };
    whole(&word.text, decimal_number)
        .ok()
        .filter(|number| (min..=max).contains(number))
        .ok_or_else(|| bad_value(name, word, &format!("a number from {min} to {max}")))
}

/// `on` or `off`, and what else people write for them.
pub(super) fn switch(name: &str, word: &Word) -> Result<bool, ProtocolError> {
    let spellings = [
        ("on", true),
        ("off", false),
        ("true", true),
        ("false", false),
        ("yes", true),
        ("no", false),
    ];
    find(word, &spellings).ok_or_else(|| bad_value(name, word, "on or off"))
}

/// One of these words, in any case.
pub(super) fn choice<T: Copy>(
    name: &str,
    word: &Word,
    choices: &[(&'static str, T)],
) -> Result<T, ProtocolError> {
    find(word, choices).ok_or_else(|| {
        let names: Vec<_> = choices.iter().map(|(name, _)| *name).collect();
        let meant = nearest(&word.text, names.iter().copied());
        bad_value(name, word, &names.join("|")).suggesting(meant)
    })
}

fn find<T: Copy>(word: &Word, choices: &[(&'static str, T)]) -> Option<T> {
    let mut choices = choices.iter();
    let (_, value) = choices.find(|(name, _)| name.eq_ignore_ascii_case(&word.text))?;
    Some(*value)
}

/// Two dice.
pub(super) fn two_dice(word: &Word) -> Result<Dice, ProtocolError> {
    whole(&word.text, dice)
        .map_err(|_| bad_value("dice", word, "two numbers from 1 to 6, such as 31"))
}

/// Two dice or `all`, as far as this kind allows it.
pub(super) fn dice_choice(word: &Word, kind: ValueKind) -> Result<DiceChoice, ProtocolError> {
    if word.text.eq_ignore_ascii_case("all") {
        return match kind {
            ValueKind::Dice(words) if words.contains(&"all") => Ok(DiceChoice::All),
            _ => Err(bad_value("dice", word, "one throw for this command")),
        };
    }
    two_dice(word).map(DiceChoice::One)
}

/// A tag, with or without its `@`.
pub(super) fn tag(word: &Word) -> Result<Tag, ProtocolError> {
    whole(&word.text, tag_name)
        .map_err(|_| bad_value("the tag", word, "1 to 32 letters, digits, - and _"))
}

// The catalogue and the grammar disagree about an option, which a test would show.
fn mismatch(name: &str) -> ProtocolError {
    ProtocolError::new(ErrorCode::Internal, format!("{name} has no range"))
}

// whole-number = 1*DIGIT
fn whole_number(text: &str) -> Parsed<'_, u64> {
    expect("a whole number", map_res(digit1, str::parse)).parse(text)
}

// decimal-number = [ "+" / "-" ] ( 1*DIGIT [ "." *DIGIT ] / "." 1*DIGIT ) [ exponent ]
// exponent       = ( "e" / "E" ) [ "+" / "-" ] 1*DIGIT
fn decimal_number(text: &str) -> Parsed<'_, f64> {
    // Not `digit0`: at the end of a text, nom 8.0.0 has it return a rest that points to
    // before the digits, and `recognize` then cuts them off.
    let digits = take_while(|character: char| character.is_ascii_digit());
    let fraction = (char('.'), digits);
    let mantissa =
        nom::branch::alt((recognize((digit1, opt(fraction))), recognize((char('.'), digit1))));
    let exponent = (one_of("eE"), opt(one_of("+-")), digit1);
    let number = recognize((opt(one_of("+-")), mantissa, opt(exponent)));
    expect("a number", map_res(number, str::parse)).parse(text)
}

// dice = die [ 1*SP / "," / "-" ] die
fn dice(text: &str) -> Parsed<'_, Dice> {
    let between = recognize(nom::multi::many0_count(one_of(" ,-")));
    let pair = (die, between, die);
    expect("two dice", map_opt(pair, |(first, _, second)| Dice::new(first, second))).parse(text)
}

// die = %x31-36                      ; 1 to 6
fn die(text: &str) -> Parsed<'_, u8> {
    let digit = take_while_m_n(1, 1, |character: char| ('1'..='6').contains(&character));
    expect("a die", map_res(digit, str::parse)).parse(text)
}

// tag-name = [ "@" ] 1*32( ALPHA / DIGIT / "-" / "_" )
fn tag_name(text: &str) -> Parsed<'_, Tag> {
    let name = map_opt(take_while1(Tag::allows), Tag::new);
    terminated(preceded(opt(char('@')), name), eof).parse(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Word {
        Word::new(text, 5)
    }

    #[test]
    fn integers_have_a_range() {
        let kind = ValueKind::Integer { min: 0, max: 9 };
        assert_eq!(integer::<u8>("plies", &word("9"), kind), Ok(9));
        for text in ["10", "-1", "+1", "1.5", "", "x", "99999999999999999999999"] {
            let error = integer::<u8>("plies", &word(text), kind).unwrap_err();
            assert_eq!((error.code, error.column), (ErrorCode::BadValue, Some(5)));
        }
        let kind = ValueKind::Integer { min: 0, max: u64::MAX };
        assert_eq!(integer::<u64>("seed", &word("18446744073709551615"), kind), Ok(u64::MAX));
    }

    #[test]
    fn decimals_are_finite() {
        let kind = ValueKind::Decimal { min: 0.0, max: 1.0 };
        for (text, number) in [("0.5", 0.5), (".5", 0.5), ("1", 1.0), ("5e-1", 0.5), ("+1.", 1.0)] {
            assert_eq!(decimal("noise", &word(text), kind), Ok(number), "{text}");
        }
        for text in ["nan", "inf", "1e400", "-0.1", "1.1", "0x1", ""] {
            assert!(decimal("noise", &word(text), kind).is_err(), "{text}");
        }
    }

    #[test]
    fn dice_keep_their_order() {
        for text in ["31", "3 1", "3-1", "3,1", "3, 1"] {
            let dice = two_dice(&word(text)).unwrap();
            assert_eq!((dice.first(), dice.second()), (3, 1));
        }
        for text in ["3", "07", "71", "311", ""] {
            assert!(two_dice(&word(text)).is_err(), "{text}");
        }
    }

    #[test]
    fn choices_suggest() {
        let error = choice("turn", &word("blakc"), &[("white", 1), ("black", 2)]).unwrap_err();
        assert_eq!(error.did_you_mean.as_deref(), Some("black"));
        assert_eq!(error.expected.as_deref(), Some("white|black"));
    }
}
