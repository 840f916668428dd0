//! Any text: reading it never panics, and what was read prints to text that reads the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nardy::board::id::{self, Form, npn};
use nardy::rules::{Position, Variant};

fuzz_target!(|text: &str| {
    let Ok((setup, _)) = id::parse(text) else { return };
    for form in Form::ALL {
        if let Ok(printed) = id::print(&setup, form) {
            assert!(id::parse(&printed).is_ok(), "{printed}");
        }
    }
    if let Ok(position) = Position::from_setup(&setup, Variant::Backgammon.rules()) {
        let printed = npn::print(&position.to_setup());
        let again = id::parse(&printed).map(|(setup, _)| setup);
        let again = again.map(|setup| Position::from_setup(&setup, position.rules));
        assert_eq!(again, Ok(Ok(position)), "{printed}");
    }
});
