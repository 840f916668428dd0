//! Positions named on the command line.

use anyhow::{Context, Result, bail};
use nardy::board::{DiceSetup, Roll, Setup, Side, id};
use nardy::rules::{Position, Rules, Variant};

use super::args::PositionArgs;

/// The position that `text` names: the name of a game means its start.
///
/// # Errors
/// If the text is no position, or one that its game does not allow.
pub fn read(text: &str, variant: Option<&str>) -> Result<Position> {
    let (setup, rules) = parse(text, variant)?;
    Position::from_setup(&setup, rules).context("this position cannot be")
}

/// What the arguments say, the throw included, unchecked; with the rules of the game if the
/// position names none.
///
/// # Errors
/// If the text is no position or names a game that does not exist, or the throw is none.
pub fn written(args: &PositionArgs) -> Result<(Setup, Rules)> {
    let (mut setup, rules) = parse(&args.position, args.variant.as_deref())?;
    if let Some(dice) = &args.dice {
        setup.dice = DiceSetup::Rolled(roll(dice)?);
        setup.turn = setup.turn.or(Some(Side::White));
    }
    Ok((setup, rules))
}

fn parse(text: &str, variant: Option<&str>) -> Result<(Setup, Rules)> {
    let default = game(variant.unwrap_or(Variant::Backgammon.name()))?;
    if let Some(variant) = Variant::from_name(text) {
        return Ok((Position::start(variant.rules()).to_setup(), variant.rules()));
    }
    let (setup, _) = id::parse(text).with_context(|| format!("cannot read '{text}'"))?;
    let game = setup.variant.as_deref().map_or(Ok(default), game)?;
    Ok((setup, game.rules()))
}

fn game(name: &str) -> Result<Variant> {
    Variant::from_name(name).with_context(|| {
        format!("there is no game '{name}'; there are {}", Variant::NAMES.join(", "))
    })
}

fn roll(text: &str) -> Result<Roll> {
    let pips: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
    let known = text.bytes().all(|byte| byte.is_ascii_digit() || b" -,".contains(&byte));
    match pips[..] {
        [a, b] if known => Roll::from_pips(a, b),
        _ => None,
    }
    .map_or_else(|| bail!("'{text}' is no throw: two digits from 1 to 6"), Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn throws() {
        for text in ["31", "13", "3-1", "3 1", "3,1"] {
            assert_eq!(roll(text).unwrap(), Roll::from_pips(3, 1).unwrap(), "{text}");
        }
        for text in ["", "3", "311", "70", "3x1"] {
            assert!(roll(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_game_stands_for_its_start() {
        let position = read("hypergammon", None).unwrap();
        assert_eq!(position, Position::start(Variant::Hypergammon.rules()));
        let named = read("4HPwATDgc/ABMA", Some("short")).unwrap();
        assert_eq!(named.rules, Variant::Short.rules());
        assert!(read("4HPwATDgc/ABMA", Some("whist")).is_err());
        assert!(read("nonsense", None).is_err());
    }
}
