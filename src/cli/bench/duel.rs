//! `nardy bench duel`: points a game, the dice shared by the two games of a pair.

use anyhow::{Result, ensure};
use nardy::board::{Board, Roll};
use nardy::eval::validate::Mean;
use nardy::eval::{Evaluators, over};
use nardy::game::DiceSource;
use nardy::moves::{PlayList, generate};
use nardy::rules::{Movement, Variant, finished_side};

use super::opponent::{Player, Program, Question};
use crate::cli::args::DuelArgs;
use crate::cli::nets;
use crate::cli::output::Output;

/// Games played at a time. The questions of a round fit the pipe of another program.
const PARALLEL: u64 = 512;
/// How many pairs pass between two lines.
const REPORT: u64 = 2000;
/// Turns after which a game counts as drawn; none comes near.
const TURNS_MAX: u32 = 5000;

/// Plays the games and says how they went.
pub fn run(args: &DuelArgs, output: &mut Output) -> Result<()> {
    let (variant, mut nets) = nets::load(&args.nets)?;
    let usual = u32::from(variant.spec().checkers) == 15;
    ensure!(usual, "position IDs have room for games with fifteen checkers only");
    let mut other: Box<dyn Player> = match (&args.against, &args.against_nets) {
        (Some(command), _) => Box::new(Program::start(command)?),
        (None, Some(folder)) => Box::new(nets::from_folder(folder)?),
        (None, None) => Box::new(nets.clone()),
    };
    let pairs = args.games.div_ceil(2);
    let mut duel = Duel::new(variant, args.seed, pairs);
    let mut reported = 0;
    while duel.round(&mut nets, other.as_mut())? {
        if duel.points.len() as u64 >= reported + REPORT {
            reported = duel.points.len() as u64;
            output.line(line("duel so-far", &duel.points))?;
            output.finish()?;
        }
    }
    output.line(line("duel", &duel.points))?;
    output.finish()
}

fn line(what: &str, points: &[f64]) -> String {
    let Mean { mean, se, count } = Mean::of(points);
    let (low, high) = (mean - 1.96 * se, mean + 1.96 * se);
    let games = 2 * count;
    format!("{what} games={games} points={mean:+.4} se={se:.4} low={low:+.4} high={high:+.4}")
}

/// One game of a pair.
struct Game {
    pair: u64,
    /// Side 0 is to throw.
    board: Board,
    dice: DiceSource,
    /// Whether the nets are to play.
    ours: bool,
    turns: u32,
}

struct Duel {
    movement: Movement,
    start: Board,
    seed: u64,
    /// The next pair to begin, and how many there are to be.
    next: u64,
    pairs: u64,
    games: Vec<Game>,
    /// The nets' points in the first game of a pair to end, until the other has ended.
    halves: Vec<(u64, f64)>,
    /// The nets' mean points in each pair.
    points: Vec<f64>,
}

impl Duel {
    fn new(variant: Variant, seed: u64, pairs: u64) -> Duel {
        Duel {
            movement: variant.rules().movement,
            start: variant.start(),
            seed,
            next: 0,
            pairs,
            games: Vec::new(),
            halves: Vec::new(),
            points: Vec::new(),
        }
    }

    /// A turn in every game; `false` when all have been played.
    fn round(&mut self, nets: &mut Evaluators, other: &mut dyn Player) -> Result<bool> {
        while self.next < self.pairs && (self.games.len() as u64) < PARALLEL {
            for ours in [true, false] {
                // Pairs of other seeds share no dice.
                let dice = DiceSource::seeded(self.seed.wrapping_mul(1 << 32) + self.next);
                let (pair, board) = (self.next, self.start);
                self.games.push(Game { pair, board, dice, ours, turns: 0 });
            }
            self.next += 1;
        }
        let mut asked: [(Vec<usize>, Vec<Question>); 2] = Default::default();
        let mut list = PlayList::new();
        for (at, game) in self.games.iter_mut().enumerate() {
            let roll = game.throw()?;
            generate(&self.movement, &game.board, roll, &mut list);
            for board in list.boards_mut() {
                *board = board.swapped();
            }
            match list.boards() {
                [] => game.board = game.board.swapped(),
                &[only] => game.board = only,
                plays => {
                    let (games, questions) = &mut asked[usize::from(game.ours)];
                    games.push(at);
                    questions.push(Question { board: game.board, roll, plays: plays.to_vec() });
                }
            }
        }
        let [theirs, ours] = asked;
        let chosen = [other.choose(&theirs.1)?, nets.choose(&ours.1)?];
        for ((games, questions), chosen) in [theirs, ours].into_iter().zip(chosen) {
            for ((at, question), play) in games.into_iter().zip(questions).zip(chosen) {
                self.games[at].board = question.plays[play];
            }
        }
        self.finish();
        Ok(!self.games.is_empty())
    }

    /// Takes the finished games out.
    fn finish(&mut self) {
        let mut ended = Vec::new();
        self.games.retain_mut(|game| {
            game.ours = !game.ours;
            game.turns += 1;
            let done = finished_side(&game.board).is_some();
            if done || game.turns >= TURNS_MAX {
                let points = if done { f64::from(over(&game.board).equity()) } else { 0.0 };
                ended.push((game.pair, if game.ours { points } else { -points }));
                return false;
            }
            true
        });
        for (pair, points) in ended {
            match self.halves.iter().position(|half| half.0 == pair) {
                Some(at) => {
                    let (_, first) = self.halves.swap_remove(at);
                    self.points.push((first + points) / 2.0);
                }
                None => self.halves.push((pair, points)),
            }
        }
    }
}

impl Game {
    /// The next throw; the opening is no double.
    fn throw(&mut self) -> Result<Roll> {
        loop {
            let (a, b) = self.dice.throw()?;
            if self.turns > 0 || a != b {
                return Ok(Roll::new(a, b));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nardy::eval::standard;

    #[test]
    fn a_duel_with_oneself_is_even_to_the_point() {
        let mut nets = standard().unwrap().clone();
        let mut other = nets.clone();
        let mut duel = Duel::new(Variant::Backgammon, 1, 20);
        while duel.round(&mut nets, &mut other).unwrap() {}
        assert_eq!(duel.points, [0.0; 20]);
        assert!(line("duel", &duel.points).starts_with("duel games=40 points=+0.0000 se=0.0000"));
    }

    #[test]
    fn a_program_that_answers_nonsense_is_named() {
        let ask = |command: &str| {
            let mut nets = standard().unwrap().clone();
            let mut other = Program::start(command).unwrap();
            let mut duel = Duel::new(Variant::Backgammon, 1, 1);
            duel.round(&mut nets, &mut other).unwrap_err().to_string()
        };
        assert!(ask("while read line; do echo nonsense; done").contains("answer 'nonsense'"));
        assert!(ask("while read id a b; do echo $id; done").contains("no play of"));
        assert!(!ask("exit 0").is_empty());
    }
}
