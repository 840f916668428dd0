//! Any lines of the Universal Backgammon Interface: reading and asking never panic, and what is told
//! can always be asked about or is refused in one line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nardy::dialect::ubgi::{Method, Question, Situation};
use nardy::rules::Variant;
use nardy::search::Limits;
use nardy_protocol::ubgi::{Edition, UbgiReply, UbgiRequest, begins_ubgi, parse};

fuzz_target!(|text: &str| {
    let mut situation = Situation::new(Variant::Backgammon);
    for line in text.lines() {
        let _ = begins_ubgi(line);
        let request = match parse(line) {
            None => continue,
            Some(Ok(request)) => request,
            Some(Err(error)) => {
                let text = UbgiReply::Error(error, Edition::First).to_string();
                assert!(text.trim_end_matches('\n').chars().all(|c| !c.is_control()));
                continue;
            }
        };
        let told = match &request {
            UbgiRequest::NewGame => Ok(situation.new_game()),
            UbgiRequest::NewSession(play) => Ok(situation.new_session(*play)),
            UbgiRequest::SetScore(points) => situation.with_score(*points),
            UbgiRequest::SetCube { value, owner } => situation.with_cube(*value, *owner),
            UbgiRequest::SetTurn(player) => situation.with_turn(*player),
            UbgiRequest::Position(text) => situation.with_position(text),
            UbgiRequest::Dice(dice) => situation.with_dice(*dice),
            UbgiRequest::Go(go) => {
                let limits = Limits::plies(0);
                let _ = Question::new(&situation, go.role, Method::LookAhead, limits)
                    .map(|question| question.task(question.first()));
                continue;
            }
            _ => continue,
        };
        if let Ok(told) = told {
            situation = told;
        }
    }
});
