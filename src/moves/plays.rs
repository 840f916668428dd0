//! The plays of a throw in any game, whatever its points hold and however many boards it has.

use super::context::TurnContext;
use super::list::{PlayList, Steps};
use super::notation::{Numbering, canonical, spelled};
use super::sequences::sequences;
use super::written::{IllegalPlay, WrittenChain, resolve};
use super::{Playable, is_stuck};
use crate::board::{AnyBoard, Board, LapBoard, PinBoard, Roll, RoyalBoard, Side, each_board};
use crate::rules::{Movement, Position, TABLES_MAX};

/// One play: on which board, to what, by which steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    /// The board's number, from 0.
    pub table: usize,
    /// That board after the play, the mover still side 0.
    pub board: AnyBoard,
    /// Steps that lead there; none if the turn is passed.
    pub steps: Steps,
}

/// What the turn of a side depends on, board by board.
pub type Turns = [Option<TurnContext>; TABLES_MAX];

/// A list for each kind of board, kept for its room.
#[derive(Debug, Default)]
struct Lists {
    plain: PlayList<Board>,
    royal: PlayList<RoyalBoard>,
    laps: PlayList<LapBoard>,
    pins: PlayList<PinBoard>,
}

/// One board of the position and where its plays stand in the list.
#[derive(Clone, Copy, Debug)]
struct Part {
    table: usize,
    movement: Movement,
    before: AnyBoard,
    context: TurnContext,
    end: usize,
}

/// Every distinct play of a throw; a buffer to be reused.
///
/// In a parallel game the plays of all boards stand in a row, and a board on which nothing moves has
/// one without steps: choosing it passes the turn (P-04). So has a board of doublegammon where
/// only crossings are left (D-05).
#[derive(Debug, Default)]
pub struct Plays {
    parts: Vec<Part>,
    plays: Vec<Play>,
    several: bool,
    roll: Option<Roll>,
    lists: Lists,
}

impl Plays {
    /// An empty list.
    pub fn new() -> Plays {
        Plays::default()
    }

    /// The plays of `roll` by `side` in a position; on all its boards, or on board `only` alone.
    ///
    /// Where `turns` says nothing of a board, its checkers tell whether the turn is the first.
    pub fn list(
        &mut self,
        position: &Position,
        side: Side,
        roll: Roll,
        turns: &Turns,
        only: Option<usize>,
    ) {
        self.parts.clear();
        self.plays.clear();
        self.several = position.tables() > 1;
        self.roll = Some(roll);
        for table in position.open_tables().filter(|n| only.is_none_or(|only| only == *n)) {
            let Some(before) = position.table(table, side) else { continue };
            let context = turns.get(table).copied().flatten();
            let context =
                context.unwrap_or_else(|| each_board!(&before, board => TurnContext::of(board)));
            let movement = position.rules.of_table(table).movement;
            let part = Part { table, movement, before, context, end: 0 };
            self.list_part(part);
        }
    }

    /// As [`list`](Self::list), of what the phase of the position asks for.
    pub fn of(position: &Position) -> Plays {
        let mut plays = Plays::new();
        if let crate::rules::Phase::ToMove(side, roll) = position.phase {
            plays.list(position, side, roll, &[None; TABLES_MAX], None);
        }
        plays
    }

    fn list_part(&mut self, mut part: Part) {
        let start = self.plays.len();
        self.generate(&part);
        let nothing = self.plays.len() == start;
        if nothing && self.several {
            let (table, board) = (part.table, part.before);
            self.plays.push(Play { table, board, steps: Steps::EMPTY });
        }
        part.end = self.plays.len();
        self.parts.push(part);
    }

    fn generate(&mut self, part: &Part) {
        let Some(roll) = self.roll else { return };
        let (plays, lists) = (&mut self.plays, &mut self.lists);
        match &part.before {
            AnyBoard::Plain(board) => add(plays, part, board, roll, &mut lists.plain),
            AnyBoard::Royal(board) => add(plays, part, board, roll, &mut lists.royal),
            AnyBoard::Laps(board) => add(plays, part, board, roll, &mut lists.laps),
            AnyBoard::Pins(board) => add(plays, part, board, roll, &mut lists.pins),
        }
    }

    /// How many plays there are, passes that [`Plays`] tells of included.
    pub fn len(&self) -> usize {
        self.plays.len()
    }

    /// Whether there is nothing to choose and nothing to move.
    pub fn is_empty(&self) -> bool {
        self.plays.is_empty()
    }

    /// Whether no checker can be moved on any board listed (G-13).
    pub fn must_pass(&self) -> bool {
        self.plays.iter().all(|play| play.steps.is_empty())
    }

    /// The play without steps: the turn may be passed so. In games of one board there is none where
    /// nothing can be moved, since nothing is to be chosen.
    pub fn pass(&self) -> Option<&Play> {
        self.plays.iter().find(|play| play.steps.is_empty())
    }

    /// The plays.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Play> + '_ {
        self.plays.iter()
    }

    /// Play number `n`.
    pub fn get(&self, n: usize) -> Option<&Play> {
        self.plays.get(n)
    }

    /// The number of the play that leads board `table` to `board`.
    pub fn find(&self, table: usize, board: &AnyBoard) -> Option<usize> {
        self.plays.iter().position(|play| play.table == table && play.board == *board)
    }

    /// The canonical text of play number `n`, the board before it where there are several:
    /// `2: 8/5 6/5`.
    pub fn text(&self, n: usize, numbering: Numbering) -> String {
        let Some(play) = self.plays.get(n) else { return String::new() };
        let Some(part) = self.part(play.table) else { return String::new() };
        let text = each_board!(&part.before, board => {
            canonical(&part.movement, board, play.steps, numbering)
        });
        self.prefixed(play.table, text)
    }

    /// The text of steps on board `table` one by one.
    pub fn spelled(&self, table: usize, steps: Steps, numbering: Numbering) -> String {
        let Some(part) = self.part(table) else { return String::new() };
        let text = each_board!(&part.before, board => {
            spelled(&part.movement, board, steps, numbering)
        });
        self.prefixed(table, text)
    }

    fn prefixed(&self, table: usize, text: String) -> String {
        if self.several { format!("{}: {text}", table + 1) } else { text }
    }

    fn part(&self, table: usize) -> Option<&Part> {
        self.parts.iter().find(|part| part.table == table)
    }

    /// The number of the play that the chains write down on board `table`; where there is one board
    /// listed, `None` means that one.
    ///
    /// # Errors
    /// The rule that the written play breaks.
    pub fn resolve(
        &mut self,
        table: Option<usize>,
        chains: &[WrittenChain],
    ) -> Result<usize, IllegalPlay> {
        let refused = |message: String| Err(IllegalPlay { rule: "P-03", message, column: None });
        let part = match (table, &self.parts[..]) {
            (Some(table), _) => self.part(table).copied().ok_or(table),
            (None, [part]) => Ok(*part),
            (None, _) => return refused("name the board to play on, as in 2: 8/5 6/5".to_owned()),
        };
        let part = match part {
            Ok(part) => part,
            Err(table) => return refused(format!("board {} cannot be played on", table + 1)),
        };
        let Some(roll) = self.roll else { return refused("nothing has been thrown".to_owned()) };
        let start = self.plays.iter().position(|play| play.table == part.table).unwrap_or(0);
        let (lists, at) = (&mut self.lists, (part.movement, part.context));
        let found = match &part.before {
            AnyBoard::Plain(board) => find_written(at, board, roll, chains, &mut lists.plain),
            AnyBoard::Royal(board) => find_written(at, board, roll, chains, &mut lists.royal),
            AnyBoard::Laps(board) => find_written(at, board, roll, chains, &mut lists.laps),
            AnyBoard::Pins(board) => find_written(at, board, roll, chains, &mut lists.pins),
        };
        found.map(|n| start + n)
    }

    /// Calls `each` with every legal order of single steps and the number of the play it leads to,
    /// until `each` says no.
    pub fn sequences(&mut self, each: &mut impl FnMut(Steps, usize) -> bool) {
        let Some(roll) = self.roll else { return };
        let mut start = 0;
        for part in self.parts.clone() {
            let mut go_on = true;
            let mut each = |steps, n: usize| {
                go_on = each(steps, start + n);
                go_on
            };
            let (lists, at) = (&mut self.lists, (part.movement, part.context));
            match &part.before {
                AnyBoard::Plain(board) => orders(at, board, roll, &mut lists.plain, &mut each),
                AnyBoard::Royal(board) => orders(at, board, roll, &mut lists.royal, &mut each),
                AnyBoard::Laps(board) => orders(at, board, roll, &mut lists.laps, &mut each),
                AnyBoard::Pins(board) => orders(at, board, roll, &mut lists.pins, &mut each),
            }
            start = part.end;
            if !go_on {
                return;
            }
        }
    }

    /// Whether `side` can move nothing on board `table` with any throw (G-20).
    pub fn is_stuck(&mut self, position: &Position, table: usize, side: Side) -> bool {
        let Some(board) = position.table(table, side) else { return true };
        let movement = position.rules.of_table(table).movement;
        let lists = &mut self.lists;
        match &board {
            AnyBoard::Plain(board) => is_stuck(&movement, board, &mut lists.plain),
            AnyBoard::Royal(board) => is_stuck(&movement, board, &mut lists.royal),
            AnyBoard::Laps(board) => is_stuck(&movement, board, &mut lists.laps),
            AnyBoard::Pins(board) => is_stuck(&movement, board, &mut lists.pins),
        }
    }
}

/// The canonical text of steps that `side` takes on board `table`, from 0, of a position; `None` if
/// there is no such board.
pub fn text(
    position: &Position,
    table: usize,
    side: Side,
    steps: Steps,
    numbering: Numbering,
) -> Option<String> {
    let board = position.table(table, side)?;
    let movement = position.rules.of_table(table).movement;
    let text = each_board!(&board, board => canonical(&movement, board, steps, numbering));
    Some(if position.tables() > 1 { format!("{}: {text}", table + 1) } else { text })
}

fn add<B: Playable + Into<AnyBoard>>(
    plays: &mut Vec<Play>,
    part: &Part,
    board: &B,
    roll: Roll,
    list: &mut PlayList<B>,
) {
    board.generate(&part.movement, roll, part.context, list);
    plays.extend(list.iter().map(|child| Play {
        table: part.table,
        board: child.board.into(),
        steps: child.steps,
    }));
}

fn find_written<B: Playable>(
    (movement, context): (Movement, TurnContext),
    board: &B,
    roll: Roll,
    chains: &[WrittenChain],
    list: &mut PlayList<B>,
) -> Result<usize, IllegalPlay> {
    board.generate(&movement, roll, context, list);
    resolve(&movement, board, roll, context, chains, list)
}

fn orders<B: Playable>(
    (movement, context): (Movement, TurnContext),
    board: &B,
    roll: Roll,
    list: &mut PlayList<B>,
    each: &mut impl FnMut(Steps, usize) -> bool,
) {
    board.generate(&movement, roll, context, list);
    sequences(&movement, board, roll, context, list, each);
}
