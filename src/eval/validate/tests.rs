use super::*;

/// Counts the mover's pips only: fewer are better.
struct Pips;

impl Evaluator for Pips {
    fn evaluate(&self, boards: &[Board], chances: &mut [Chances]) {
        for (board, chances) in boards.iter().zip(chances) {
            let ahead = board.pips(1) as f32 - board.pips(0) as f32;
            *chances =
                Chances { win: (0.5 + ahead / 1000.0).clamp(0.0, 1.0), ..Chances::default() };
        }
    }
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("nardy-validate-{}-{name}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn equity_lost_is_that_of_the_play_preferred() {
    // Two plays of 31 from the start, the other side on roll: 8/5 6/5 and 24/23 13/10, as given;
    // both take four pips, so the first stands.
    let text =
        "4HPwATDgc/ABMA\t31\tcontact\t4HPwATDgc/ABMA:0.1 4HPwATDgc/ABMA:0.3\n\n# a comment\n";
    let path = file("judged", text);
    let judged = Judged::read(&path).unwrap();
    assert_eq!((judged.len(), judged.is_empty()), (1, false));
    let result = judged.measure(&Pips);
    let contact = result.of(JudgedPhase::Contact);
    assert_eq!(contact.count, 1);
    assert!(contact.mean == 0.0 || (contact.mean - 0.2).abs() < 1e-9);
    assert_eq!(result.of(JudgedPhase::Race), Mean::default());
}

#[test]
fn decisions_have_boards_and_throws() {
    let path = file("decisions", "4HPwATDgc/ABMA\t1\t3\t16\t5\n");
    let start = crate::rules::Variant::Backgammon.start();
    let roll = Roll::from_pips(3, 1).unwrap();
    assert_eq!(decisions(&path).unwrap(), [(start, roll)]);
    let error = decisions(&file("no-dice", "4HPwATDgc/ABMA\t1\t7\n")).unwrap_err().to_string();
    assert!(error.contains(":1: two dice"), "{error}");
}

#[test]
fn rolled_out_errors_are_absolute() {
    let path = file("rolled", "4HPwATDgc/ABMA\t0.25\t0.01\t-\n4HPwATDgc/ABMA\t-0.5\t0.01\t-\n");
    let mean = rolled_out(&path, &Pips).unwrap();
    assert_eq!((mean.mean, mean.count), (0.375, 2));
    assert!((mean.se - 0.125).abs() < 1e-9);
}

#[test]
fn bad_lines_are_named() {
    let cases = [
        ("x\ty\n", "2 fields instead of 4"),
        ("a\tb\tc\td\n", "'c' is not a phase"),
        ("a\tb\trace\td\n", "'d' is not ID:equity"),
        ("a\tb\trace\t4HPwATDgc/ABMA:nan\n", "'nan' is no number"),
        ("a\tb\trace\t!:1\n", ""),
    ];
    for (n, (text, reason)) in cases.into_iter().enumerate() {
        let path = file(&format!("bad-{n}"), &format!("# head\n{text}"));
        match Judged::read(&path) {
            Err(ValidateError::Line { line, reason: got, .. }) => {
                assert_eq!(line, 2);
                assert!(got.contains(reason), "{got}");
            }
            other => panic!("{:?}", other.err()),
        }
    }
    assert!(matches!(Judged::read(Path::new("/no/such")), Err(ValidateError::File { .. })));
}
