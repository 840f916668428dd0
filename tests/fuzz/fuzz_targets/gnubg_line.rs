//! Any line of GNU Backgammon's dialect: reading and asking never panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nardy::dialect::gnubg::{Settings, evaluation, question};
use nardy_protocol::gnubg::{GnubgRequest, looks_like_gnubg, parse};

fuzz_target!(|line: &str| {
    let _ = looks_like_gnubg(line);
    match parse(line) {
        Ok(GnubgRequest::Board { board, options }) => {
            if let Ok(question) = question(&board, &options, &Settings::GNUBG) {
                let _ = question.moves(&[]).to_string();
            }
        }
        Ok(GnubgRequest::Evaluation { board, options, evaluation: depth }) => {
            let _ = evaluation(&board, &options, &depth, &Settings::GNUBG);
        }
        Ok(_) => {}
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
});
