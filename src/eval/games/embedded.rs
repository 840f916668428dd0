//! The nets that are part of the program.

use crate::eval::net::{Net, NetFileError};
use crate::rules::Variant;
use std::sync::OnceLock;

/// The games that nets of their own know, with their weight files.
const FILES: [(Variant, &[u8]); 8] = [
    (Variant::Long, include_bytes!("../net/weights/long.bin")),
    (Variant::Khachapuri, include_bytes!("../net/weights/khachapuri.bin")),
    (Variant::Royal, include_bytes!("../net/weights/royal.bin")),
    (Variant::Doublegammon, include_bytes!("../net/weights/doublegammon.bin")),
    (Variant::Plakoto, include_bytes!("../net/weights/plakoto.bin")),
    (Variant::Fevga, include_bytes!("../net/weights/fevga.bin")),
    (Variant::Moultezim, include_bytes!("../net/weights/moultezim.bin")),
    (Variant::GulBara, include_bytes!("../net/weights/gul-bara.bin")),
];

/// Those games.
pub fn games() -> impl Iterator<Item = Variant> {
    FILES.iter().map(|(game, _)| *game)
}

/// The program's own net of a game, read when first asked for; `None` if the game has none.
///
/// # Errors
/// [`NetFileError`] if the program was built with weights that do not fit it; the tests see to it
/// that it was not.
pub fn net(game: Variant) -> Option<Result<&'static Net, NetFileError>> {
    static NETS: [OnceLock<Result<Net, NetFileError>>; FILES.len()] =
        [const { OnceLock::new() }; FILES.len()];
    let n = FILES.iter().position(|(known, _)| *known == game)?;
    let (game, bytes) = FILES[n];
    Some(NETS[n].get_or_init(|| Net::of_game(bytes, game)).as_ref().map_err(Clone::clone))
}
