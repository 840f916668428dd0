//! Which board to play on, and how.

use super::super::chequer::noise;
use super::super::ends::is_over;
use super::super::stop::StopToken;
use super::super::task::Limits;
use super::judge::{Judge, Standing, Standings};
use super::total::Scales;
use crate::board::{ALL_ROLLS, AnyBoard, Roll, Side, each_board};
use crate::moves::{Play, Plays, Turns};
use crate::rules::{Position, Rules, TABLES_MAX};

/// The deepest look-ahead at several boards.
pub(super) const DEEPEST: u8 = 2;

/// Of the plays judged as they stand, so many are looked at more closely, if they lie so many points
/// behind the best at most.
const CLOSER: usize = 6;
const WITHIN: f32 = 0.25;

/// A position and what is known of its boards.
#[derive(Clone, Copy)]
pub(super) struct Scene {
    pub(super) position: Position,
    pub(super) standings: Standings,
}

/// A play and what it comes to.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) play: Play,
    /// What the mover expects of the match.
    pub(super) total: f32,
    /// Turns looked ahead.
    pub(super) plies: u8,
    /// Of the board that was played on; `None` if it has ended.
    pub(super) standing: Option<Standing>,
}

/// What the mover knows of the turn.
#[derive(Clone, Copy, Default)]
pub(super) struct Turn {
    pub(super) turns: Turns,
    /// The only board that may be played on.
    pub(super) only: Option<usize>,
}

/// Judges positions and plays of one game; keeps its buffers.
pub(super) struct Look<'a> {
    pub(super) judge: &'a Judge,
    pub(super) token: &'a StopToken,
    /// Whether what cubes may still do counts.
    pub(super) cubes: bool,
    /// Boards judged.
    pub(super) nodes: u64,
    plays: Plays,
    boards: Vec<AnyBoard>,
    standings: Vec<Standing>,
}

/// The token ended the look-ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interrupted;

/// White's points as `side` counts them.
pub(super) fn seen(side: Side, points: f32) -> f32 {
    match side {
        Side::White => points,
        Side::Black => -points,
    }
}

impl<'a> Look<'a> {
    pub(super) fn new(judge: &'a Judge, token: &'a StopToken) -> Look<'a> {
        Look {
            judge,
            token,
            cubes: false,
            nodes: 0,
            plays: Plays::new(),
            boards: Vec::new(),
            standings: Vec::new(),
        }
    }

    /// A position with its boards judged.
    pub(super) fn scene(&mut self, position: &Position) -> Scene {
        self.nodes += 2 * position.open_tables().count() as u64;
        Scene { position: *position, standings: self.judge.standings(position) }
    }

    /// What White expects, `thrower` to throw, `plies` turns looked ahead.
    pub(super) fn total(
        &mut self,
        scene: &Scene,
        thrower: Side,
        plies: u8,
    ) -> Result<f32, Interrupted> {
        let scales = Scales::of(&scene.position);
        if scene.position.open_tables().next().is_none() {
            return Ok(scales.settled());
        }
        if plies == 0 {
            return Ok(scales.total(&scene.standings, thrower, self.cubes));
        }
        let mut sum = 0.0;
        let mut found = Vec::new();
        for roll in ALL_ROLLS {
            if self.token.ended().is_some() {
                return Err(Interrupted);
            }
            self.candidates(scene, thrower, roll, &Turn::default(), &mut found);
            let Some(best) = found.iter().max_by(|a, b| a.total.total_cmp(&b.total)) else {
                continue;
            };
            let total = match plies {
                1 => seen(thrower, best.total),
                _ => self.total(&scene.after(thrower, best), thrower.other(), plies - 1)?,
            };
            sum += roll.weight() as f32 / 36.0 * total;
        }
        Ok(sum)
    }

    /// Every play of a throw, judged as the boards stand after it, in the order of the generator.
    pub(super) fn candidates(
        &mut self,
        scene: &Scene,
        side: Side,
        roll: Roll,
        turn: &Turn,
        found: &mut Vec<Candidate>,
    ) {
        found.clear();
        let Scene { position, standings } = scene;
        let mut plays = std::mem::take(&mut self.plays);
        plays.list(position, side, roll, &turn.turns, turn.only);
        let scales = Scales::of(position);
        let mut plays_left = plays.iter().peekable();
        for n in position.open_tables() {
            let from = found.len();
            self.boards.clear();
            let rules = self.judge.rules(n);
            while let Some(play) = plays_left.next_if(|play| play.table == n) {
                let white = white_board(&play.board, side);
                let ends = rules.is_some_and(|rules| ends(rules, &white));
                if !ends {
                    self.boards.push(white);
                }
                let standing = (!ends).then(Standing::default);
                found.push(Candidate { play: *play, total: 0.0, plies: 0, standing });
            }
            self.standings.clear();
            self.standings.resize(self.boards.len(), Standing::default());
            self.judge.judge(n, &self.boards, &mut self.standings);
            self.nodes += 2 * self.boards.len() as u64;
            let mut judged = self.standings.iter();
            let mut after = *standings;
            for candidate in &mut found[from..] {
                let total = match &mut candidate.standing {
                    Some(standing) => {
                        *standing = judged.next().copied().unwrap_or_default();
                        after[n] = Some(*standing);
                        scales.total(&after, side.other(), self.cubes)
                    }
                    None => {
                        let ended = scene.after(side, candidate);
                        let scales = Scales::of(&ended.position);
                        scales.total(&ended.standings, side.other(), self.cubes)
                    }
                };
                candidate.total = seen(side, total);
            }
        }
        drop(plays_left);
        self.plays = plays;
    }

    /// The plays of a throw, best first, looked ahead at as the limits say.
    pub(super) fn ranked(
        &mut self,
        scene: &Scene,
        side: Side,
        roll: Roll,
        turn: &Turn,
        limits: &Limits,
    ) -> Vec<Candidate> {
        let mut found = Vec::new();
        self.candidates(scene, side, roll, turn, &mut found);
        for candidate in &mut found {
            candidate.total += noise(limits, &candidate.play.board.counts());
        }
        sort(&mut found);
        for plies in 1..=limits.plies.min(DEEPEST) {
            let spent = limits.nodes.is_some_and(|most| self.nodes >= most);
            if found.len() < 2 || spent || !self.deepen(scene, side, limits, plies, &mut found) {
                break;
            }
        }
        found
    }

    /// Looks so far ahead at the best plays; false if it was interrupted, which changes nothing.
    fn deepen(
        &mut self,
        scene: &Scene,
        side: Side,
        limits: &Limits,
        plies: u8,
        found: &mut [Candidate],
    ) -> bool {
        let best = found[0].total;
        let near = found
            .iter()
            .take_while(|one| one.plies + 1 == plies && best - one.total <= WITHIN)
            .count();
        let kept = near.clamp(1, CLOSER);
        let mut deeper = found[..kept].to_vec();
        for candidate in &mut deeper {
            let after = scene.after(side, candidate);
            let Ok(total) = self.total(&after, side.other(), plies) else { return false };
            candidate.total = seen(side, total) + noise(limits, &candidate.play.board.counts());
            candidate.plies = plies;
        }
        sort(&mut deeper);
        found[..kept].copy_from_slice(&deeper);
        true
    }
}

impl Scene {
    /// The scene after a play of `side`.
    pub(super) fn after(&self, side: Side, candidate: &Candidate) -> Scene {
        let Candidate { play, standing, .. } = candidate;
        let position = self.position.after_play(side, play.table, &play.board);
        let mut standings = self.standings;
        if let Some(known) = standings.get_mut(play.table) {
            *known = *standing;
        }
        Scene { position, standings }
    }

    /// The boards that are not finished.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> + use<> {
        self.position.open_tables().filter(|&n| n < TABLES_MAX)
    }
}

/// Best first; equal ones stay in the order of the generator.
fn sort(found: &mut [Candidate]) {
    found.sort_by(|a, b| b.total.total_cmp(&a.total));
}

pub(super) fn white_board(board: &AnyBoard, side: Side) -> AnyBoard {
    match side {
        Side::White => *board,
        Side::Black => board.swapped(),
    }
}

/// Whether a board has ended.
pub(super) fn ends(rules: &Rules, board: &AnyBoard) -> bool {
    each_board!(board, board => is_over(rules, board))
}
