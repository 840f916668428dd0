//! A reply line that can be read is printed as a line that reads the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nardy_protocol::reply::parse_reply_line;

fuzz_target!(|line: &str| {
    let Ok(read) = parse_reply_line(line) else { return };
    let _ = read.error();
    // What JSON calls a name may be no name in text, and some control characters are
    // replaced when they are printed: then only printing must not panic.
    let printed = read.to_string();
    if !line.trim_start().starts_with('{') && !line.contains(|c: char| c.is_control()) {
        assert_eq!(parse_reply_line(&printed).as_ref(), Ok(&read));
    }
});
