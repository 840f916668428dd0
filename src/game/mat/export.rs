//! Writes a session as `.mat` text.

use std::fmt::Write;

use super::super::{Action, Change, Game, State, decided};
use super::{HEADER_WIDTH, LEFT_WIDTH, MatError};
use crate::board::{Board, Byside, Roll, Side, Stacks};
use crate::moves::Steps;
use crate::rules::{Cube, Landing, Movement, Outcome, Phase};

/// Longest name that is written.
const NAME_MAX: usize = 30;

/// One game on its way to the text.
struct Sheet {
    start: State,
    cells: Vec<(Side, String)>,
    last_turn: Option<Side>,
    outcome: Option<(Outcome, Option<Side>)>,
    by_hand: bool,
}

/// The current match or money session with the players' names, White's first.
///
/// # Errors
/// [`MatError::SetByHand`] if a game cannot be written.
pub fn export(game: &Game, names: &Byside<String>) -> Result<String, MatError> {
    let first = game.history().next().map_or(*game.state(), |change| *change.before);
    let mut sheets = vec![Sheet::new(first)];
    for change in game.history() {
        match change.action {
            Action::NewGame | Action::NewMatch(_) | Action::NextGame => {
                sheets.retain(|sheet| sheet.start.game < change.after.game);
                sheets.push(Sheet::new(*change.after));
            }
            _ => {
                if let Some(sheet) = sheets.last_mut() {
                    sheet.add(change);
                }
            }
        }
    }
    if let Some(sheet) = sheets.iter().find(|sheet| sheet.by_hand) {
        return Err(MatError::SetByHand(sheet.start.game));
    }
    let names = Side::BOTH.map(|side| plain_name(&names[side], side));
    let mut text = header(game.state(), &names);
    for sheet in &sheets {
        sheet.write(&names, &mut text);
    }
    Ok(text)
}

fn plain_name(name: &str, side: Side) -> String {
    let plain = |c: char| if c.is_control() || "\":;[]".contains(c) { '_' } else { c };
    let name: String = name.trim().chars().take(NAME_MAX).map(plain).collect();
    if name.is_empty() { side.name().to_owned() } else { name }
}

fn header(state: &State, names: &[String; 2]) -> String {
    let on = |on: bool| if on { "On" } else { "Off" };
    let mut text = String::new();
    let _ = writeln!(text, "; [Player 1 \"{}\"]", names[0]);
    let _ = writeln!(text, "; [Player 2 \"{}\"]", names[1]);
    let _ = writeln!(text, "; [Variation \"{}\"]", state.rules.variant.name());
    if state.score.length > 0 {
        let _ = writeln!(text, "; [Crawford \"{}\"]", on(state.crawford_rule));
    } else {
        let _ = writeln!(text, "; [Jacoby \"{}\"]", on(state.score.jacoby));
    }
    let _ = writeln!(text, "\n {} point match", state.score.length);
    text
}

impl Sheet {
    fn new(start: State) -> Sheet {
        Sheet {
            start,
            cells: Vec::new(),
            last_turn: None,
            outcome: None,
            by_hand: !from_start(&start),
        }
    }

    fn add(&mut self, change: &Change) {
        let over = matches!(change.before.position.phase, Phase::Over(_));
        if let Some(outcome) = change.outcome() {
            self.outcome = Some((outcome, decided(&change.after.score)));
        }
        match (&change.action, change.by) {
            (Action::SetPosition, _) => {
                *self = Sheet::new(*change.after);
            }
            (Action::Set(_), _) if !over => {
                let (before, after) = (&change.before.position, &change.after.position);
                if self.cells.is_empty() {
                    self.start = *change.after;
                    self.by_hand = !from_start(&change.after);
                } else {
                    self.by_hand |= before.white_board != after.white_board
                        || before.cube != after.cube
                        || before.rules != after.rules;
                }
            }
            (action, Some(side)) => self.act(action, side, &change.before),
            _ => {}
        }
    }

    fn act(&mut self, action: &Action, side: Side, before: &State) {
        let raised = before.position.cube.value.saturating_mul(2);
        let cell = match (action, before.position.phase) {
            (Action::Play { steps, .. }, Phase::ToMove(_, roll)) => {
                self.turn(side);
                let movement = &before.position.rules.movement;
                play_text(movement, &before.position.counts(side), roll, *steps)
            }
            (Action::Pass, Phase::ToMove(_, roll)) => {
                self.turn(side);
                format!("{roll}:")
            }
            (Action::Double, _) => format!(" Doubles => {raised}"),
            (Action::Beaver, _) => format!(" Beavers => {}", raised.saturating_mul(2)),
            (Action::Take, _) => " Takes".to_owned(),
            (Action::Drop, _) => " Drops".to_owned(),
            _ => return,
        };
        self.cells.push((side, cell));
    }

    /// The sides take turns; a hand that gave one of them two cannot be written.
    fn turn(&mut self, side: Side) {
        self.by_hand |= self.last_turn == Some(side);
        self.last_turn = Some(side);
    }

    fn write(&self, names: &[String; 2], text: &mut String) {
        let score = self.start.position.score.score;
        let left = format!("{} : {}", names[0], score[Side::White]);
        let _ = writeln!(text, "\n Game {}", self.start.game);
        let _ = writeln!(text, " {left:<HEADER_WIDTH$}{} : {}", names[1], score[Side::Black]);
        let mut cells = self.cells.iter().peekable();
        let mut row = 0;
        while let Some((side, cell)) = cells.next() {
            row += 1;
            let (left, right) = match side {
                Side::Black => ("", cell.as_str()),
                Side::White => {
                    let right = cells.next_if(|(side, _)| *side == Side::Black);
                    (cell.as_str(), right.map_or("", |(_, cell)| cell.as_str()))
                }
            };
            let gap = if left.len() >= LEFT_WIDTH { " " } else { "" };
            let line = format!("{row:3}) {left:<LEFT_WIDTH$}{gap}{right}");
            let _ = writeln!(text, "{}", line.trim_end());
        }
        if let Some((outcome, decided)) = self.outcome
            && let Some(winner) = outcome.winner
        {
            let indent = if winner == Side::White { 6 } else { LEFT_WIDTH + 6 };
            let plural = if outcome.points == 1 { "" } else { "s" };
            let end = if decided.is_some() { " and the match" } else { "" };
            let _ = writeln!(text, "{:indent$}Wins {} point{plural}{end}", "", outcome.points);
        }
    }
}

/// Whether a game starts as its rules say.
fn from_start(state: &State) -> bool {
    let position = &state.position;
    position.white_board == position.rules.start()
        && position.cube == (Cube { in_use: position.cube.in_use, ..Cube::CENTRED })
}

/// `31: 8/5 6/5`, each step by itself.
fn play_text(movement: &Movement, before: &Board, roll: Roll, steps: Steps) -> String {
    let mut text = format!("{roll}:");
    let mut hit = 0_u32;
    for step in steps.iter() {
        let to = usize::from(step.to);
        let blot = movement.landing == Landing::Hit
            && (1..=24).contains(&to)
            && before.count(1, movement.track.facing(to)) == 1
            && hit >> to & 1 == 0;
        hit |= u32::from(blot) << to;
        let _ = write!(text, " {}/{}{}", step.from, to, if blot { "*" } else { "" });
    }
    text
}
