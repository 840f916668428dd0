//! One game from its start to its end.

use super::dice::{BLOCK, Dice};
use super::figures::Figures;
use super::luck::{DEPTH, Opening, Replies, Reply, Sifted};
use super::plan::{Cube, Plan, Start};
use super::sieve::Sieve;
use crate::board::Roll;
use crate::eval::Chances;
use crate::search::chequer::{Judging, best_plays};
use crate::search::cube::{self, CubeDecision, CubeEquities, Reply as Answer};
use crate::search::ends::{End, is_over};
use crate::search::equity::{Payoff, Stakes};
use crate::search::kind::Kind;
use crate::search::task::{CubePlace, Limits};
use crate::search::tree::{Level, Search};
use crate::search::worth::Worth;
use arrayvec::ArrayVec;

/// Games from which a sieve learns at most: where they are short there is little to learn.
const GAMES_MAX: u32 = 200;

/// So many turns passed in a row make it worth while to ask whether anybody can move at all.
const PASSES: u32 = 4;

/// Who plays games, one after the other.
pub(super) struct Table<'a, 'b, B: Kind> {
    pub(super) plan: &'a Plan<B>,
    /// Tells which plays count for the luck of throws; all if there is none.
    pub(super) sieve: Option<&'a Sieve>,
    pub(super) search: Search<'b, B>,
    /// Room for the replies at the present turn.
    replies: Box<Replies<B>>,
}

/// A game under way.
struct Game<B> {
    /// The side to throw is side 0.
    board: B,
    /// Whether that is the side that decides.
    mine: bool,
    /// The chances of the side to throw, if they have been judged.
    chances: Option<Chances>,
    cube: Cube,
    /// Turns passed in a row.
    passes: u32,
    /// How it ended where nobody can move any more.
    standstill: Option<End>,
    /// By whether the side that decides is to throw.
    payoffs: [Payoff; 2],
}

impl<B: Kind> Game<B> {
    fn new(start: &Start<B>, plan: &Plan<B>) -> Game<B> {
        Game {
            board: start.board,
            mine: start.mine,
            chances: None,
            cube: Cube { stakes: plan.stakes, settled: None },
            passes: 0,
            standstill: None,
            payoffs: [plan.payoff.swapped(), plan.payoff],
        }
    }

    fn payoff(&self) -> &Payoff {
        &self.payoffs[usize::from(self.mine)]
    }

    /// The stakes of the side to throw.
    fn stakes(&self) -> Stakes {
        if self.mine { self.cube.stakes } else { self.cube.stakes.swapped() }
    }
}

impl<'a, 'b, B: Kind> Table<'a, 'b, B> {
    pub(super) fn new(
        plan: &'a Plan<B>,
        sieve: Option<&'a Sieve>,
        search: Search<'b, B>,
    ) -> Table<'a, 'b, B> {
        let any = &plan.starts[0].board;
        Table { plan, sieve, search, replies: Box::new(Replies::new(any)) }
    }

    /// The figures of game `number` of the block that the dice are of; `None` if the token ends it.
    pub(super) fn game(
        &mut self,
        start: &Start<B>,
        opening: &Opening<B>,
        dice: &mut Dice,
        number: u32,
    ) -> Option<Figures> {
        let plan = self.plan;
        let mut game = Game::new(start, plan);
        let mut luck = Figures::default();
        let mut throws = ArrayVec::<Roll, DEPTH>::new();
        for turn in 0..plan.turns_max {
            let opens = turn == 0;
            let ended = !(opens && start.last_turn) && self.has_ended(&mut game);
            if ended || !opens && plan.is_known(&self.search, &game.board) {
                break;
            }
            if self.search.token.ended().is_some() {
                return None;
            }
            if turn > 0 || start.may_double {
                self.turn_cube(&mut game);
            }
            let roll = dice.throw(number, turn as usize);
            let reply = if plan.luck {
                Some(self.lucky_reply(&game, opening, &throws, roll, &mut luck))
            } else {
                None
            };
            let passed = game.board.swapped();
            (game.board, game.chances) = match reply {
                _ if plan.plies > 0 => (self.deep_reply(&game, roll)?, None),
                Some(reply) => (reply.board, Some(reply.chances)),
                None => self.static_reply(&game, roll, None),
            };
            game.mine = !game.mine;
            game.passes = if game.board == passed { game.passes + 1 } else { 0 };
            // Later throws are of no interest.
            let _ = throws.try_push(roll);
        }
        Some(self.figures(&mut game, &luck))
    }

    /// Whether the game is over, or neither side can ever move again.
    fn has_ended(&mut self, game: &mut Game<B>) -> bool {
        if game.passes > 0 && game.passes.is_multiple_of(PASSES) {
            let mut level: Level<B> = self.search.workspace.take();
            game.standstill = End::of_standstill(self.search.rules, &game.board, &mut level.plays);
            self.search.workspace.give(level);
        }
        game.standstill.is_some() || is_over(self.search.rules, &game.board)
    }

    /// The best reply to a throw as the evaluator sees it, its luck added to `luck`.
    fn lucky_reply(
        &mut self,
        game: &Game<B>,
        opening: &Opening<B>,
        throws: &[Roll],
        roll: Roll,
        luck: &mut Figures,
    ) -> Reply<B> {
        let plan = self.plan;
        let (place, payoff) = ((&game.board, game.mine), game.payoff());
        let find = |search: &mut Search<'_, B>, replies: &mut Replies<B>, sifted: Sifted<'_>| {
            replies.find(plan, search, place, payoff, &game.cube, sifted);
        };
        // What is kept serves all throws, so that nothing can be left out.
        let find_all =
            |search: &mut Search<'_, B>, replies: &mut Replies<B>| find(search, replies, None);
        if let Some(replies) = opening.replies(throws, &game.board, &mut self.search, find_all) {
            return replies.meet(roll, luck);
        }
        let sifted = self.sieve.map(|sieve| (sieve, roll));
        find(&mut self.search, &mut self.replies, sifted);
        self.replies.meet(roll, luck)
    }

    /// The board after the play that the evaluator likes best as it stands, or after a forced pass,
    /// and the other side's chances if there was a choice.
    fn static_reply(
        &mut self,
        game: &Game<B>,
        roll: Roll,
        pupil: Option<&mut Sieve>,
    ) -> (B, Option<Chances>) {
        let mut level: Level<B> = self.search.workspace.take();
        self.search.expand(&game.board, roll, &mut level);
        let mut best = (f32::INFINITY, 0);
        let is_choice = level.boards.len() > 1;
        if is_choice {
            self.search.judge(&game.board, &mut level);
            let theirs = game.payoff().swapped();
            self.replies.scores.clear();
            for (index, chances) in level.chances.iter().enumerate() {
                let equity = theirs.equity(chances);
                if equity < best.0 {
                    best = (equity, index);
                }
                self.replies.scores.push(equity);
            }
            if let Some(pupil) = pupil {
                pupil.learn(
                    self.search.rules,
                    &game.board,
                    &level.boards,
                    !game.mine,
                    &self.replies.scores,
                );
            }
        }
        let after = (level.boards[best.1], is_choice.then(|| level.chances[best.1]));
        self.search.workspace.give(level);
        after
    }

    /// The board after the play that is best some plies deeper; `None` if the token ends it.
    fn deep_reply(&mut self, game: &Game<B>, roll: Roll) -> Option<B> {
        let limits = Limits::plies(self.plan.plies);
        let (stakes, payoff) = (game.stakes(), *game.payoff());
        let judging = Judging { stakes, payoff, limits: &limits, turn: None };
        let best = best_plays(&mut self.search, &judging, &game.board, roll, 1);
        if self.search.token.ended().is_some() {
            return None;
        }
        let after = best.plays.first().and_then(|play| B::of(&play.child.board));
        Some(after.unwrap_or(game.board).swapped())
    }

    /// The side to throw doubles if that is best, and the other answers as is best.
    fn turn_cube(&mut self, game: &mut Game<B>) {
        let stakes = game.stakes();
        if !self.plan.cube || game.cube.settled.is_some() || !stakes.may_double() {
            return;
        }
        let chances = self.chances(game);
        let worth = Worth::new(self.search.evaluator, self.search.rules, &game.board, &chances);
        let taken = cube::taken(&stakes);
        let values = (worth.value(&stakes), worth.value(&taken));
        let equities = CubeEquities::from_values(&stakes, values.0, values.1);
        let decision = CubeDecision::judge(&stakes, equities);
        if !decision.action.doubles() {
            return;
        }
        let after = match decision.reply {
            Answer::Take => taken,
            Answer::Beaver => stakes.with_cube(taken.cube.saturating_mul(2), CubePlace::Others),
            Answer::Pass => {
                let cashed = i64::from(stakes.cube);
                let won = game.cube.stakes.value(if game.mine { cashed } else { -cashed });
                game.cube.settled = Some(self.plan.equity_of(&stakes, won));
                return;
            }
        };
        let mine = if game.mine { after } else { after.swapped() };
        let payoff = Payoff::new(&mine);
        game.cube.stakes = mine;
        game.payoffs = [payoff.swapped(), payoff];
    }

    /// The chances of the side to throw.
    fn chances(&mut self, game: &mut Game<B>) -> Chances {
        *game.chances.get_or_insert_with(|| self.search.static_chances(&game.board))
    }

    /// A sieve that has learnt from games played for it, as many as the token allows.
    pub(super) fn lessons(&mut self, seed: u64) -> Sieve {
        let mut sieve = Sieve::new();
        for (number, start) in (0..GAMES_MAX).zip(self.plan.starts.iter().cycle()) {
            let mut game = Game::new(start, self.plan);
            // No rollout comes to blocks as high as these.
            let mut dice = Dice::new(seed, u32::MAX - number / BLOCK);
            for turn in 0..self.plan.turns_max {
                if sieve.is_ready() || self.search.token.ended().is_some() {
                    return sieve;
                }
                if is_over(self.search.rules, &game.board)
                    || self.plan.is_known(&self.search, &game.board)
                    || game.passes > PASSES
                {
                    break;
                }
                let roll = dice.throw(number, turn as usize);
                let after = self.static_reply(&game, roll, Some(&mut sieve)).0;
                let passed = after == game.board.swapped();
                game.passes = if passed { game.passes + 1 } else { 0 };
                game.board = after;
                game.mine = !game.mine;
            }
        }
        sieve
    }

    /// The figures of a game at its end, without its luck.
    fn figures(&mut self, game: &mut Game<B>, luck: &Figures) -> Figures {
        let mut figures = match game.standstill {
            Some(end) => self.plan.ended(&end, game.mine, &game.cube),
            None => {
                let chances = self.chances(game);
                self.plan.figures(&self.search, &game.board, &chances, game.mine, &game.cube)
            }
        };
        figures.add_difference(&Figures::default(), luck);
        figures
    }
}
