//! Under which rules nets were taught their games.

use crate::eval::features::Told;
use crate::rules::{Ending, Movement, Pays, Rules, Variant};

/// Whether a game's net was taught under these rules, or under such as differ in nothing that it
/// has to know: what results are worth is told apart by their classes, whatever the classes pay.
pub fn knows(rules: &Rules) -> bool {
    let usual = rules.variant.rules();
    let movement = Movement {
        first_move_doubles: usual.movement.first_move_doubles,
        prime: usual.movement.prime,
        prime_check: usual.movement.prime_check,
        ..rules.movement
    };
    let scoring = match rules.pays.ending {
        // R-11 goes into the points of a class.
        Ending::Royals => rules.pays.scoring,
        _ => usual.pays.scoring,
    };
    let pays = Pays {
        scoring,
        long: usual.pays.long,
        stake: usual.pays.stake,
        standstill: usual.pays.standstill,
        ..rules.pays
    };
    let told = Told::of(rules);
    (movement, pays, rules.start) == (usual.movement, usual.pays, usual.start)
        && all_told(rules.variant).contains(&told)
}

/// What a game's net was taught to be told.
pub fn all_told(game: Variant) -> &'static [Told] {
    const USUAL: Told = Told { limited_prime: false, mothers_play_on: false };
    const LIMITED: Told = Told { limited_prime: true, ..USUAL };
    match game {
        Variant::Long => &[USUAL, LIMITED],
        _ => &[USUAL],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_no_net_has_seen_are_known_as_such() {
        let with = |game: Variant, name: &str, value: &str| {
            let mut rules = game.rules();
            rules.set_all([(name, value)]).unwrap();
            knows(&rules)
        };
        assert!(Variant::ALL.into_iter().all(|game| knows(&game.rules())));
        assert!(with(Variant::Long, "long.prime", "must-have-enemy-ahead"));
        assert!(with(Variant::Long, "long.scoring", "fsnr"));
        assert!(!with(Variant::Khachapuri, "khachapuri.scoring", "oin-mars"));
        assert!(!with(Variant::Royal, "royal.bonus", "power"));
        assert!(!with(Variant::Royal, "hit-and-hide", "allowed"));
        assert!(with(Variant::Doublegammon, "scoring", "backgammon"));
    }
}
