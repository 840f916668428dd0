//! What a controller has told: board, dice, cube, score.

use nardy_protocol::ubgi::{Player, PositionText, SessionPlay, UbgiClass, UbgiError};

use super::missing;
use crate::board::id::{IdError, gnubg, xgid};
use crate::board::{Byside, CubeSetup, DiceSetup, MatchSetup, Points, Roll, Setup, Side};
use crate::rules::{Position, Rules, Variant};

/// A board as it was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checkers {
    /// The player on roll's, then the other's, whoever that is.
    OnRollFirst([[u8; 26]; 2]),
    /// Each player's own.
    Own(Byside<[u8; 26]>),
}

/// What has become of a match's Crawford game. The interface never says whether it has been played;
/// it is the game at the first score at which a player is one point away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crawford {
    /// There is none.
    None,
    /// Not yet.
    Ahead,
    /// It is the game at this score.
    Now(Byside<Points>),
    /// It has been played.
    Played,
}

/// Everything told so far. Requests make a new one, so that one that is refused changes nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Situation {
    /// The game.
    pub rules: Rules,
    score: MatchSetup,
    crawford: Crawford,
    cube: CubeSetup,
    turn: Side,
    checkers: Option<Checkers>,
    dice: DiceSetup,
}

type Told = Result<Situation, UbgiError>;

impl Situation {
    /// Money play without Jacoby and beavers, the cube in the centre, the first player on roll, and
    /// no board yet.
    pub fn new(variant: Variant) -> Situation {
        Situation {
            rules: variant.rules(),
            score: MatchSetup::MONEY,
            crawford: Crawford::None,
            cube: CubeSetup::CENTRED,
            turn: Side::White,
            checkers: None,
            dice: DiceSetup::ToRoll,
        }
    }

    /// `newgame`: board, dice, cube and turn are forgotten, the score is not.
    #[must_use]
    pub fn new_game(self) -> Situation {
        Situation { score: self.score, crawford: self.crawford, ..Situation::of(self.rules) }
    }

    fn of(rules: Rules) -> Situation {
        Situation { rules, ..Situation::new(rules.variant) }
    }

    /// `newsession`: all but the game itself is forgotten.
    #[must_use]
    pub fn new_session(self, play: SessionPlay) -> Situation {
        let mut fresh = Situation::of(self.rules);
        match play {
            SessionPlay::Money { jacoby } => fresh.score.jacoby = jacoby,
            SessionPlay::Match { length, crawford } => {
                fresh.score.length = length;
                fresh.crawford = if crawford { Crawford::Ahead } else { Crawford::None };
                fresh.note_crawford();
            }
        }
        fresh
    }

    /// `setscore`: points won. In money play they are taken note of and change nothing.
    ///
    /// # Errors
    /// If they decide the match.
    pub fn with_score(mut self, points: [u32; 2]) -> Told {
        self.score.score = Byside::whole(points[0], points[1]);
        self.note_crawford();
        self.checked()
    }

    /// Settles from the score whether this is the Crawford game.
    fn note_crawford(&mut self) {
        let score = self.score.score;
        let one_away = self.score.length > 1 && self.score.is_one_away();
        self.crawford = match self.crawford {
            Crawford::None => Crawford::None,
            _ if !one_away => Crawford::Ahead,
            Crawford::Ahead => Crawford::Now(score),
            Crawford::Now(known) if known == score => Crawford::Now(score),
            Crawford::Now(_) | Crawford::Played => Crawford::Played,
        };
        self.score.crawford = matches!(self.crawford, Crawford::Now(_));
        self.score.post_crawford = self.score.is_post_crawford_by_score();
    }

    /// `setcube`.
    ///
    /// # Errors
    /// If the cube cannot show that.
    pub fn with_cube(mut self, value: u32, owner: Option<Player>) -> Told {
        self.cube = CubeSetup { value, owner: owner.map(side), in_use: true };
        self.checked()
    }

    /// `setturn`. A double or a resignation on offer is forgotten.
    ///
    /// # Errors
    /// If that player has borne off everything.
    pub fn with_turn(mut self, player: Player) -> Told {
        self.turn = side(player);
        if !matches!(self.dice, DiceSetup::Rolled(_)) {
            self.dice = DiceSetup::ToRoll;
        }
        self.checked()
    }

    /// `dice`: they hold until the next position or game.
    ///
    /// # Errors
    /// If they are no dice, or the game is over.
    pub fn with_dice(mut self, dice: [u8; 2]) -> Told {
        let roll = Roll::from_pips(dice[0], dice[1]);
        let roll = roll.ok_or_else(|| bad_value("dice show 1 to 6"))?;
        self.dice = DiceSetup::Rolled(roll);
        self.checked()
    }

    /// `position`. A bare position ID tells the board and no more: the dice are forgotten, score,
    /// cube and turn stay. A match ID and an XGID tell everything.
    ///
    /// # Errors
    /// If it is not well formed, or cannot be.
    pub fn with_position(mut self, text: &PositionText) -> Told {
        let unreadable = |error: IdError| bad_value(error.to_string());
        let setup = match text {
            PositionText::GnubgId(id) => {
                let setup = gnubg::parse(id).map_err(unreadable)?;
                if !id.contains(':') {
                    self.checkers = Some(Checkers::OnRollFirst(setup.checkers.0));
                    self.dice = DiceSetup::ToRoll;
                    return self.checked();
                }
                setup
            }
            PositionText::Xgid(id) => xgid::parse(id).map_err(unreadable)?,
        };
        self.checkers = Some(Checkers::Own(setup.checkers));
        self.turn = setup.turn.unwrap_or(Side::White);
        self.dice = setup.dice;
        self.cube = setup.cube;
        self.score = setup.score;
        self.crawford = match (setup.score.length, setup.score.crawford) {
            (0, _) => Crawford::None,
            (_, true) => Crawford::Now(setup.score.score),
            (_, false) if setup.score.post_crawford => Crawford::Played,
            _ => Crawford::Ahead,
        };
        self.checked()
    }

    /// This situation, if it can be; where there is no board yet, with that of the start.
    fn checked(self) -> Told {
        let start = self.rules.variant.start();
        let start = Checkers::OnRollFirst([start.counts(0), start.counts(1)]);
        let setup = self.setup(self.checkers.unwrap_or(start));
        match Position::from_setup(&setup, self.rules) {
            Ok(_) => Ok(self),
            Err(reasons) => Err(bad_value(reasons.to_string())),
        }
    }

    /// The position that has been told.
    ///
    /// # Errors
    /// If there is no board.
    pub fn position(&self) -> Result<Position, UbgiError> {
        let checkers = self.checkers.ok_or_else(|| missing("no position"))?;
        let checked = Position::from_setup(&self.setup(checkers), self.rules);
        checked.map_err(|reasons| bad_value(reasons.to_string()))
    }

    fn setup(&self, checkers: Checkers) -> Setup {
        let checkers = match (checkers, self.turn) {
            (Checkers::Own(checkers), _) => checkers,
            (Checkers::OnRollFirst([mine, others]), Side::White) => Byside([mine, others]),
            (Checkers::OnRollFirst([mine, others]), Side::Black) => Byside([others, mine]),
        };
        Setup::of_counts(checkers, self.turn, self.dice, self.cube, self.score)
    }
}

fn side(player: Player) -> Side {
    match player {
        Player::First => Side::White,
        Player::Second => Side::Black,
    }
}

fn bad_value(message: impl Into<String>) -> UbgiError {
    UbgiError::new(UbgiClass::BadValue, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Phase;

    fn id(text: &str) -> PositionText {
        PositionText::GnubgId(text.to_owned())
    }

    fn fresh() -> Situation {
        Situation::new(Variant::Backgammon)
    }

    fn in_match(length: u32, crawford: bool) -> Situation {
        fresh().new_session(SessionPlay::Match { length, crawford })
    }

    #[test]
    fn a_bare_id_is_seen_by_whoever_is_on_roll() {
        // The player on roll has one checker on its ace point, the other one on its bar.
        let text = "AACAAAEAAAAAAA";
        let told = fresh().with_position(&id(text)).unwrap();
        let black = told.with_turn(Player::Second).unwrap();
        let white = told.position().unwrap();
        let swapped = black.position().unwrap();
        assert_eq!(white.board(Side::White), swapped.board(Side::Black));
        assert_eq!(black, told.with_turn(Player::Second).unwrap());
        let first_turn = fresh().with_turn(Player::Second).unwrap();
        assert_eq!(first_turn.with_position(&id(text)).unwrap(), black);
    }

    #[test]
    fn an_xgid_tells_everything_and_its_board_stays_where_it_is() {
        let text = "XGID=-b----E-C---eE---c-e----B-:1:-1:-1:52:2:4:0:7:10".to_owned();
        let told = fresh().with_position(&PositionText::Xgid(text)).unwrap();
        let position = told.position().unwrap();
        assert!(matches!(position.phase, Phase::ToMove(Side::Black, _)));
        assert_eq!((position.cube.value, position.cube.owner), (2, Some(Side::Black)));
        assert_eq!((position.score.length, position.score.score), (7, Byside::whole(2, 4)));
        let other = told.with_turn(Player::First).unwrap().position().unwrap();
        assert_eq!(other.white_board, position.white_board);
    }

    #[test]
    fn the_crawford_game_is_the_first_one_with_a_player_one_away() {
        let flags = |told: &Situation| (told.score.crawford, told.score.post_crawford);
        let told = in_match(5, true);
        assert_eq!(flags(&told), (false, false));
        let told = told.with_score([4, 1]).unwrap();
        assert_eq!(flags(&told), (true, false));
        assert_eq!(flags(&told.with_score([4, 1]).unwrap()), (true, false));
        let told = told.new_game().with_score([4, 3]).unwrap();
        assert_eq!(flags(&told), (false, true));
        assert_eq!(flags(&told.with_score([4, 3]).unwrap()), (false, true));
        let without = in_match(5, false).with_score([4, 1]).unwrap();
        assert_eq!(flags(&without), (false, true));
        assert_eq!(flags(&in_match(1, true)), (false, false));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        assert!(in_match(5, true).with_score([5, 0]).is_err());
        assert!(fresh().with_score([50, 0]).is_ok());
        assert!(fresh().with_cube(3, None).is_err());
        assert!(fresh().with_cube(8192, None).is_err());
        assert!(fresh().with_dice([0, 3]).is_err());
        for text in ["xx", "//////////////", "4HPwATDgc/ABM", "AAAAAAAAAAAAAA"] {
            assert!(fresh().with_position(&id(text)).is_err(), "{text}");
        }
        assert!(fresh().position().is_err());
    }

    #[test]
    fn a_new_game_keeps_the_score_and_nothing_else() {
        let told = in_match(7, true).with_score([2, 3]).unwrap();
        let told = told.with_cube(4, Some(Player::Second)).unwrap();
        let told = told.with_position(&id("4HPwATDgc/ABMA")).unwrap().with_dice([3, 1]).unwrap();
        let next = told.new_game();
        assert_eq!(next.score.score, Byside::whole(2, 3));
        assert_eq!(
            (next.cube, next.checkers, next.dice),
            (CubeSetup::CENTRED, None, DiceSetup::ToRoll)
        );
        assert_eq!(next.new_session(SessionPlay::Money { jacoby: false }), fresh());
    }
}
