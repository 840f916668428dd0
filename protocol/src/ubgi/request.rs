//! Typed requests of the dialect.

/// A draft of the interface; they differ in the codes of errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Edition {
    /// 0.1
    #[default]
    First,
    /// 0.2
    Second,
}

impl Edition {
    /// The number on the wire.
    pub const fn number(self) -> &'static str {
        match self {
            Edition::First => "0.1",
            Edition::Second => "0.2",
        }
    }
}

/// One of the two players. Who they are stands in the specification: the first is White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// `p0`
    First,
    /// `p1`
    Second,
}

/// What is to be decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    /// The play of a throw.
    #[default]
    Chequer,
    /// Whether to double, or how to answer a double.
    Cube,
    /// Both.
    Turn,
}

impl Role {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Chequer => "chequer",
            Role::Cube => "cube",
            Role::Turn => "turn",
        }
    }
}

/// What a session of games is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionPlay {
    /// Points.
    Money {
        /// Whether gammons count only once the cube was turned.
        jacoby: bool,
    },
    /// A match.
    Match {
        /// Points that win it.
        length: u32,
        /// Whether there is a Crawford game.
        crawford: bool,
    },
}

/// A position as text and its form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionText {
    /// GNU Backgammon's position ID, alone or with a match ID.
    GnubgId(String),
    /// eXtreme Gammon's.
    Xgid(String),
}

/// `go`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// What is to be decided.
    pub role: Role,
    /// Milliseconds to think.
    pub movetime: Option<u64>,
    /// Depth to look ahead as the interface counts it: 1 judges the position after each play.
    pub depth: Option<u64>,
    /// Positions to evaluate at most.
    pub nodes: Option<u64>,
    /// Games to play out, in place of a look-ahead.
    pub trials: Option<u64>,
}

/// A request line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UbgiRequest {
    /// `ubgi`: who are you?
    Ubgi,
    /// `isready`
    IsReady,
    /// `newgame`
    NewGame,
    /// `newsession`
    NewSession(SessionPlay),
    /// `setscore`: points won by each player.
    SetScore([u32; 2]),
    /// `setcube`; no owner is the centre.
    SetCube {
        /// What it shows.
        value: u32,
        /// Whose it is.
        owner: Option<Player>,
    },
    /// `setturn`
    SetTurn(Player),
    /// `position`
    Position(PositionText),
    /// `dice`
    Dice([u8; 2]),
    /// `go`
    Go(Go),
    /// `stop`
    Stop,
    /// `setoption`
    SetOption {
        /// The option.
        name: String,
        /// Its value.
        value: String,
    },
    /// `set`
    Set {
        /// The option.
        key: String,
        /// Its value.
        value: String,
    },
    /// `get`
    Get(String),
    /// `keys`
    Keys,
    /// `proto`, with the draft to speak where one is named.
    Proto(Option<Edition>),
    /// `quit`
    Quit,
}

impl UbgiRequest {
    /// The draft that a client speaks who says this, where it tells.
    pub fn edition(&self) -> Option<Edition> {
        match self {
            UbgiRequest::Set { .. } | UbgiRequest::Get(_) | UbgiRequest::Keys => {
                Some(Edition::Second)
            }
            UbgiRequest::Proto(edition) => *edition,
            _ => None,
        }
    }
}
