//! The first byte says how the others are cut; the frames do not depend on it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nardy_protocol::{Frame, Framer};

const LINE_BYTES_MAX: usize = 32;

fn frames(input: &[u8], chunk: usize) -> Vec<Frame> {
    let mut framer = Framer::new(LINE_BYTES_MAX);
    input.chunks(chunk).for_each(|part| framer.push(part));
    framer.finish();
    std::iter::from_fn(|| framer.next()).collect()
}

fuzz_target!(|input: &[u8]| {
    let Some((first, input)) = input.split_first() else { return };
    let whole = frames(input, usize::MAX);
    assert_eq!(frames(input, usize::from(*first).max(1)), whole);
    for frame in &whole {
        let _ = frame.parse();
    }
});
