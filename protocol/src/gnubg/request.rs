//! Typed requests of the dialect.

/// A request line.
#[derive(Clone, Debug, PartialEq)]
pub enum GnubgRequest {
    /// Nothing but blanks.
    Empty,
    /// `help`
    Help,
    /// `version`
    Version,
    /// `quit` or `exit`: no reply, the connection is closed.
    Quit,
    /// `set debug`
    SetDebug(bool),
    /// `set interface`: whether `new`.
    SetInterface(bool),
    /// `set prompt`, which is refused.
    SetPrompt,
    /// A board: what would the player do?
    Board {
        /// The position.
        board: FibsLine,
        /// How to read and judge it.
        options: SessionOptions,
    },
    /// `evaluation`: the chances of the side on turn.
    Evaluation {
        /// The position.
        board: FibsLine,
        /// How to read it.
        options: SessionOptions,
        /// How to judge it.
        evaluation: EvaluationOptions,
    },
}

/// A FIBS board line: two names and up to 50 numbers, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FibsLine {
    /// The names, in the order written.
    pub names: [String; 2],
    /// The numbers, the match length first.
    pub numbers: Vec<i64>,
}

/// The most numbers a board line has.
pub(super) const NUMBERS: usize = 50;

impl FibsLine {
    /// Whether the numbers are such as GNU Backgammon's own client sends: the positive player's
    /// view from 24 to 1, the throw in both pairs, nothing where only a server has something to
    /// say, and 1 in the last field outside the Crawford game (in which only throws are asked for).
    pub fn is_from_gnubg(&self) -> bool {
        let numbers = &self.numbers;
        numbers.len() == NUMBERS
            && numbers[30..32] == numbers[32..34]
            && numbers[38..42] == [1, -1, 0, 25]
            && numbers[44..48] == [0; 4]
            && (numbers[49] == 1 || numbers[30..32] != [0, 0])
    }
}

/// Options of board and evaluation requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionOptions {
    /// `jacobyrule`; where it is not said the session's own setting counts.
    pub jacoby: Option<bool>,
    /// `crawfordrule`: whether the Crawford game is told from the board at all.
    pub crawford: bool,
    /// `beavers`
    pub beavers: bool,
    /// `resignation`: what the side on turn offers to lose, 0 for nothing.
    pub resignation: i64,
}

impl Default for SessionOptions {
    fn default() -> Self {
        SessionOptions { jacoby: None, crawford: true, beavers: true, resignation: 0 }
    }
}

/// Options of evaluation requests only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvaluationOptions {
    /// `plies`, not bounded yet.
    pub plies: i64,
    /// `cube on` or `cubeful`: whether the last number counts the cube.
    pub cubeful: bool,
    /// `noise`: standard deviation of the noise to add.
    pub noise: f64,
    /// `deterministic`: whether the same request gets the same noise.
    pub deterministic: bool,
    /// `prune`
    pub prune: bool,
}

impl Default for EvaluationOptions {
    fn default() -> Self {
        EvaluationOptions {
            plies: 0,
            cubeful: false,
            noise: 0.0,
            deterministic: true,
            prune: false,
        }
    }
}
