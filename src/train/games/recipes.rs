//! The recipes by which the program's own nets were taught.

use crate::rules::Variant;

const RECIPES: [(Variant, &str); 8] = [
    (Variant::Long, include_str!("../../eval/net/weights/recipes/long.toml")),
    (Variant::Khachapuri, include_str!("../../eval/net/weights/recipes/khachapuri.toml")),
    (Variant::Royal, include_str!("../../eval/net/weights/recipes/royal.toml")),
    (Variant::Doublegammon, include_str!("../../eval/net/weights/recipes/doublegammon.toml")),
    (Variant::Plakoto, include_str!("../../eval/net/weights/recipes/plakoto.toml")),
    (Variant::Fevga, include_str!("../../eval/net/weights/recipes/fevga.toml")),
    (Variant::Moultezim, include_str!("../../eval/net/weights/recipes/moultezim.toml")),
    (Variant::GulBara, include_str!("../../eval/net/weights/recipes/gul-bara.toml")),
];

/// The recipe of a game's net; `None` for games without a net of their own.
pub fn recipe(game: Variant) -> Option<&'static str> {
    RECIPES.iter().find(|(known, _)| *known == game).map(|(_, text)| *text)
}
