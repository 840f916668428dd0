//! Any text is one line, and a request's canonical text is the same request.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nardy_protocol::{ErrorCode, Parsed, parse_line};

fuzz_target!(|line: &str| match parse_line(line) {
    Parsed::Request(request) => match parse_line(&request.to_string()) {
        Parsed::Request(again) => {
            assert_eq!(again.command, request.command);
            assert_eq!(again.to_string(), request.to_string());
        }
        other => panic!("{request}: {other:?}"),
    },
    Parsed::Failed { error, .. } => assert_ne!(error.code, ErrorCode::Internal),
    Parsed::Nothing => {}
});
