//! Any bytes as a weight file, also with a header or a hash that fits: reading never panics, what is
//! refused is so in one line, and what is read can be written again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nardy::eval::features::Phase;
use nardy::eval::net::{Net, Shape};
use sha2::{Digest, Sha256};

const HASH: std::ops::Range<usize> = 64..96;

fn read(bytes: &[u8], phase: Phase) {
    match Net::from_bytes(bytes, phase) {
        Ok(net) => assert!(net.to_bytes() == bytes),
        Err(error) => assert!(error.to_string().chars().all(|c| !c.is_control())),
    }
}

fuzz_target!(|change: (bool, u16, Vec<u8>)| {
    let (race, at, change) = change;
    let phase = if race { Phase::Race } else { Phase::Contact };
    read(&change, phase);
    let Some(shape) = Shape::new(phase, 64) else { return };
    let mut bytes = Net::zero(shape).to_bytes();
    for (slot, byte) in bytes.iter_mut().skip(at.into()).zip(change) {
        *slot = byte;
    }
    read(&bytes, phase);
    let mut hash = Sha256::new();
    hash.update(&bytes[..HASH.start]);
    hash.update(&bytes[HASH.end..]);
    let hash = hash.finalize();
    bytes[HASH].copy_from_slice(&hash);
    read(&bytes, phase);
});
