//! The cube: against published points, against GNU Backgammon's recorded verdicts, and laws.

use super::super::cube::{CubeAction, CubeDecision, CubeEquities, Reply};
use super::super::equity::Stakes;
use super::*;

const RACE: f32 = 0.6;
const CONTACT: f32 = 0.68;

fn chances(all: [f32; 5]) -> Chances {
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = all;
    Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon }
}

fn single(win: f32) -> Chances {
    Chances { win, ..Chances::default() }
}

fn money() -> Position {
    start(None)
}

fn with_jacoby() -> Position {
    let mut position = money();
    position.score.jacoby = true;
    position.score.beavers = 1;
    position
}

/// White has `white` points, Black `black`, of a match to `length`.
fn at(length: u32, white: u32, black: u32) -> Position {
    let mut position = money();
    position.score = MatchSetup { length, score: Byside::whole(white, black), ..MatchSetup::MONEY };
    position
}

fn owned(position: Position, value: u32, owner: Side) -> Position {
    Position { cube: CubeSetup { value, owner: Some(owner), in_use: true }, ..position }
}

fn decision(position: &Position, chances: &Chances, efficiency: f32) -> CubeDecision {
    CubeDecision::new(&Stakes::of(position, Side::White), chances, efficiency)
}

fn action(position: &Position, chances: &Chances) -> CubeAction {
    decision(position, chances, CONTACT).action
}

#[test]
fn money_points_are_janowskis() {
    // Without gammons: live take point 0.2, dead 0.25; centred and owned equities at 0.5 are 0 and
    // a quarter of the way, times efficiency, above it.
    let live = |win: f32| decision(&money(), &single(win), 1.0).equities;
    assert!((live(0.8).double_take - live(0.8).double_pass).abs() < 1e-5);
    assert!((live(0.8).no_double - 1.0).abs() < 1e-5);
    let dead = |win: f32| decision(&money(), &single(win), 0.0).equities;
    assert!((dead(0.75).double_take - 1.0).abs() < 1e-5);
    assert!(live(0.5).no_double.abs() < 1e-6);
    let mine = decision(&owned(money(), 2, Side::White), &single(0.5), 1.0).equities;
    assert!((mine.no_double - 0.25).abs() < 1e-5);
    let others = decision(&owned(money(), 2, Side::Black), &single(0.5), 1.0).equities;
    assert!((others.no_double + 0.25).abs() < 1e-5);
}

#[test]
fn recorded_verdicts_of_gnu_backgammon() {
    // Chances, efficiency and equities as GNU Backgammon 1.07 printed them.
    let opening = chances([0.525, 0.149, 0.007, 0.125, 0.005]);
    let last_race = chances([0.0, 0.0, 0.0, 0.012, 0.0]);
    let alice = chances([0.449, 0.117, 0.005, 0.170, 0.008]);
    let bob = chances([0.569, 0.183, 0.007, 0.095, 0.003]);
    let trailer = chances([0.522, 0.154, 0.008, 0.130, 0.008]);
    let mut after_crawford = at(5, 3, 4);
    after_crawford.score.post_crawford = true;
    // The first and the last two were judged at 2 plies, which sees more of the cube.
    let cases = [
        (with_jacoby(), opening, CONTACT, [0.099, -0.171, 1.0], CubeAction::NoDoubleBeaver),
        (at(7, 0, 0), single(0.9), RACE, [0.920, 1.554, 1.0], CubeAction::DoublePass),
        (with_jacoby(), last_race, RACE, [-1.0, -2.025, 1.0], CubeAction::NoDoubleBeaver),
        (after_crawford, trailer, CONTACT, [0.810, 1.086, 1.0], CubeAction::DoublePass),
        (at(3, 0, 0), alice, CONTACT, [-0.242, -0.807, 1.0], CubeAction::NoDoubleTake),
        (at(3, 0, 0), bob, CONTACT, [0.356, 0.166, 1.0], CubeAction::NoDoubleTake),
    ];
    for (position, chances, efficiency, [no_double, take, pass], action) in cases {
        let got = decision(&position, &chances, efficiency);
        let near = |got: f32, want: f32, within: f32| (got - want).abs() < within;
        assert!(near(got.equities.no_double, no_double, 0.03), "{got:?} want {no_double}");
        assert!(near(got.equities.double_take, take, 0.07), "{got:?} want {take}");
        assert!(near(got.equities.double_pass, pass, 1e-5), "{got:?} want {pass}");
        assert_eq!(got.action, action);
    }
}

#[test]
fn the_bands_follow_one_another_as_chances_rise() {
    use CubeAction::*;
    let gammons = |win: f32| Chances { win, win_gammon: win * 0.5, ..Chances::default() };
    let order = [NoDoubleTake, DoubleTake, DoublePass, TooGoodPass];
    for (position, top) in [(money(), 3), (owned(money(), 4, Side::White), 3), (at(9, 0, 0), 3)] {
        let mut band = 0;
        for n in 0..=1000 {
            let got = action(&position, &gammons(n as f32 / 1000.0));
            let now = order.iter().position(|&action| action == got);
            // An exact tie between two bands may show as optional.
            let now = now.unwrap_or(band);
            assert!(now == band || now == band + 1, "{n}: {got:?} after {:?}", order[band]);
            band = now;
        }
        assert_eq!(band, top);
    }
}

#[test]
fn equities_rise_with_chances_and_a_live_cube_helps_its_owner() {
    for position in [money(), with_jacoby(), at(7, 3, 2), at(5, 3, 4), at(3, 1, 0), at(64, 0, 0)] {
        let places = [position, owned(position, 2, Side::White), owned(position, 2, Side::Black)];
        for place in places {
            let mut last = f32::NEG_INFINITY;
            for n in 0..=100 {
                let win = n as f32 / 100.0;
                let chances = chances([win, win * 0.3, 0.0, (1.0 - win) * 0.2, 0.0]);
                let CubeEquities { no_double, double_take, double_pass } =
                    decision(&place, &chances, CONTACT).equities;
                assert!(no_double >= last - 1e-4, "{place:?} {n}");
                assert!(double_take.is_finite() && (double_pass - 1.0).abs() < 1e-5);
                last = no_double;
            }
        }
        if position.score.length == 0 || position.score.length > 5 {
            let of = |place: &Position| decision(place, &single(0.6), CONTACT).equities.no_double;
            assert!(of(&places[1]) > of(&places[2]));
        }
    }
}

#[test]
fn both_sides_see_the_same_cube() {
    for position in [money(), with_jacoby(), at(7, 3, 2), owned(at(7, 1, 4), 2, Side::Black)] {
        let chances = chances([0.61, 0.2, 0.01, 0.1, 0.0]);
        let white = Stakes::of(&position, Side::White);
        let mut mirrored = position;
        mirrored.score.score = Byside::new(position.score.score.0[1], position.score.score.0[0]);
        mirrored.cube.owner = position.cube.owner.map(Side::other);
        let black = Stakes::of(&mirrored, Side::Black);
        let (one, other) = (
            CubeDecision::new(&white, &chances, CONTACT),
            CubeDecision::new(&black, &chances, CONTACT),
        );
        assert_eq!(one, other);
        assert_eq!(one.swapped().swapped(), one);
    }
}

#[test]
fn nobody_doubles_with_a_dead_cube() {
    let strong = single(0.75);
    let mut crawford = at(5, 3, 4);
    crawford.score.crawford = true;
    let mut unused = money();
    unused.cube.in_use = false;
    let mut highest = owned(money(), 64, Side::White);
    highest.rules.cube_max = 64;
    let dead = [
        crawford,
        unused,
        highest,
        owned(money(), 2, Side::Black),
        owned(at(5, 3, 2), 2, Side::White),
        at(1, 0, 0),
        at(5, 4, 3),
    ];
    for mut position in dead {
        assert_eq!(action(&position, &strong), CubeAction::Unavailable, "{position:?}");
        position.phase = crate::rules::Phase::ToRoll(Side::White);
        let answer = ask(Query::Decide, position, Limits::plies(0)).unwrap();
        assert_eq!(answer.findings, Findings::Decision(Decision::Roll));
    }
}

#[test]
fn well_known_match_scores() {
    // Post-Crawford the trailer doubles at once, and the leader takes.
    let mut trailing = at(5, 2, 4);
    trailing.score.post_crawford = true;
    assert_eq!(action(&trailing, &single(0.4)), CubeAction::DoubleTake);
    // At double match point with a cube on 2 in the other's hand nothing is left to do.
    // Two away each: a double ends the match, so any market loser is a double; dead take point 0.3.
    let two_away = at(5, 3, 3);
    assert_eq!(action(&two_away, &single(0.66)), CubeAction::DoubleTake);
    assert_eq!(action(&two_away, &single(0.74)), CubeAction::DoublePass);
    // Leading 2-away against 4-away the leader's gammons are useless and its double dangerous.
    assert_eq!(action(&at(7, 5, 3), &single(0.7)), CubeAction::NoDoubleTake);
}

#[test]
fn beavers_only_where_allowed() {
    let weak = single(0.3);
    assert_eq!(decision(&money(), &weak, CONTACT).reply, Reply::Take);
    assert_eq!(decision(&with_jacoby(), &weak, CONTACT).reply, Reply::Beaver);
    let doubled = |black: &[(usize, u8)], beavers: u8| {
        let mut setup = setup(&[(1, 2)], black, DiceSetup::Doubled);
        setup.score.beavers = beavers;
        let answer = ask(Query::Decide, position(&setup), Limits::plies(1)).unwrap();
        answer.findings
    };
    // Black has doubled with hopeless men, then with men all but off.
    assert_eq!(doubled(&[(6, 15)], 0), Findings::Decision(Decision::Take));
    assert_eq!(doubled(&[(6, 15)], 1), Findings::Decision(Decision::Beaver));
    assert_eq!(doubled(&[(1, 2)], 1), Findings::Decision(Decision::Drop));
}

#[test]
fn resignations_are_accepted_where_playing_on_gains_nothing() {
    let lost = chances([0.0, 0.0, 0.0, 0.995, 0.0]);
    let mut jacoby = money();
    jacoby.score.jacoby = true;
    let turned = owned(jacoby, 2, Side::White);
    for (position, accepted) in [
        (money(), [false, true, true]),
        (turned, [false, true, true]),
        (jacoby, [true, true, true]),
        (at(5, 4, 4), [true, true, true]),
    ] {
        let accepts =
            [1, 2, 3].map(|n| should_accept_resignation(&position, Side::White, &lost, n));
        assert_eq!(accepts, accepted, "{position:?}");
    }
}

#[test]
fn looking_ahead_finds_last_roll_doubles() {
    // 19 of 36 throws bear both men off; if not, Black wins.
    let last = |cube: CubeSetup, score: MatchSetup| {
        let mut setup = setup(&[(5, 1), (2, 1)], &[(1, 1)], DiceSetup::ToRoll);
        (setup.cube, setup.score) = (cube, score);
        let position = position(&setup);
        let answer = ask(Query::Cube(CubeChoice::Shown), position, Limits::plies(2)).unwrap();
        let Findings::Cube(cubes) = answer.findings else { panic!() };
        assert_eq!(cubes[0].plies, 2);
        cubes[0].decision
    };
    let near = |got: f32, want: f32| assert!((got - want).abs() < 1e-5, "{got} {want}");
    let equity = 2.0 * 19.0 / 36.0 - 1.0;
    let mine = CubeSetup { value: 2, owner: Some(Side::White), in_use: true };
    for cube in [CubeSetup::CENTRED, mine] {
        let got = last(cube, MatchSetup::MONEY);
        near(got.equities.no_double, equity);
        near(got.equities.double_take, 2.0 * equity);
        assert_eq!(got.action, CubeAction::DoubleTake);
    }
    let score = MatchSetup { length: 5, score: Byside::whole(3, 3), ..MatchSetup::MONEY };
    assert_eq!(last(CubeSetup::CENTRED, score).action, CubeAction::DoubleTake);
    assert_eq!(last(mine, score).action, CubeAction::Unavailable);
}

#[test]
fn plays_can_be_ranked_with_the_cube() {
    for plies in 0..=2 {
        let limits = Limits { ranking: Ranking::Cubeful, ..Limits::plies(plies) };
        let answer = ask(Query::Hint(DiceChoice::Shown, 4), start(Some((3, 1))), limits).unwrap();
        let rolls = plays_of(answer);
        assert!(rolls[0].plays.is_sorted_by(|a, b| a.cubeful >= b.cubeful));
        assert!(rolls[0].plays.iter().all(|play| play.cubeful != play.equity));
    }
}

#[test]
fn all_places_of_the_cube_are_answered() {
    let answer = ask(Query::Cube(CubeChoice::All), money(), Limits::plies(1)).unwrap();
    let Findings::Cube(cubes) = answer.findings else { panic!() };
    let places: Vec<_> = cubes.iter().map(|cube| cube.cube).collect();
    assert_eq!(places, [CubePlace::Centred, CubePlace::Owned, CubePlace::Others]);
    assert_eq!(cubes[2].decision.action, CubeAction::Unavailable);
    let answer = ask(Query::Eval(CubeChoice::All), money(), Limits::plies(0)).unwrap();
    let Findings::Evaluations(all) = answer.findings else { panic!() };
    assert!(all[1].cubeful > all[0].cubeful && all[0].cubeful > all[2].cubeful);
    assert!(all.iter().all(|one| one.match_chance.is_none()));
    let answer = ask(Query::Eval(CubeChoice::Shown), at(7, 0, 0), Limits::plies(0)).unwrap();
    let Findings::Evaluations(all) = answer.findings else { panic!() };
    assert!(all[0].match_chance.is_some_and(|chance| (0.4..0.6).contains(&chance)));
}
