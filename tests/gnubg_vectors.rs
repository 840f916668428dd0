//! GNU Backgammon's recorded requests and replies, replayed.
//!
//! Replies of the protocol itself must be equal to the letter. Where strength decides, the question
//! must be the one that GNU Backgammon answered, and its answer one that we could give.

use nardy::board::{BAR, Board, DiceSetup, OFF, Side};
use nardy::dialect::gnubg::{Ask, Settings, evaluation, question};
use nardy::moves::{PlayList, Step, generate};
use nardy_protocol::gnubg::{
    EvaluationOptions, FibsLine, GnubgError, GnubgReply, GnubgRequest, SessionOptions, Verdict,
    looks_like_gnubg, parse,
};
use serde_json::Value;

const BAD: &str = "Error: badly formed board\n";

/// Where nardy answers otherwise on purpose: label, reply. GNU Backgammon plays on with boards and
/// dice that cannot be, with a cube that cannot be, and with numbers left over from the line before.
const DEVIATIONS: &[(&str, &str)] = &[
    ("only board (29 values) right after a good one", BAD),
    ("negative scores", BAD),
    ("dice 0 3", BAD),
    ("dice 3 0", BAD),
    ("dice 7 1", BAD),
    ("dice -3 1", BAD),
    ("cube=0", BAD),
    ("cube=3", BAD),
    ("cube=8192", BAD),
    ("16 chequers", BAD),
    ("40 chequers on a point", BAD),
    ("no chequers for opponent", BAD),
    ("empty board no dice", BAD),
    // The sign of a bar is ignored, so that these give one side 16 checkers.
    ("bar count given with wrong sign (mover bar -1)", BAD),
    ("orientation (asymmetric) turn=1 color=1 direction=1 dice 62", BAD),
    ("orientation (asymmetric) turn=1 color=-1 direction=-1 dice 62", BAD),
    ("orientation (asymmetric) turn=-1 color=1 direction=1 dice 62", BAD),
    ("orientation (asymmetric) turn=-1 color=-1 direction=-1 dice 62", BAD),
];

struct Vector {
    label: String,
    request: String,
    reply: Option<String>,
    exact: bool,
    closes: bool,
}

fn vectors() -> Vec<Vector> {
    let text = include_str!("../fixtures/gnubg/vectors.jsonl");
    let field = |row: &Value, name: &str| row[name].as_str().map(str::to_owned);
    let vector = |line: &str| {
        let row: Value = serde_json::from_str(line).expect("a JSON object");
        // Each character of a recorded request stands for one byte.
        let bytes: Vec<u8> =
            field(&row, "request").expect("request").chars().map(|c| c as u8).collect();
        Vector {
            label: field(&row, "label").expect("label"),
            request: String::from_utf8_lossy(&bytes).into_owned(),
            reply: field(&row, "reply"),
            exact: row["kind"] == "exact",
            closes: row["closes"] == true,
        }
    };
    text.lines().map(vector).collect()
}

/// What a line is answered: at once, by nothing, or after some thought.
enum Answer {
    Now(GnubgReply),
    Close,
    Board(Box<FibsLine>, SessionOptions),
    Evaluation(Box<FibsLine>, SessionOptions, EvaluationOptions),
}

fn answer(line: &str) -> Answer {
    let request = match parse(line) {
        Ok(request) => request,
        Err(error) => return Answer::Now(GnubgReply::Error(error)),
    };
    Answer::Now(match request {
        GnubgRequest::Empty => GnubgReply::Error(GnubgError::NoCommand),
        GnubgRequest::Help => GnubgReply::Help,
        GnubgRequest::Version => GnubgReply::Version { software: "1.07.001".to_owned() },
        GnubgRequest::Quit => return Answer::Close,
        GnubgRequest::SetDebug(on) => GnubgReply::Debug(on),
        GnubgRequest::SetInterface(new) => GnubgReply::Interface(new),
        GnubgRequest::SetPrompt => GnubgReply::Error(GnubgError::PromptUnsupported),
        GnubgRequest::Board { board, options } => return Answer::Board(Box::new(board), options),
        GnubgRequest::Evaluation { board, options, evaluation } => {
            return Answer::Evaluation(Box::new(board), options, evaluation);
        }
    })
}

/// What can be said to a board line: every reply that would be right in form.
fn replies(line: &FibsLine, options: &SessionOptions) -> Vec<GnubgReply> {
    let question = match question(line, options, &Settings::GNUBG) {
        Ok(question) => question,
        Err(reply) => return vec![reply],
    };
    let words = |words: &[Verdict]| words.iter().map(|&word| GnubgReply::Verdict(word)).collect();
    match question.ask {
        Ask::Take if question.may_beaver() => {
            words(&[Verdict::Take, Verdict::Drop, Verdict::Beaver])
        }
        Ask::Take | Ask::TakeBeaver => words(&[Verdict::Take, Verdict::Drop]),
        Ask::Resignation(_) => words(&[Verdict::Accept, Verdict::Reject]),
        Ask::RollOrDouble => words(&[Verdict::Roll, Verdict::Double]),
        Ask::Chequer(roll) => {
            let mut list = PlayList::new();
            let board = question.position.counts(question.decider);
            generate(&question.position.rules.movement, &board, roll, &mut list);
            if list.is_empty() {
                return vec![question.moves(&[])];
            }
            let reply =
                |steps: nardy::moves::Steps| question.moves(&steps.iter().collect::<Vec<_>>());
            list.iter().map(|child| reply(child.steps)).collect()
        }
    }
}

#[test]
fn every_reply_is_one_that_we_could_give() {
    let mut counts = (0, 0, 0);
    for vector in vectors() {
        let deviation = DEVIATIONS.iter().find(|(label, _)| *label == vector.label);
        let wanted = deviation.map(|&(_, reply)| reply.to_owned()).or(vector.reply);
        let label = &vector.label;
        match answer(&vector.request) {
            Answer::Close => assert!(vector.closes && wanted.is_none(), "{label}"),
            Answer::Now(reply) => assert_eq!(Some(reply.to_string()), wanted, "{label}"),
            Answer::Board(line, options) => {
                let wanted = wanted.expect("a reply");
                let replies = replies(&line, &options);
                if deviation.is_some() || replies.len() == 1 {
                    assert_eq!(replies[0].to_string(), wanted, "{label}");
                } else if let Ok(asked) = question(&line, &options, &Settings::GNUBG)
                    && let Ask::Chequer(_) = asked.ask
                {
                    let board = asked.position.counts(asked.decider);
                    let steps = read_steps(&wanted);
                    let played = |reply: &GnubgReply| play(board, &read_steps(&reply.to_string()));
                    assert!(
                        replies.iter().any(|reply| played(reply) == play(board, &steps)),
                        "{label}: {wanted}"
                    );
                    assert_eq!(asked.moves(&steps).to_string(), wanted, "{label}");
                } else {
                    let words: Vec<String> = replies.iter().map(ToString::to_string).collect();
                    assert!(words.contains(&wanted), "{label}: {wanted:?} in {words:?}");
                }
            }
            Answer::Evaluation(line, options, depth) => {
                let asked = evaluation(&line, &options, &depth, &Settings::GNUBG);
                let asked = asked.expect(label);
                let wanted = wanted.expect("a reply");
                let numbers: Vec<f64> =
                    wanted.split_whitespace().map(|n| n.parse().expect("a number")).collect();
                let numbers: [f64; 6] = numbers.try_into().expect("six numbers");
                assert_eq!(GnubgReply::Evaluation(numbers).to_string(), wanted, "{label}");
                assert!((0..=2).contains(&asked.plies), "{label}");
            }
        }
        counts.0 += 1;
        counts.1 += usize::from(vector.exact);
        counts.2 += usize::from(deviation.is_some());
    }
    assert_eq!(counts, (324, 104, DEVIATIONS.len()));
}

/// The steps of a recorded reply.
fn read_steps(reply: &str) -> Vec<Step> {
    let step = |word: &str| {
        let (from, to) = word.trim_end_matches('*').split_once('/').expect("FROM/TO");
        Step {
            from: from.parse().expect("a place"),
            to: to.parse().expect("a place"),
            royal: false,
        }
    };
    reply.split_whitespace().map(step).collect()
}

fn play(mut board: Board, steps: &[Step]) -> Board {
    for step in steps {
        board.row_mut(0)[usize::from(step.from)] -= 1;
        board.row_mut(0)[usize::from(step.to)] += 1;
        let point = BAR - usize::from(step.to);
        if usize::from(step.to) != OFF && board.row(1)[point] == 1 {
            board.row_mut(1)[point] = 0;
            board.row_mut(1)[BAR] += 1;
        }
    }
    board
}

/// A line as GNU Backgammon's own client sends it, the negative player to decide.
fn client(names: &str, tail: &str) -> String {
    let board = "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0";
    format!("board:{names}:0:0:0:{board}:{tail}\n")
}

fn asked(line: &str) -> nardy::dialect::gnubg::Question {
    match answer(line) {
        Answer::Board(line, options) => {
            question(&line, &options, &Settings::GNUBG).expect("a question")
        }
        _ => panic!("no board: {line}"),
    }
}

#[test]
fn the_client_may_call_its_players_anything() {
    let tail = "-1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1";
    for names in ["A b_c:\"Q R\"", "Jean-Luc:J. Doe", "Jörn:123", "a\"b:#"] {
        let line = format!("\0{}", client(names, tail));
        assert_eq!(asked(&line).decider, Side::Black, "{names}");
    }
    // Other clients get GNU Backgammon's answer.
    let line = client("Jean-Luc:x", "-1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0");
    assert!(matches!(answer(&line), Answer::Now(GnubgReply::Error(GnubgError::Syntax { .. }))));
}

#[test]
fn a_beaver_comes_back_to_the_doubler() {
    // The external player doubled, the other beavered: the doubler is still on turn, the cube the
    // beaverer's.
    let line = client("gnubg:root", "-1:0:0:0:0:2:1:0:1:1:-1:0:25:0:0:0:0:0:0:0:1");
    let question = asked(&line);
    assert_eq!((question.ask, question.decider), (Ask::TakeBeaver, Side::Black));
    assert_eq!(question.position.cube.value, 4);
    assert_eq!(question.position.cube.owner, Some(Side::White));
}

#[test]
fn dead_and_crawford_cubes_are_offered_too() {
    let tail = "1:0:0:0:0:2:1:0:1:1:-1:0:25:0:0:0:0:0:0:1:1";
    let line = client("root:gnubg", tail).replacen("root:gnubg:0:0:0", "root:gnubg:3:1:2", 1);
    let question = asked(&line);
    assert_eq!((question.ask, question.decider), (Ask::Take, Side::Black));
    assert_eq!(question.position.to_setup().dice, DiceSetup::Doubled);
    assert!(!question.may_beaver());
}

#[test]
fn long_matches_keep_the_distance() {
    let tail = "1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1";
    let line = client("root:gnubg", tail).replacen("root:gnubg:0:0:0", "root:gnubg:100:40:98", 1);
    let score = asked(&line).position.score;
    assert_eq!(
        (score.length, score.score[Side::White], score.score[Side::Black]),
        (64, 62.into(), 4.into())
    );
}

#[test]
fn steps_follow_the_dice_where_they_can() {
    let step = |from, to| Step { from, to, royal: false };
    let tail = "1:1:3:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0";
    let question = asked(&client("You:They", tail));
    let reply = question.moves(&[step(8, 5), step(6, 5)]);
    assert_eq!(reply.to_string(), "6/5 8/5 \n");
    // A chain stays one.
    let reply = question.moves(&[step(24, 21), step(21, 20)]);
    assert_eq!(reply.to_string(), "24/21 21/20 \n");
}

#[test]
fn lines_of_the_dialect_are_known_by_their_beginning() {
    for line in ["board:a:b:1", "\0 BOARD:x", "evaluation fibsboard board:", "FibsBoard"] {
        assert!(looks_like_gnubg(line), "{line}");
    }
    for line in ["", "board", "eval position=board:a:b", "evaluations", "show board", "ébord:"] {
        assert!(!looks_like_gnubg(line), "{line}");
    }
}

#[test]
fn no_negative_zero_and_one_star_a_point() {
    let numbers = [-0.0, 0.5, -1e-9, 1.0, 0.25, -2.009679];
    let text = "0.000000 0.500000 0.000000 1.000000 0.250000 -2.009679\n";
    assert_eq!(GnubgReply::Evaluation(numbers).to_string(), text);
    let step = |from, to| nardy_protocol::gnubg::PlainStep { from, to, hit: true };
    let reply = GnubgReply::Moves(vec![step(6, 3), step(6, 3), step(3, 0)]);
    assert_eq!(reply.to_string(), "6/3* 6/3 3/0* \n");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig {
        failure_persistence: None, ..Default::default()
    })]

    #[test]
    fn no_line_is_too_strange(
        line in "(board:|evaluation fibsboard board:|set |)[ -~äß\0]{0,30}\
                 (:-?[0-9]{1,3}|:99999999999999999999){0,55}[ -~]{0,30}"
    ) {
        let _ = looks_like_gnubg(&line);
        match answer(&line) {
            Answer::Board(line, options) => { let _ = replies(&line, &options); }
            Answer::Evaluation(line, options, depth) => {
                let _ = evaluation(&line, &options, &depth, &Settings::GNUBG);
            }
            Answer::Now(reply) => proptest::prop_assert!(reply.to_string().ends_with('\n')),
            Answer::Close => {}
        }
    }
}
