//! Any text as a match: reading never panics, and what is refused is so for a reason.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nardy::game::mat::import;
use nardy::rules::Variant;

fuzz_target!(|text: &str| {
    for variant in [Variant::Backgammon, Variant::Short] {
        if let Err(error) = import(text, variant.rules()) {
            assert!(!error.to_string().is_empty());
        }
    }
});
