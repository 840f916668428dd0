//! One game for money, or one match.

use anyhow::{Result, bail};
use nardy::board::Side;
use nardy::game::{DiceSource, Game, Setting};
use nardy::rules::{Outcome, Phase, Variant};

use super::luck::Luck;
use super::seat::{Act, Guest, Host};

/// Turns after which a sitting counts as endless; none comes near.
const TURNS_MAX: u32 = 100_000;

/// What came of a sitting, for us.
#[derive(Clone, Debug, PartialEq)]
pub struct Sitting {
    /// Points won, or 1 for a match won and 0 for one lost.
    pub result: f64,
    /// How much of it the dice gave.
    pub luck: f64,
    /// Games played.
    pub games: u32,
}

/// Who sits where.
pub struct Seats<'a, 'b> {
    /// Our engine.
    pub host: &'a mut Host<'b>,
    /// The other program.
    pub guest: &'a mut Guest,
    /// Our side.
    pub ours: Side,
}

impl Seats<'_, '_> {
    fn decide(&mut self, side: Side, game: &Game) -> Result<Act> {
        if side == self.ours { self.host.decide(game.state()) } else { self.guest.decide(game) }
    }
}

/// Plays sitting number `pair`, whose dice both sittings of the pair have.
pub fn play(
    mut seats: Seats<'_, '_>,
    luck: &mut Luck,
    length: u32,
    seed: u64,
    pair: u64,
) -> Result<Sitting> {
    let mut game = Game::new(Variant::Backgammon.rules(), DiceSource::by_hand());
    game.new_match(length, Variant::Backgammon.rules())?;
    if length == 0 {
        game.set(Setting::Jacoby(true))?;
    }
    let (mut games, mut lucky) = (1, 0.0);
    game.set_dice_source(dice(seed, pair, games));
    for _ in 0..TURNS_MAX {
        let before = *game.position();
        match before.phase {
            Phase::Opening => {
                game.roll(None)?;
                lucky += sign(seats.ours, Side::White) * luck.opening(&before, game.phase());
            }
            Phase::ToRoll(side) => {
                let doubles = before.may_double(side) && seats.decide(side, &game)? == Act::Double;
                if doubles {
                    game.double()?;
                } else {
                    game.roll(None)?;
                    lucky += sign(seats.ours, side) * luck.throw(&before, side, game.phase());
                }
            }
            Phase::DoubleOffered(side) => match seats.decide(side, &game)? {
                Act::Drop => drop(game.drop()?),
                _ => drop(game.take()?),
            },
            Phase::ToMove(side, _) => turn(&mut seats, side, &mut game)?,
            Phase::Over(outcome) => {
                let result = match game.decided() {
                    Some(winner) => f64::from(u8::from(winner == seats.ours)),
                    None if length == 0 => points(&outcome, seats.ours),
                    None => {
                        game.next_game()?;
                        games += 1;
                        game.set_dice_source(dice(seed, pair, games));
                        continue;
                    }
                };
                return Ok(Sitting { result, luck: lucky, games });
            }
            Phase::ResignationOffered(..) => break,
        }
    }
    bail!("a sitting does not end: {:?}", game.position());
}

fn dice(seed: u64, pair: u64, game: u32) -> DiceSource {
    // Sittings of other seeds share no dice.
    let seed = seed.wrapping_mul(1 << 48).wrapping_add(pair << 16).wrapping_add(game.into());
    DiceSource::seeded(seed)
}

/// What is good for `side`, for us.
fn sign(ours: Side, side: Side) -> f64 {
    if ours == side { 1.0 } else { -1.0 }
}

fn points(outcome: &Outcome, ours: Side) -> f64 {
    let points = outcome.points.in_halves() as f64 / 2.0;
    outcome.winner.map_or(0.0, |winner| sign(ours, winner) * points)
}

fn turn(seats: &mut Seats<'_, '_>, side: Side, game: &mut Game) -> Result<()> {
    let plays = game.plays();
    if plays.must_pass() {
        game.pass()?;
        return Ok(());
    }
    let only = plays.get(0).filter(|_| plays.len() == 1).map(|play| play.board);
    let after = match only {
        Some(after) => after,
        None => match seats.decide(side, game)? {
            Act::Play(after) => after,
            other => bail!("{other:?} where a throw is to be played"),
        },
    };
    game.play(0, &after)?;
    Ok(())
}
