//! The cube: what a position is worth with it, and whether to double and take.
//!
//! The model is Janowski's ("Take-Points in Money Games", 1993): between a dead cube, never turned
//! again, and a fully live one, turned exactly at the point where the other side is indifferent
//! between taking and passing, lies the real one at a fixed share of the way, its efficiency. A
//! live cube makes equity a chain of straight lines over the chance to win, with corners where
//! either side cashes. In money play the corners follow from the mean size of wins and losses
//! alone; in a match they are found by going up the cube's values until it is of no use.
//!
//! Dave that adds one to the stake (C-04) has points of its own. Results are flat, so that at stake
//! v a pass costs v, and after a take at w = v + 1 the taker alone may raise. With a dead stake it
//! takes from a chance of (w - v) / 2w = 1 / 2(v + 1) on: 1/4, 1/6, 1/8. With a live one its worth
//! runs straight from -w at 0 to +w at its own cash point 1 - t(w), where the other may take or pass
//! alike, and is -v at t(v):
//!
//! t(v) = (w - v) (1 - t(w)) / 2w = (1 - t(v + 1)) / 2(v + 1),
//!
//! .2131, .1478, .1135 and so on, found by going up the ladder as in a match. (With w = 2v it is
//! the same at every stake, t = (1 - t) / 4 = 1/5.)
//!
//! Everything is the point of view of the side to throw, "mover" below.

use std::fmt;

use super::equity::{Rates, Stakes};
use super::kind::Kind;
use super::task::CubePlace;
use crate::board::Board;
use crate::board::Track;
use crate::eval::Chances;

/// How live a cube is while the sides can still hit one another.
pub const CONTACT_EFFICIENCY: f32 = 0.68;

/// What the cube model asks of a score. Worths are the mover's, in any linear unit.
pub(super) trait Ledger {
    /// Mean worth of winning with the cube at `cube`.
    fn winning(&self, rates: &Rates, cube: u32) -> f32;
    /// Mean worth of losing with the cube at `cube`.
    fn losing(&self, rates: &Rates, cube: u32) -> f32;
    /// Worth of the other's pass at `points` (of the mover's own, if negative).
    fn passed(&self, points: i64) -> f32;
    /// Whether the mover, and the other, could use a cube at `cube`.
    fn can_use(&self, cube: u32) -> [bool; 2];
    /// The cube's value once it has been turned at `cube`.
    fn raised(&self, cube: u32) -> u32 {
        cube.saturating_mul(2)
    }
    /// Whether all values of the cube look alike, as in money play.
    fn scale_free(&self) -> bool;
}

/// The stakes of both sides at once.
struct Both(Stakes, Stakes);

impl Ledger for Both {
    fn winning(&self, rates: &Rates, cube: u32) -> f32 {
        self.0.winning(rates, cube)
    }

    fn losing(&self, rates: &Rates, cube: u32) -> f32 {
        self.0.losing(rates, cube)
    }

    fn passed(&self, points: i64) -> f32 {
        self.0.value(points)
    }

    fn can_use(&self, cube: u32) -> [bool; 2] {
        [self.0.can_use(cube), self.1.can_use(cube)]
    }

    fn raised(&self, cube: u32) -> u32 {
        self.0.raised(cube)
    }

    fn scale_free(&self) -> bool {
        self.0.scale_free()
    }
}

/// Turns of the cube after which it is taken to be dead. Each turn of a dave that adds one makes
/// what comes after it count less by a factor of twice the stake: twelve leave nothing that a number
/// shows. A cube that doubles is of no use in a match after as many as its length has digits.
const TURNS_MAX: u32 = 16;

/// The chance to win at which the mover, doubled from `cube`, may take or pass alike.
fn take_point(ledger: &impl Ledger, rates: &Rates, cube: u32, turns: u32) -> f32 {
    let pass = ledger.passed(-i64::from(cube));
    let doubled = ledger.raised(cube);
    let lose = ledger.losing(rates, doubled);
    if turns == 0 || !ledger.can_use(doubled)[0] {
        return share(pass - lose, ledger.winning(rates, doubled) - lose);
    }
    if ledger.scale_free() {
        let (won, lost) = sizes(ledger, rates, cube);
        return ((lost - 0.5) / (won + lost + 0.5)).clamp(0.0, 1.0);
    }
    let cash = cash_point(ledger, rates, doubled, turns - 1);
    cash * share(pass - lose, ledger.passed(i64::from(doubled)) - lose)
}

/// The mover's chance to win at which the other, doubled from `cube`, may take or pass alike.
fn cash_point(ledger: &impl Ledger, rates: &Rates, cube: u32, turns: u32) -> f32 {
    let cash = ledger.passed(i64::from(cube));
    let doubled = ledger.raised(cube);
    let win = ledger.winning(rates, doubled);
    if turns == 0 || !ledger.can_use(doubled)[1] {
        let lose = ledger.losing(rates, doubled);
        return share(cash - lose, win - lose);
    }
    if ledger.scale_free() {
        let (won, lost) = sizes(ledger, rates, cube);
        return ((lost + 1.0) / (won + lost + 0.5)).clamp(0.0, 1.0);
    }
    let take = take_point(ledger, rates, doubled, turns - 1);
    let pass = ledger.passed(-i64::from(doubled));
    take + (1.0 - take) * share(cash - pass, win - pass)
}

/// `part / whole` as a share between 0 and 1.
fn share(part: f32, whole: f32) -> f32 {
    (part / whole.max(1e-9)).clamp(0.0, 1.0)
}

/// Mean sizes of a win and a loss in cubes.
fn sizes(ledger: &impl Ledger, rates: &Rates, cube: u32) -> (f32, f32) {
    let unit = ledger.passed(i64::from(cube));
    (ledger.winning(rates, cube) / unit, -ledger.losing(rates, cube) / unit)
}

/// Worth at `chance` on the chain of lines through `corners`, whose chances do not fall.
fn on_chain(corners: &[(f32, f32)], chance: f32) -> f32 {
    for pair in corners.windows(2) {
        let ((from, low), (to, high)) = (pair[0], pair[1]);
        if chance <= to {
            return low + (high - low) * share(chance - from, to - from);
        }
    }
    corners.last().map_or(0.0, |corner| corner.1)
}

/// Worth of a position before the mover throws, the cube at `cube` in the centre.
pub(super) fn centred(
    ledger: &impl Ledger,
    rates: &Rates,
    chance: f32,
    cube: u32,
    efficiency: f32,
) -> f32 {
    let ends = Ends { lose: ledger.losing(rates, cube), win: ledger.winning(rates, cube) };
    let users = ledger.can_use(cube);
    worth(ledger, rates, ends, users, chance, cube, efficiency)
}

/// Worth of sure loss and sure win.
#[derive(Clone, Copy)]
struct Ends {
    lose: f32,
    win: f32,
}

fn worth(
    ledger: &impl Ledger,
    rates: &Rates,
    ends: Ends,
    [mover, other]: [bool; 2],
    chance: f32,
    cube: u32,
    efficiency: f32,
) -> f32 {
    let dead = ends.lose + chance * (ends.win - ends.lose);
    if !mover && !other {
        return dead;
    }
    let mut corners = [(0.0, ends.lose); 4];
    let mut len = 1;
    if other {
        let take = take_point(ledger, rates, cube, TURNS_MAX);
        corners[len] = (take, ledger.passed(-i64::from(cube)));
        len += 1;
    }
    if mover {
        let cash = cash_point(ledger, rates, cube, TURNS_MAX).max(corners[len - 1].0);
        corners[len] = (cash, ledger.passed(i64::from(cube)));
        len += 1;
    }
    corners[len] = (1.0, ends.win);
    let live = on_chain(&corners[..=len], chance);
    efficiency * live + (1.0 - efficiency) * dead
}

/// Worth, in units of [`Stakes::value`], before the mover throws, nobody doubling at once.
pub(super) fn value(stakes: &Stakes, chances: &Chances, efficiency: f32) -> f32 {
    let rates = Rates::of(chances);
    let ledger = Both(*stakes, stakes.swapped());
    let cube = stakes.cube;
    let [mover, other] = ledger.can_use(cube);
    let users = match stakes.place {
        CubePlace::Dead => [false, false],
        CubePlace::Centred => [mover, other],
        CubePlace::Owned => [mover, false],
        CubePlace::Others => [false, other],
    };
    // Jacoby: without a double a win is a single one, but after it gammons count.
    let scored = if stakes.jacoby() { Rates::SINGLE } else { rates };
    let ends = Ends { lose: stakes.losing(&scored, cube), win: stakes.winning(&scored, cube) };
    worth(&ledger, &rates, ends, users, chances.win, cube, efficiency)
}

/// How live the cube is, from the board of the side to throw: in a race the more the longer it is.
///
/// 0.6 with up to 40 pips to go, 0.7 from 120 on; [`CONTACT_EFFICIENCY`] while there is contact: on
/// contrary roads until all checkers have passed the other's, on parallel ones until each side is on
/// its own half.
pub fn efficiency(track: Track, board: &Board) -> f32 {
    liveness(track, board)
}

/// [`efficiency`] of a board of any kind.
pub(super) fn liveness<B: Kind>(track: Track, board: &B) -> f32 {
    if !board.has_passed(track) {
        return CONTACT_EFFICIENCY;
    }
    (0.55 + 0.00125 * board.counts().pips(0) as f32).clamp(0.6, 0.7)
}

/// What the mover's choices are worth to it, as equities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeEquities {
    /// Throwing without a double.
    pub no_double: f32,
    /// Doubling when the other takes.
    pub double_take: f32,
    /// Doubling when the other passes.
    pub double_pass: f32,
}

impl CubeEquities {
    /// The equities of the side to throw, whose `stakes` and `chances` these are.
    pub fn new(stakes: &Stakes, chances: &Chances, efficiency: f32) -> CubeEquities {
        let no_double = value(stakes, chances, efficiency);
        Self::from_values(stakes, no_double, value(&taken(stakes), chances, efficiency))
    }

    /// The equities that follow from the worth of `stakes` and that of [`taken`].
    pub(super) fn from_values(stakes: &Stakes, no_double: f32, taken: f32) -> CubeEquities {
        CubeEquities {
            no_double: stakes.equity_of(no_double),
            double_take: stakes.equity_of(before_double(stakes, taken)),
            double_pass: stakes.equity_of(stakes.value(i64::from(stakes.cube))),
        }
    }

    /// The equity if both sides choose best; doubling counts only where it is allowed.
    pub fn best(&self, stakes: &Stakes) -> f32 {
        if stakes.may_double() {
            self.no_double.max(self.double_take.min(self.double_pass))
        } else {
            self.no_double
        }
    }
}

/// The stakes of the side to throw once it has doubled and the other has taken.
pub(super) fn taken(stakes: &Stakes) -> Stakes {
    stakes.with_cube(stakes.raised(stakes.cube), CubePlace::Others)
}

/// A worth after a double in units of the stakes before it.
fn before_double(stakes: &Stakes, worth: f32) -> f32 {
    if !stakes.is_money() {
        return worth;
    }
    stakes.raised(stakes.cube) as f32 / stakes.cube as f32 * worth
}

/// Worth of the side to throw if both handle the cube best, from that of [`taken`].
pub(super) fn best_value(stakes: &Stakes, no_double: f32, taken: f32) -> f32 {
    let pass = stakes.value(i64::from(stakes.cube));
    no_double.max(before_double(stakes, taken).min(pass))
}

/// The mover's equity before its throw, as [`CubeEquities::no_double`].
pub fn no_double(stakes: &Stakes, chances: &Chances, efficiency: f32) -> f32 {
    stakes.equity_of(value(stakes, chances, efficiency))
}

/// The mover's equity before its throw if both sides handle the cube best.
pub fn cubeful(stakes: &Stakes, chances: &Chances, efficiency: f32) -> f32 {
    if stakes.may_double() {
        CubeEquities::new(stakes, chances, efficiency).best(stakes)
    } else {
        no_double(stakes, chances, efficiency)
    }
}

/// What to do with the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CubeAction {
    /// There is no cube to turn; the answer to a double would be a take.
    Unavailable,
    /// Throw; a double would be taken.
    NoDoubleTake,
    /// Throw; a double would be beavered.
    NoDoubleBeaver,
    /// Double, and the other takes.
    DoubleTake,
    /// Double although the other beavers.
    DoubleBeaver,
    /// Double, and the other passes.
    DoublePass,
    /// Play on for a gammon; a double would be taken.
    TooGoodTake,
    /// Play on for a gammon; a double would be passed.
    TooGoodPass,
    /// Doubling and throwing are worth the same; a double is taken.
    OptionalTake,
    /// Doubling and throwing are worth the same; a double is beavered.
    OptionalBeaver,
    /// Doubling and throwing are worth the same; a double is passed.
    OptionalPass,
}

impl CubeAction {
    /// As the protocol writes it for a first double.
    pub const fn name(self) -> &'static str {
        match self {
            CubeAction::Unavailable => "unavailable",
            CubeAction::NoDoubleTake => "no double, take",
            CubeAction::NoDoubleBeaver => "no double, beaver",
            CubeAction::DoubleTake => "double, take",
            CubeAction::DoubleBeaver => "double, beaver",
            CubeAction::DoublePass => "double, pass",
            CubeAction::TooGoodTake => "too good, take",
            CubeAction::TooGoodPass => "too good, pass",
            CubeAction::OptionalTake => "optional double, take",
            CubeAction::OptionalBeaver => "optional double, beaver",
            CubeAction::OptionalPass => "optional double, pass",
        }
    }

    /// Whether the side to throw turns the cube; an optional double is turned.
    pub const fn doubles(self) -> bool {
        matches!(
            self,
            CubeAction::DoubleTake
                | CubeAction::DoubleBeaver
                | CubeAction::DoublePass
                | CubeAction::OptionalTake
                | CubeAction::OptionalBeaver
                | CubeAction::OptionalPass
        )
    }
}

impl fmt::Display for CubeAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a double is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// It is taken.
    Take,
    /// It is taken and turned at once.
    Beaver,
    /// It is passed.
    Pass,
}

/// A cube decision: the choices' equities and what follows from them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeDecision {
    /// Equities of the side that decides: the one to throw, or the one that has been doubled.
    pub equities: CubeEquities,
    /// What the side to throw does.
    pub action: CubeAction,
    /// What the other answers if it doubles all the same.
    pub reply: Reply,
}

/// Equities nearer than this are the same.
const SAME: f32 = 1e-5;

impl CubeDecision {
    /// The decision of the side to throw, whose `stakes` and `chances` these are, as the position
    /// stands.
    pub fn new(stakes: &Stakes, chances: &Chances, efficiency: f32) -> CubeDecision {
        Self::judge(stakes, CubeEquities::new(stakes, chances, efficiency))
    }

    /// The decision that follows from equities of the side to throw.
    pub fn judge(stakes: &Stakes, equities: CubeEquities) -> CubeDecision {
        let CubeEquities { no_double, double_take, double_pass } = equities;
        let reply = if double_take > double_pass {
            Reply::Pass
        } else if stakes.beavers() && double_take < 0.0 {
            Reply::Beaver
        } else {
            Reply::Take
        };
        let gain = double_take.min(double_pass) - no_double;
        let action = if !stakes.may_double() {
            CubeAction::Unavailable
        } else if gain.abs() <= SAME {
            match reply {
                Reply::Take => CubeAction::OptionalTake,
                Reply::Beaver => CubeAction::OptionalBeaver,
                Reply::Pass => CubeAction::OptionalPass,
            }
        } else if gain > 0.0 {
            match reply {
                Reply::Take => CubeAction::DoubleTake,
                Reply::Beaver => CubeAction::DoubleBeaver,
                Reply::Pass => CubeAction::DoublePass,
            }
        } else {
            match reply {
                Reply::Pass => CubeAction::TooGoodPass,
                Reply::Take if no_double > double_pass => CubeAction::TooGoodTake,
                Reply::Take => CubeAction::NoDoubleTake,
                Reply::Beaver => CubeAction::NoDoubleBeaver,
            }
        };
        CubeDecision { equities, action, reply }
    }

    /// The same decision with the equities of the other side.
    #[must_use]
    pub fn swapped(&self) -> CubeDecision {
        let CubeEquities { no_double, double_take, double_pass } = self.equities;
        let equities = CubeEquities {
            no_double: -no_double,
            double_take: -double_take,
            double_pass: -double_pass,
        };
        CubeDecision { equities, ..*self }
    }
}
