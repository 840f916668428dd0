//! Reads `.mat` text by playing it, so that nothing illegal comes in.

use super::super::{BeaverRefusal, DiceSource, Game, GameError, Setting};
use super::{MatError, Problem};
use crate::board::{BAR, Byside, Points, Roll, Side};
use crate::moves::WrittenChain;
use crate::rules::{Phase, Rules, Variant};
use arrayvec::ArrayVec;

/// A match that was read.
#[derive(Debug)]
pub struct Imported {
    /// It, played through, with its whole history; its dice are thrown by hand.
    pub game: Game,
    /// The players' names, White's first.
    pub names: Byside<String>,
}

/// Reads a match. `rules` are its rules unless a comment `Variation` names another game.
///
/// A file that starts at a score is read as the rest of its match. A throw without a play is a pass
/// where nothing can be moved; elsewhere it waits to be played.
///
/// # Errors
/// The first line that cannot be.
pub fn import(text: &str, rules: Rules) -> Result<Imported, MatError> {
    let mut reader = Reader::new(rules);
    for (n, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        reader.line(line).map_err(|problem| MatError::Line { line: n + 1, problem })?;
    }
    if reader.expect == Expect::Match {
        return Err(MatError::NoMatch);
    }
    Ok(Imported { game: reader.game, names: reader.names })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Expect {
    Match,
    FirstGame,
    Score { first: bool },
    Turns,
}

struct Reader {
    game: Game,
    rules: Rules,
    names: Byside<String>,
    crawford: Option<bool>,
    jacoby: bool,
    expect: Expect,
}

/// One thing that stands in a line of turns.
struct Cell<'a> {
    /// Characters before it.
    column: usize,
    text: &'a str,
}

/// Columns behind the number from which a lone cell is the right one; the left one starts at 1 or 2.
const RIGHT_FROM: usize = 12;

const WORDS: [&str; 5] = ["doubles", "beavers", "takes", "drops", "wins"];

impl Reader {
    fn new(rules: Rules) -> Reader {
        Reader {
            game: Game::new(rules, DiceSource::by_hand()),
            rules,
            names: Byside::new("white".to_owned(), "black".to_owned()),
            crawford: None,
            jacoby: false,
            expect: Expect::Match,
        }
    }

    fn line(&mut self, line: &str) -> Result<(), Problem> {
        let text = line.trim();
        if text.is_empty() {
            return Ok(());
        }
        if let Some(comment) = text.strip_prefix(';') {
            self.comment(comment);
            return Ok(());
        }
        if let Some(number) = text.strip_prefix("Game ")
            && number.trim().bytes().all(|b| b.is_ascii_digit())
        {
            return self.start_game();
        }
        match self.expect {
            Expect::Match => self.start_match(text),
            Expect::FirstGame => Err(Problem::Expected("'Game 1'")),
            Expect::Score { first } => self.score(text, first),
            Expect::Turns => self.turns(line),
        }
    }

    fn comment(&mut self, comment: &str) {
        let inside = comment.trim().strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        let Some((key, value)) = inside.and_then(|text| text.split_once('"')) else { return };
        let value = value.trim_end().trim_end_matches('"');
        let on = value.eq_ignore_ascii_case("on");
        match key.trim() {
            "Variation" => {
                let variant = Variant::from_name(&value.to_lowercase());
                if let Some(variant) = variant.filter(|&variant| variant != self.rules.variant) {
                    self.rules = variant.rules();
                }
            }
            "Crawford" => self.crawford = Some(on),
            "Jacoby" => self.jacoby = on,
            _ => {}
        }
    }

    fn start_match(&mut self, text: &str) -> Result<(), Problem> {
        let expected = Problem::Expected("'N point match'");
        let Some((length, rest)) = text.split_once(char::is_whitespace) else {
            return Err(expected);
        };
        if !rest.trim_start().starts_with("point match") {
            return Err(expected);
        }
        let length = length.parse().map_err(|_| expected)?;
        self.game.new_match(length, self.rules)?;
        if length == 0 {
            self.game.set(Setting::Jacoby(self.jacoby))?;
        } else if let Some(crawford) = self.crawford
            && length > 1
        {
            self.game.set(Setting::Crawford(crawford))?;
        }
        self.expect = Expect::FirstGame;
        Ok(())
    }

    fn start_game(&mut self) -> Result<(), Problem> {
        let first = match self.expect {
            Expect::Match => return Err(Problem::Expected("'N point match'")),
            Expect::FirstGame => true,
            Expect::Score { .. } => return Err(Problem::Expected("the score")),
            Expect::Turns => false,
        };
        if !first {
            if !matches!(self.game.phase(), Phase::Over(_)) {
                return Err(Problem::Unfinished);
            }
            self.game.next_game()?;
        }
        self.expect = Expect::Score { first };
        Ok(())
    }

    /// `Alice : 0                      Bob : 0`
    fn score(&mut self, text: &str, first: bool) -> Result<(), Problem> {
        let parts = || {
            let (rest, black) = text.rsplit_once(':')?;
            let (white_name, rest) = rest.rsplit_once(':')?;
            let rest = rest.trim();
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let (white, black_name) = rest.split_at(end);
            let whole = |text: &str| text.trim().parse().ok().map(Points::whole);
            let points = Byside::new(whole(white)?, whole(black)?);
            Some((points, [white_name.trim().to_owned(), black_name.trim().to_owned()]))
        };
        let (points, names) = parts().ok_or(Problem::Expected("'NAME : N    NAME : N'"))?;
        let follows = self.game.state().score.score;
        if points != follows {
            if !first {
                return Err(Problem::Score(follows));
            }
            self.game.set(Setting::Score(points))?;
        }
        self.names = Byside(names);
        self.expect = Expect::Turns;
        Ok(())
    }

    fn turns(&mut self, line: &str) -> Result<(), Problem> {
        let cells = cells(line);
        if cells.is_empty() {
            // A number with nothing behind it is an empty turn.
            let number = line.trim().trim_end_matches(')');
            let empty = number.bytes().all(|b| b.is_ascii_digit());
            return if empty { Ok(()) } else { Err(Problem::Expected("a turn")) };
        }
        let mut left_taken = false;
        for cell in cells {
            let right = left_taken || cell.column >= RIGHT_FROM;
            left_taken = true;
            self.cell(&cell, if right { Side::Black } else { Side::White })?;
        }
        Ok(())
    }

    fn cell(&mut self, cell: &Cell<'_>, side: Side) -> Result<(), Problem> {
        let word = WORDS.iter().find(|word| starts_with(cell.text, word));
        let Some(&word) = word else { return self.turn(cell.text, side) };
        if word == "wins" {
            return self.wins(cell);
        }
        self.begin(side)?;
        match word {
            "takes" => self.game.take().map(drop)?,
            "drops" => self.game.drop().map(drop)?,
            _ if matches!(self.game.phase(), Phase::DoubleOffered(_)) => self.beaver()?,
            _ => self.game.double().map(drop)?,
        }
        Ok(())
    }

    /// Checks that `side` decides; a game that has not begun begins with it.
    fn begin(&mut self, side: Side) -> Result<(), Problem> {
        let decider = self.game.phase().decider();
        let unplayed = Side::BOTH.iter().all(|&side| self.game.first_turn(side));
        let settled = matches!(self.game.phase(), Phase::Opening | Phase::ToRoll(_));
        if decider != Some(side) && unplayed && settled && self.game.position().cube.value == 1 {
            self.game.set(Setting::Turn(side))?;
        } else if decider.is_some_and(|decider| decider != side) {
            return Err(Problem::Turn(side));
        }
        Ok(())
    }

    fn beaver(&mut self) -> Result<(), Problem> {
        // The format does not say how many are allowed: as many as were made.
        if let Err(error) = self.game.beaver() {
            let GameError::NoBeaver { reason: BeaverRefusal::Used(allowed), .. } = error else {
                return Err(error.into());
            };
            self.game.set(Setting::Beavers(allowed.saturating_add(1)))?;
            self.game.beaver()?;
        }
        Ok(())
    }

    /// `31: 8/5 6/5`
    fn turn(&mut self, text: &str, side: Side) -> Result<(), Problem> {
        let dice = text.as_bytes();
        let digit = |n: usize| dice.get(n).map_or(0, |b| b.wrapping_sub(b'0'));
        let roll = Roll::from_pips(digit(0), digit(1)).ok_or(Problem::Expected("dice"))?;
        self.begin(side)?;
        self.game.roll(Some((roll.high().pips(), roll.low().pips())))?;
        let play = text.get(3..).unwrap_or_default().trim();
        if play.is_empty() || starts_with(play, "cannot") || play.starts_with('?') {
            if !self.game.can_move() {
                self.game.pass()?;
            }
            return Ok(());
        }
        let chains = play.split_whitespace().map(chain).collect::<Option<Vec<_>>>();
        let chains = chains.ok_or(Problem::Expected("steps such as 8/5"))?;
        let mut plays = self.game.plays();
        let n = plays.resolve(None, &chains)?;
        let play = plays.get(n).ok_or(GameError::IllegalPlay)?;
        self.game.play(play.table, &play.board)?;
        Ok(())
    }

    /// `Wins 2 points and the match`
    fn wins(&mut self, cell: &Cell<'_>) -> Result<(), Problem> {
        let points = cell.text.split_whitespace().nth(1).and_then(|word| word.parse().ok());
        let points: u32 = points.ok_or(Problem::Expected("'Wins N points'"))?;
        if let Phase::Over(outcome) = self.game.phase() {
            return match outcome.points == points {
                true => Ok(()),
                false => Err(Problem::Points(outcome.points)),
            };
        }
        let loser = if cell.column >= RIGHT_FROM { Side::White } else { Side::Black };
        if matches!(self.game.phase(), Phase::DoubleOffered(_)) {
            self.game.drop()?;
        } else {
            if self.game.phase().decider() != Some(loser) {
                self.game.set(Setting::Turn(loser))?;
            }
            let cube = self.game.position().cube.value;
            let value = if points.is_multiple_of(cube) { points / cube } else { 0 };
            self.game.resign(u8::try_from(value).unwrap_or(u8::MAX))?;
            self.game.accept()?;
        }
        Ok(())
    }
}

fn starts_with(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// What stands in a line of turns: text from one throw or word to the next.
fn cells(line: &str) -> Vec<Cell<'_>> {
    let body = match line.find(')') {
        Some(at) if line[..at].trim().bytes().all(|b| b.is_ascii_digit()) => at + 1,
        _ => 0,
    };
    let bytes = line.as_bytes();
    let die = |n: usize| bytes.get(n).is_some_and(|b| (b'1'..=b'6').contains(b));
    let starts_here = |at: &usize| {
        let throw = die(*at) && die(*at + 1) && bytes.get(*at + 2) == Some(&b':');
        let word = *at == 0 || !bytes[*at - 1].is_ascii_alphabetic();
        throw
            || word
                && line.is_char_boundary(*at)
                && WORDS.iter().any(|w| starts_with(&line[*at..], w))
    };
    let starts: Vec<usize> = (body..line.len()).filter(starts_here).collect();
    let ends = starts.iter().skip(1).copied().chain([line.len()]);
    // Lines without a number, `Wins`, are set as if one stood there.
    let column =
        |at: usize| line[body..at].chars().count().saturating_sub(if body == 0 { 4 } else { 0 });
    let cell =
        |(&at, end): (&usize, usize)| Cell { column: column(at), text: line[at..end].trim_end() };
    starts.iter().zip(ends).map(cell).collect()
}

/// `24/18*/15(2)`
fn chain(text: &str) -> Option<WrittenChain> {
    let (way, count) = match text.split_once('(') {
        Some((way, count)) => (way, count.strip_suffix(')')?.parse().ok()?),
        None => (text, 1),
    };
    let mut places = ArrayVec::new();
    for place in way.split('/') {
        let place = match place.trim_end_matches('*') {
            "bar" | "Bar" | "BAR" => BAR as u8,
            "off" | "Off" | "OFF" => 0,
            point => point.parse().ok().filter(|&point| usize::from(point) <= BAR)?,
        };
        places.try_push(place).ok()?;
    }
    let fits = places.len() >= 2 && (1..=4).contains(&count);
    fits.then_some(WrittenChain { places, count, royal: false, column: 0 })
}
