//! Written stacks turned into a board of the game, and a board written down.

use super::{BoardKind, Landing, Reason, Rules, variant::ROYAL};
use crate::board::{
    AnyBoard, BAR, Board, Byside, HOME_TOP, Lap, LapBoard, Marked, OFF, Pair, PinBoard, Place,
    RoyalBoard, Side, Stack, Stacks,
};
use arrayvec::ArrayVec;

const ROYALS: u32 = 7;
const SIMPLES: u32 = 8;

/// Reads the stacks of one board and notes why they cannot be.
pub(super) struct StackReader<'a> {
    pub rules: &'a Rules,
    pub reasons: &'a mut Vec<Reason>,
}

impl StackReader<'_> {
    /// The board, White as side 0.
    pub fn board(
        &mut self,
        checkers: &Byside<[u8; 26]>,
        off_given: &Byside<bool>,
        marked: &[Marked],
    ) -> AnyBoard {
        let kind = self.rules.variant.spec().kind;
        let mut counts = *checkers;
        let pinned = self.check_marks(kind, marked);
        match kind {
            BoardKind::Royal => {
                let board = self.royal(checkers, off_given, marked);
                self.check_points(&AnyBoard::Royal(board).counts(), [0, 0]);
                board.into()
            }
            BoardKind::Plain | BoardKind::Laps | BoardKind::Pins => {
                for side in Side::BOTH {
                    self.check_count(side, &mut counts[side], off_given[side]);
                }
                let board = Board::new(counts[Side::White], counts[Side::Black]);
                self.check_points(&board, pinned);
                match kind {
                    BoardKind::Laps => self.laps(&counts, marked).into(),
                    BoardKind::Pins => PinBoard::new(board, pinned).into(),
                    _ => board.into(),
                }
            }
        }
    }

    /// Marks that the game does not have; gives the pinned points of both sides.
    fn check_marks(&mut self, kind: BoardKind, marked: &[Marked]) -> [u32; 2] {
        let mut pinned = [0, 0];
        for Marked { side, place, stack } in marked {
            let fits = match stack {
                Stack::Royal(_) => kind == BoardKind::Royal,
                Stack::Laps(_) => kind == BoardKind::Laps,
                Stack::Pinned => kind == BoardKind::Pins && (1..=24).contains(place),
            };
            match Place::new(*place) {
                Some(_) if fits && *stack == Stack::Pinned => pinned[*side as usize] |= 1 << place,
                Some(place) if !fits => {
                    let game = self.rules.variant.name();
                    self.reasons.push(Reason::WrongStack { side: *side, place, game });
                }
                _ => {}
            }
        }
        pinned
    }

    /// Completes the off count and compares the sum with the game's.
    fn check_count(&mut self, side: Side, row: &mut [u8; 26], off_given: bool) {
        let expected = self.rules.variant.spec().checkers;
        let in_play: u32 = row[1..].iter().map(|&n| u32::from(n)).sum();
        if !off_given {
            row[OFF] = u32::from(expected).saturating_sub(in_play) as u8;
        }
        let found = in_play + u32::from(row[OFF]);
        if found > u32::from(expected) {
            self.reasons.push(Reason::TooManyCheckers { side, found, expected });
        } else if found < u32::from(expected) {
            self.reasons.push(Reason::TooFewCheckers { side, found, expected });
        }
    }

    /// Points that both sides hold, and bars that cannot be.
    fn check_points(&mut self, board: &Board, pinned: [u32; 2]) {
        let (white, black) = (board.row(0), board.row(1));
        for (point, &held) in white.iter().enumerate().take(BAR).skip(1) {
            let facing = self.rules.movement.track.facing(point);
            let pins = [pinned[0] >> point & 1, pinned[1] >> facing & 1];
            let shared = held > 0 && black[facing] > 0;
            if shared && pins[0] + pins[1] != 1 {
                self.reasons.push(Reason::SharedPoint(point));
            }
            for (side, point, pin) in
                [(Side::White, point, pins[0]), (Side::Black, facing, pins[1])]
            {
                if pin == 1 && !shared {
                    self.reasons.push(Reason::NotPinned { side, point });
                }
            }
        }
        let hits = self.rules.movement.landing == Landing::Hit;
        for side in
            Side::BOTH.into_iter().filter(|&side| !hits && board.row(side as usize)[BAR] > 0)
        {
            self.reasons.push(Reason::NoBar(side));
        }
        let closed = |row: &[u8; 32]| row[1..=HOME_TOP].iter().all(|&n| n >= 2);
        if white[BAR] > 0 && black[BAR] > 0 && closed(white) && closed(black) {
            self.reasons.push(Reason::BothShutOut);
        }
    }

    fn royal(
        &mut self,
        checkers: &Byside<[u8; 26]>,
        off_given: &Byside<bool>,
        marked: &[Marked],
    ) -> RoyalBoard {
        let start = self.rules.start.unwrap_or(self.rules.variant.spec().start);
        let mut board = RoyalBoard::EMPTY;
        for side in Side::BOTH {
            let (mut simple, mut royal) = (0, 0);
            for place in 0..=BAR {
                let found = marked.iter().find_map(|held| match held.stack {
                    Stack::Royal(pair) if held.side == side && usize::from(held.place) == place => {
                        Some(pair)
                    }
                    _ => None,
                });
                let pair = found.unwrap_or(Pair { simple: checkers[side][place], royal: 0 });
                simple += u32::from(pair.simple);
                royal += u32::from(pair.royal);
                board.set(side as usize, place, Pair { simple: pair.simple.min(15), ..pair });
                let met = pair.royal > (start[place] / ROYAL).max(1);
                if met && (1..=24).contains(&place) {
                    let (point, found) = (place, pair.royal);
                    self.reasons.push(Reason::RoyalsMet { side, point, found });
                }
                if place == BAR && pair.royal > 0 {
                    self.reasons.push(Reason::WrongOnBar(side));
                }
            }
            let expected = self.rules.variant.spec().checkers;
            let found = simple + royal;
            if found > u32::from(expected) {
                self.reasons.push(Reason::TooManyCheckers { side, found, expected });
            } else if simple > SIMPLES || royal > ROYALS || off_given[side] && simple < SIMPLES {
                self.reasons.push(Reason::Royals { side, simple, royal });
            } else if !off_given[side] && found < u32::from(expected) {
                self.reasons.push(Reason::OffUnstated(side));
            }
            let eaten = ROYALS.saturating_sub(royal) as u8;
            board.set(side as usize, crate::board::EATEN, Pair { simple: 0, royal: eaten });
        }
        board
    }

    fn laps(&mut self, counts: &Byside<[u8; 26]>, marked: &[Marked]) -> LapBoard {
        let mut board = LapBoard::EMPTY;
        for side in Side::BOTH {
            for place in 0..=BAR {
                let found = marked.iter().find_map(|held| match &held.stack {
                    Stack::Laps(laps) if held.side == side && usize::from(held.place) == place => {
                        Some(laps)
                    }
                    _ => None,
                });
                let push = |lap: Lap| board.push(side as usize, place, lap);
                match found {
                    Some(laps) => {
                        if place == BAR && laps.contains(&Lap::First) {
                            self.reasons.push(Reason::WrongOnBar(side));
                        }
                        laps.iter().copied().for_each(push);
                    }
                    None => {
                        // D-06: on the bar all are of the second lap.
                        let lap = if place == BAR { Lap::Second } else { Lap::First };
                        let count = usize::from(counts[side][place]).min(LapBoard::MAX);
                        std::iter::repeat_n(lap, count).for_each(push);
                    }
                }
            }
        }
        board
    }
}

/// White's board as it is written down: counts, and the places that hold more.
pub(super) fn written(board: &AnyBoard) -> (Byside<[u8; 26]>, Vec<Marked>) {
    let counts = board.counts();
    let mut marked = Vec::new();
    for side in Side::BOTH {
        for place in 0..=BAR {
            let stack = written_stack(board, side as usize, place);
            let place = place as u8;
            marked.extend(stack.map(|stack| Marked { side, place, stack }));
        }
    }
    (Byside([counts.counts(0), counts.counts(1)]), marked)
}

fn written_stack(board: &AnyBoard, side: usize, place: usize) -> Option<Stack> {
    match board {
        AnyBoard::Plain(_) => None,
        AnyBoard::Pins(board) => board.is_pinned(side, place).then_some(Stack::Pinned),
        AnyBoard::Royal(board) => {
            let pair = board.pair(side, place);
            // royals are missing that are not off, which must be said.
            let says_off = place == OFF && board.eaten(side) > 0;
            (pair.royal > 0 || says_off).then_some(Stack::Royal(pair))
        }
        AnyBoard::Laps(board) => {
            let laps: ArrayVec<Lap, { LapBoard::MAX }> = board.stack(side, place).collect();
            let plain = if place == BAR { Lap::Second } else { Lap::First };
            let says_more = laps.iter().any(|lap| *lap != plain);
            (board.count(side, place) > 0 && says_more).then_some(Stack::Laps(laps))
        }
    }
}
