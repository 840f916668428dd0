use super::super::tests::{args, folder};
use super::super::{TrainArgs, run};
use super::*;
use crate::board::{ALL_ROLLS, Board};
use crate::eval::{Chances, Evaluator};
use crate::moves::{PlayList, TurnContext};
use play::{equity, goes_on};

const RECIPE: &str = r#"
game = "khachapuri"
net.hidden = 64
average = 0.99
row_rate = 0.4

[[stage]]
name = "self-play"
steps = 400
rate = { first = 2e-3, last = 2e-4 }
report = 400
learn.self-play = { games = 8, lambda = 0.7, explore = 0.02, random_opening = 4 }

[[stage]]
name = "look-ahead"
steps = 3
rate = { first = 1e-4, last = 1e-5 }
equity_weight = 0.05
report = 3
learn.lookahead = { games = 1, lambda = 0.0, explore = 0.0, random_opening = 0 }
"#;

#[test]
fn a_game_is_learnt_and_the_same_seed_gives_the_same_net() {
    let base = folder("khachapuri", RECIPE);
    let whole = run(&args(&base, 1)).unwrap();
    let bytes = std::fs::read(base.join("out/khachapuri.bin")).unwrap();
    let pieces = TrainArgs { out: base.join("pieces"), resume: true, ..args(&base, 1) };
    let mut limit = 1e-3;
    while !run(&TrainArgs { minutes: Some(limit), ..pieces.clone() }).unwrap().finished {
        limit *= 2.0;
    }
    assert!(limit > 1e-3 && bytes == std::fs::read(pieces.out.join("khachapuri.bin")).unwrap());
    let net = whole.nets.into_iter().next().unwrap();
    let rules = Variant::Khachapuri.rules();
    let judge: GameNet<Board> = GameNet::new(&rules, net).unwrap();
    let result = duel(&rules, &mut ZeroPly::new(&judge), &mut Greedy, None, 300, 9);
    assert!(
        result.points.mean > 3.0 * result.points.stderr && result.won.mean > 0.55,
        "{result:?}"
    );
    let curve = std::fs::read_to_string(base.join("out/curve.csv")).unwrap();
    assert!(curve.starts_with("stage,step,games,positions,minutes,loss,greedy_points,greedy_se"));
    assert_eq!(curve.lines().count(), 3);
}

#[test]
fn recipes_for_a_game_say_what_is_wrong() {
    let base = folder("wrong-game", RECIPE);
    let error = |from: &str, to: &str| {
        assert!(RECIPE.contains(from));
        std::fs::write(base.join("recipe.toml"), RECIPE.replacen(from, to, 1)).unwrap();
        let error = run(&args(&base, 1)).unwrap_err().to_string();
        assert!(!base.join("out/checkpoint.bin").exists());
        error
    };
    assert!(error("khachapuri", "chess").contains("there is no such game"));
    assert!(error("khachapuri", "backgammon").contains("no net of its own"));
    assert!(error("net.hidden = 64", "net.hidden = 60").contains("net.hidden = 60"));
    assert!(error("net.hidden = 64", "contact.hidden = 64").contains("backgammon family"));
    let starts = "random_opening = 4, starts = [{ variant = \"long\", weight = 1 }]";
    assert!(error("random_opening = 4", starts).contains("'long' is not khachapuri"));
    let starts = "random_opening = 4, starts = [{ variant = \"khachapuri\", weight = 1, \
                  options = { \"long.prime\" = \"never\" } }]";
    assert!(error("random_opening = 4", starts).contains("long.prime"));
    let wide = Net::zero(crate::eval::net::Shape::of_game(Variant::Fevga, 64).unwrap());
    std::fs::write(base.join("fevga.bin"), wide.to_bytes()).unwrap();
    let other = error("net.hidden = 64", "net = { hidden = 64, from = \"fevga.bin\" }");
    assert!(other.contains("line 3") && other.contains("'fevga'"), "{other}");
}

#[test]
fn the_programs_own_recipes_are_recipes_of_its_own_nets() {
    for game in crate::eval::games::games() {
        let recipe = super::super::Recipe::parse(recipe(game).unwrap()).unwrap();
        let shape = crate::eval::games::net(game).unwrap().unwrap().shape();
        assert_eq!(recipe.nets().unwrap()[0].0, shape, "{}", game.name());
    }
    assert!(recipe(Variant::Backgammon).is_none());
}

#[test]
fn a_look_ahead_is_the_mean_of_the_best_replies() {
    let rules = Variant::Fevga.rules();
    let judge: GameNet<Board> = GameNet::embedded(&rules).unwrap().unwrap();
    let worth = points(judge.results().classes());
    let board = Variant::Fevga.start();
    let ahead = equity(&Gamer::new().look_ahead(&judge, &board, 0), &worth);
    let mut list = PlayList::new();
    let mut mean = 0.0;
    for roll in ALL_ROLLS {
        crate::moves::generate_in(&rules.movement, &board, roll, TurnContext::after(0), &mut list);
        let value = |board: &Board| {
            let mut chances = [Chances::default()];
            judge.evaluate(std::slice::from_ref(board), &mut chances);
            -equity(&crate::eval::net::split(&chances[0]), &worth)
        };
        let best = list.boards().iter().map(|after| value(&after.swapped())).reduce(f32::max);
        mean += best.unwrap_or_else(|| value(&board.swapped())) * roll.weight() as f32 / 36.0;
    }
    assert!((ahead - mean).abs() < 1e-5, "{ahead} {mean}");
}

#[test]
fn doubles_of_gul_bara_go_on_from_the_fourth_turn_v07() {
    use crate::board::Roll;
    let movement = Variant::GulBara.rules().movement;
    let mut list = PlayList::new();
    let board = Variant::GulBara.start();
    let fives = Roll::from_pips(5, 5).unwrap();
    crate::moves::generate_in(&movement, &board, fives, TurnContext::after(3), &mut list);
    let whole = list.iter().find(|play| play.steps.len() == 4);
    let sixes = Roll::from_pips(6, 6);
    assert!(whole.is_some());
    assert_eq!(goes_on(&movement, fives, 3, whole), sixes);
    assert_eq!(goes_on(&movement, fives, 2, whole), None);
    assert_eq!(goes_on(&movement, sixes.unwrap(), 3, whole), None);
    assert_eq!(goes_on::<Board>(&movement, fives, 3, None), None);
    assert_eq!(goes_on(&Variant::Long.rules().movement, fives, 3, whole), None);
}

#[test]
fn random_play_loses_and_a_net_is_level_with_itself() {
    let rules = Variant::Long.rules();
    let judge: GameNet<Board> = GameNet::embedded(&rules).unwrap().unwrap();
    let random = duel(&rules, &mut ZeroPly::new(&judge), &mut Random::new(1), None, 40, 1);
    assert!(random.won.mean > 0.95, "{random:?}");
    let mirror = duel(&rules, &mut ZeroPly::new(&judge), &mut ZeroPly::new(&judge), None, 20, 1);
    assert_eq!((mirror.points.mean, mirror.won.mean, mirror.games), (0.0, 0.5, 20));
    assert!(random.adjusted.is_none() && mirror.adjusted.is_none());
}

#[test]
fn results_less_their_luck_have_the_same_mean_and_a_smaller_spread() {
    let rules = Variant::Moultezim.rules();
    let judge: GameNet<Board> = GameNet::embedded(&rules).unwrap().unwrap();
    let (mut greedy, mut other) = (Greedy, Greedy);
    let mirror = duel(&rules, &mut greedy, &mut other, Some(&judge), 6, 1);
    assert!(mirror.adjusted.unwrap().mean.abs() < 1e-9, "{mirror:?}");
    let Duel { points, adjusted, .. } =
        duel(&rules, &mut ZeroPly::new(&judge), &mut Random::new(2), Some(&judge), 40, 1);
    let adjusted = adjusted.unwrap();
    let apart = points.stderr.hypot(adjusted.stderr);
    assert!((points.mean - adjusted.mean).abs() < 4.0 * apart, "{points:?} {adjusted:?}");
    let Duel { points, adjusted, .. } =
        duel(&rules, &mut ZeroPly::new(&judge), &mut Ahead::new(&judge), Some(&judge), 24, 1);
    assert!(adjusted.unwrap().stderr < 0.7 * points.stderr, "{points:?} {adjusted:?}");
}
