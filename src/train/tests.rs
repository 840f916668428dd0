use super::*;
use crate::eval::Evaluators;
use crate::eval::features::Phase;
use std::path::PathBuf;

const RECIPE: &str = r#"
average = 0.99
row_rate = 0.4
contact.hidden = 64
race.hidden = 64

[[stage]]
name = "first"
steps = 12
rate = { first = 1e-3, last = 1e-4 }
report = 6
learn.self-play = { games = 2, lambda = 0.5, explore = 0.05, random_opening = 4, starts = [
    { variant = "backgammon", weight = 3 },
    { variant = "hypergammon", weight = 1 },
] }

[[stage]]
name = "second"
steps = 9
rate = { first = 1e-3, last = 1e-4 }
equity_weight = 0.5
report = 100
learn.lookahead = { games = 1, lambda = 0.0, explore = 0.0, random_opening = 0, starts = [
    { variant = "hypergammon", weight = 1 },
] }
"#;

/// A folder of its own with the recipe in it.
pub(super) fn folder(name: &str, recipe: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("nardy-train-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("recipe.toml"), recipe).unwrap();
    folder
}

pub(super) fn args(folder: &std::path::Path, seed: u64) -> TrainArgs {
    TrainArgs {
        recipe: folder.join("recipe.toml"),
        out: folder.join("out"),
        minutes: None,
        seed,
        resume: false,
    }
}

#[test]
fn the_same_seed_gives_the_same_weights_also_when_resumed() {
    let folder = folder("same", RECIPE);
    let weights = |args: &TrainArgs| {
        let trained = run(args).unwrap();
        assert!(trained.finished);
        ["contact", "race"]
            .map(|phase| std::fs::read(args.out.join(format!("backgammon-{phase}.bin"))).unwrap())
    };
    let whole = weights(&args(&folder, 1));
    let again = weights(&TrainArgs { out: folder.join("again"), ..args(&folder, 1) });
    assert!(whole == again);
    let other = weights(&TrainArgs { out: folder.join("other"), ..args(&folder, 2) });
    assert!(whole != other);
    // Stopped before every step until nothing is left to do.
    let pieces = TrainArgs { out: folder.join("pieces"), resume: true, ..args(&folder, 1) };
    let mut stops = 0;
    let mut limit = 0.0;
    while !run(&TrainArgs { minutes: Some(limit), ..pieces.clone() }).unwrap().finished {
        stops += 1;
        limit = (limit * 1.2_f64).max(1e-6);
        assert!(stops < 1000);
    }
    assert!(stops > 1 && whole == weights(&pieces));
    // The curve has a header and three reports.
    let curve = std::fs::read_to_string(folder.join("out/curve.csv")).unwrap();
    assert_eq!(curve.lines().count(), 4, "{curve}");
    // A checkpoint of another seed is refused, and so is a damaged one.
    let wrong = TrainArgs { seed: 9, ..pieces.clone() };
    assert!(run(&wrong).unwrap_err().to_string().contains("another recipe or seed"));
    let checkpoint = pieces.out.join("checkpoint.bin");
    let mut bytes = std::fs::read(&checkpoint).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&checkpoint, &bytes).unwrap();
    assert!(run(&pieces).unwrap_err().to_string().contains("damaged"));
    std::fs::write(&checkpoint, &bytes[..20]).unwrap();
    assert!(run(&pieces).unwrap_err().to_string().contains("cut off"));
}

#[test]
fn labels_are_learnt() {
    let base = folder("labels", RECIPE);
    let first = run(&args(&base, 3)).unwrap();
    let StageKind::SelfPlay(play) = &Recipe::parse(RECIPE).unwrap().stages[0].learn else {
        panic!("the first stage is self-play")
    };
    let positions = base.join("positions.bin");
    let harvest = Harvest { play, seed: 5, count: 300, kind: None, siblings: None };
    write_positions(&first.pair().unwrap(), &harvest, &positions).unwrap();
    let bytes = std::fs::read(&positions).unwrap();
    let (keys, rest) = bytes.as_chunks::<POSITION_BYTES>();
    assert!(keys.len() >= 300 && rest.is_empty());
    // Somebody says that the side on roll wins a single game nine times in ten.
    let label = |key: &[u8; 10]| [&key[..], &[0x66, 0xe6, 0, 0, 0, 0, 0, 0, 0, 0]].concat();
    let labels: Vec<u8> = keys.iter().flat_map(label).collect();
    std::fs::write(base.join("labels.bin"), &labels).unwrap();
    use sha2::Digest;
    let hash: String = sha2::Sha256::digest(&labels).iter().map(|b| format!("{b:02x}")).collect();
    let head = RECIPE.split("[[stage]]").next().unwrap();
    let recipe = |hash: &str| {
        format!(
            "{head}[[stage]]\nname = \"l\"\nsteps = 300\nrate = {{ first = 3e-3, last = 1e-3 }}\n\
             report = 300\nlearn.labels = {{ file = \"labels.bin\", sha256 = \"{hash}\", batch = 50 }}\n"
        )
    };
    std::fs::write(base.join("recipe.toml"), recipe(&hash)).unwrap();
    let mut last = None;
    let trained = train(&args(&base, 3), |progress| last = Some(progress.clone())).unwrap();
    let start = crate::rules::Variant::Backgammon.start();
    assert!((trained.pair().unwrap().judge(&start).win - 0.9).abs() < 0.05);
    assert!(last.is_some_and(|progress| progress.to_string().contains("l 300/300 games 0")));
    std::fs::write(base.join("recipe.toml"), recipe("00")).unwrap();
    assert!(run(&args(&base, 3)).unwrap_err().to_string().contains("SHA-256"));
}

#[test]
fn siblings_are_written_and_learnt_together() {
    let base = folder("siblings", RECIPE);
    let first = run(&args(&base, 3)).unwrap();
    let StageKind::SelfPlay(play) = &Recipe::parse(RECIPE).unwrap().stages[0].learn else {
        panic!("the first stage is self-play")
    };
    let positions = base.join("positions.bin");
    let harvest = Harvest { play, seed: 5, count: 400, kind: None, siblings: Some(9.0) };
    write_positions(&first.pair().unwrap(), &harvest, &positions).unwrap();
    let bytes = std::fs::read(&positions).unwrap();
    let (keys, rest) = bytes.as_chunks::<POSITION_BYTES>();
    assert!(keys.len() >= 400 && keys.len().is_multiple_of(SIBLINGS) && rest.is_empty());
    for group in keys.chunks(SIBLINGS) {
        assert!((1..SIBLINGS).all(|n| group[n] != group[0]));
    }
    let label = |key: &[u8; 10]| [&key[..], &[0x66, 0xe6, 0, 0, 0, 0, 0, 0, 0, 0]].concat();
    let labels: Vec<u8> = keys.iter().flat_map(label).collect();
    std::fs::write(base.join("labels.bin"), &labels).unwrap();
    use sha2::Digest;
    let hash: String = sha2::Sha256::digest(&labels).iter().map(|b| format!("{b:02x}")).collect();
    let head = RECIPE.split("[[stage]]").next().unwrap();
    let recipe = |siblings: usize| {
        format!(
            "{head}[[stage]]\nname = \"l\"\nsteps = 20\nrate = {{ first = 1e-3, last = 1e-3 }}\n\
             report = 20\nsibling_weight = 2.0\n\
             learn.labels = {{ file = \"labels.bin\", sha256 = \"{hash}\", batch = 48, siblings = {siblings} }}\n"
        )
    };
    let weights = |siblings: usize, out: &str| {
        std::fs::write(base.join("recipe.toml"), recipe(siblings)).unwrap();
        let args = TrainArgs { out: base.join(out), ..args(&base, 3) };
        run(&args).map(|trained| trained.nets[0].clone())
    };
    let together = weights(4, "a").unwrap();
    assert!(together == weights(4, "b").unwrap() && together != weights(1, "c").unwrap());
    assert!(weights(9, "e").unwrap_err().to_string().contains("siblings = 9"));
    let both = |out: &str| {
        let beside =
            format!("beside = {{ file = \"labels.bin\", sha256 = \"{hash}\", batch = 20 }}\n");
        std::fs::write(base.join("recipe.toml"), recipe(4) + &beside).unwrap();
        run(&TrainArgs { out: base.join(out), ..args(&base, 3) }).unwrap().nets
    };
    let beside = both("f")[0].clone();
    assert!(beside == both("g")[0] && beside != together);
}

#[test]
fn a_widened_net_judges_as_before() {
    let shape = |hidden| crate::eval::net::Shape::new(Phase::Contact, hidden).unwrap();
    let race = crate::eval::net::Shape::new(Phase::Race, 64).unwrap();
    let narrow = optimiser::random_net(shape(64), 1);
    let wide = optimiser::widened(&narrow, shape(192), 2);
    let race = optimiser::random_net(race, 1);
    let [narrow, wide] = [narrow, wide].map(|net| Evaluators::new(net, race.clone()).unwrap());
    for board in crate::eval::bench_boards().iter().step_by(50) {
        let (a, b) = (narrow.judge(board), wide.judge(board));
        assert!((a.equity() - b.equity()).abs() < 1e-4, "{a:?} {b:?}");
    }
}

#[test]
fn recipes_say_what_is_wrong_and_where() {
    let error = |from: &str, to: &str| {
        assert!(RECIPE.contains(from));
        Recipe::parse(&RECIPE.replacen(from, to, 1)).unwrap_err().to_string()
    };
    assert!(Recipe::parse(RECIPE).is_ok());
    let unknown = error("row_rate = 0.4", "row_rate = 0.4\nspeed = 3");
    assert!(unknown.contains("line 4, column 1") && unknown.contains("speed"), "{unknown}");
    let deep = error("lambda = 0.5", "lamda = 0.5");
    assert!(deep.contains("line") && deep.contains("lamda"), "{deep}");
    assert!(error("contact.hidden = 64", "contact.hidden = 65").contains("contact.hidden = 65"));
    assert!(error("average = 0.99", "average = 1.5").contains("average"));
    assert!(error("games = 2", "games = 0").contains("stage first: games"));
    assert!(error("\"hypergammon\"", "\"go\"").contains("'go'"));
    assert!(error("first = 1e-3", "first = 0.0").contains("stage first: rates"));
    let missing = Recipe::read(std::path::Path::new("/no/such/recipe.toml")).unwrap_err();
    assert!(missing.to_string().contains("/no/such/recipe.toml"));
}

#[test]
fn files_that_are_not_there_are_refused_before_time_is_spent() {
    let base = folder("missing", RECIPE);
    let error = |text: &str| {
        std::fs::write(base.join("recipe.toml"), text).unwrap();
        let error = run(&args(&base, 1)).unwrap_err().to_string();
        assert!(!base.join("out").exists(), "{error}");
        error
    };
    let labels = format!(
        "{RECIPE}[[stage]]\nname = \"l\"\nsteps = 1\nrate = {{ first = 1e-3, last = 1e-3 }}\nreport = 1\n\
         learn.labels = {{ file = \"none.bin\", sha256 = \"\", batch = 50 }}\n"
    );
    let line = labels.lines().count();
    let missing = error(&labels);
    assert!(missing.contains(&format!("recipe.toml: line {line}, column 25: ")), "{missing}");
    assert!(missing.contains("none.bin"), "{missing}");
    let from = "contact = { hidden = 64, from = \"none/net.bin\" }";
    let missing = error(&RECIPE.replace("contact.hidden = 64", from));
    assert!(missing.contains("line 4, column 33: ") && missing.contains("net.bin"), "{missing}");
    let missing = error(&format!("validation = \"none.tsv\"{RECIPE}"));
    assert!(missing.contains("line 1, column 14: "), "{missing}");
    // A net of other inputs, one too wide.
    let wide = crate::eval::net::Shape::new(Phase::Contact, 128).unwrap();
    std::fs::write(base.join("wide.bin"), optimiser::random_net(wide, 1).to_bytes()).unwrap();
    let start = |key: &str| {
        let from = format!("{key} = {{ hidden = 64, from = \"wide.bin\" }}");
        std::fs::write(
            base.join("recipe.toml"),
            RECIPE.replace(&format!("{key}.hidden = 64"), &from),
        )
        .unwrap();
        run(&args(&base, 1)).unwrap_err().to_string()
    };
    let wider = start("contact");
    assert!(wider.contains("line 4, column 33: it is wider"), "{wider}");
    let other = start("race");
    assert!(other.contains("line 5, column 30: ") && other.contains("'contact'"), "{other}");
}

#[test]
fn what_cannot_be_written_leaves_the_last_checkpoint() {
    let base = folder("full", RECIPE);
    let args = TrainArgs { resume: true, ..args(&base, 4) };
    run(&TrainArgs { minutes: Some(1e-6), ..args.clone() }).unwrap();
    let checkpoint = args.out.join("checkpoint.bin");
    let before = std::fs::read(&checkpoint).unwrap();
    // Nothing can be written where a folder stands.
    std::fs::create_dir(args.out.join("checkpoint.new")).unwrap();
    assert!(run(&args).unwrap_err().to_string().contains("checkpoint.new"));
    assert!(std::fs::read(&checkpoint).unwrap() == before);
    std::fs::remove_dir(args.out.join("checkpoint.new")).unwrap();
    assert!(run(&args).unwrap().finished);
}

#[test]
fn the_look_ahead_is_the_mean_of_best_plays_on_any_number_of_threads() {
    use crate::board::{ALL_ROLLS, Board};
    use crate::eval::{Chances, Evaluator, standard};
    let nets = standard().unwrap();
    let boards: Vec<Board> = crate::eval::bench_boards().into_iter().step_by(40).collect();
    let judged = |plies, threads| {
        let mut chances = vec![Chances::default(); boards.len()];
        LookAhead::new(nets, plies, threads).evaluate(&boards, &mut chances);
        chances
    };
    let one = judged(1, 1);
    assert!(boards.len() > 70 && one == judged(1, 3));
    assert!(boards.iter().zip(judged(0, 2)).all(|(board, chances)| nets.judge(board) == chances));
    let movement = crate::rules::Variant::Backgammon.rules().movement;
    let mut list = crate::moves::PlayList::new();
    for (board, chances) in boards.iter().zip(&one).step_by(10) {
        let mut mean = 0.0;
        for roll in ALL_ROLLS {
            crate::moves::generate(&movement, board, roll, &mut list);
            let plays = list.boards().iter().map(|play| -nets.judge(&play.swapped()).equity());
            let best = plays.reduce(f32::max);
            let best = best.unwrap_or_else(|| -nets.judge(&board.swapped()).equity());
            mean += best * roll.weight() as f32 / 36.0;
        }
        assert!((mean - chances.equity()).abs() < 1e-4, "{board:?} {mean} {chances:?}");
    }
    // Two plies: the best plays' boards after one.
    let start = &boards[..1];
    let mut two = [Chances::default()];
    LookAhead::new(nets, 2, 1).evaluate(start, &mut two);
    assert!(two[0] != one[0] && (two[0].equity() - one[0].equity()).abs() < 0.2);
}

#[test]
fn labels_of_the_nets_own_are_read_back() {
    let base = folder("own", RECIPE);
    let nets = crate::eval::standard().unwrap();
    let StageKind::SelfPlay(play) = &Recipe::parse(RECIPE).unwrap().stages[0].learn else {
        panic!("the first stage is self-play")
    };
    let kind = Some(Kind::Crashed);
    let harvest = Harvest { play, seed: 5, count: 40, kind, siblings: Some(0.1) };
    let [positions, labels] = ["positions.bin", "labels.bin"].map(|name| base.join(name));
    write_positions(nets, &harvest, &positions).unwrap();
    let sha256 = write_labels(nets, &positions, &labels).unwrap();
    let text = format!(
        "{}[[stage]]\nname = \"l\"\nsteps = 1\nrate = {{ first = 1e-3, last = 1e-3 }}\nreport = 1\n\
         learn.labels = {{ file = \"labels.bin\", sha256 = \"{sha256}\", batch = 40, siblings = 4 }}\n",
        RECIPE.split("[[stage]]").next().unwrap()
    );
    std::fs::write(base.join("recipe.toml"), text).unwrap();
    assert!(run(&args(&base, 1)).unwrap().finished);
    let bytes = std::fs::read(&labels).unwrap();
    let (records, rest) = bytes.as_chunks::<LABEL_BYTES>();
    assert!(records.len() >= 40 && rest.is_empty());
    for record in records {
        let sample = labels::sample(record).unwrap();
        let said = crate::eval::net::split(&nets.judge(&sample.board));
        assert!(said.iter().zip(sample.target).all(|(a, b)| (a - b).abs() < 1e-4));
    }
    std::fs::write(&positions, [0; 15]).unwrap();
    assert!(write_labels(nets, &positions, &labels).unwrap_err().to_string().contains("15 bytes"));
    std::fs::write(&positions, [0xff; 20]).unwrap();
    assert!(write_labels(nets, &positions, &labels).unwrap_err().to_string().contains("number 0"));
}
