//! The options of look and think requests.

use super::args::Args;
use super::value;
use crate::error::ProtocolError;
use crate::request::{
    At, MatchTable, MovesOrder, MovesQuery, PositionForm, Positions, Query, Unit,
};

pub(super) const FORMS: [(&str, PositionForm); 3] =
    [("npn", PositionForm::Npn), ("gnubgid", PositionForm::Gnubgid), ("xgid", PositionForm::Xgid)];

const POSITIONS: [(&str, Positions); 4] = [
    ("npn", Positions::As(PositionForm::Npn)),
    ("gnubgid", Positions::As(PositionForm::Gnubgid)),
    ("xgid", Positions::As(PositionForm::Xgid)),
    ("none", Positions::Omitted),
];

const ORDERS: [(&str, MovesOrder); 2] =
    [("results", MovesOrder::Results), ("sequences", MovesOrder::Sequences)];

// at = *( "position=" value / "dice=" ( dice / "all" ) / "variant=" value )
pub(super) fn at(args: &mut Args) -> Result<At, ProtocolError> {
    let dice = match args.option("dice") {
        Some((word, kind)) => Some(value::dice_choice(&word, kind)?),
        None => None,
    };
    Ok(At { position: args.text("position")?, dice, variant: args.text("variant")? })
}

// query = *( at-option / limit / "info=" switch / "cube=" ( "one" / "all" ) / … )
//
// Which of them a command takes, its catalogue row says.
pub(super) fn query(args: &mut Args) -> Result<Query, ProtocolError> {
    Ok(Query {
        at: at(args)?,
        plies: args.integer("plies")?,
        time_ms: args.integer("time")?,
        nodes: args.integer("nodes")?,
        trials: args.integer("trials")?,
        stderr: args.decimal("stderr")?,
        jsd: args.decimal("jsd")?,
        truncate: args.integer("truncate")?,
        candidates: args.integer("candidates")?,
        vr: args.switch("vr")?,
        cubeful: args.switch("cubeful")?,
        info: args.switch("info")?.unwrap_or(false),
        cube_all: args.choice("cube", &[("one", false), ("all", true)])?.unwrap_or(false),
        positions: args.choice("positions", &POSITIONS)?,
        same_ply: args.switch("same-ply")?,
        threads: args.integer("threads")?,
        seed: args.integer("seed")?,
        noise: args.decimal("noise")?,
        level: args.text("level")?,
        met: args.choice("met", &MatchTable::ALL)?,
        unit: args.choice("unit", &Unit::ALL)?.unwrap_or_default(),
    })
}

// moves = "moves" *( at-option / "order=" ( "results" / "sequences" ) / "positions=" form )
pub(super) fn moves(args: &mut Args) -> Result<MovesQuery, ProtocolError> {
    Ok(MovesQuery {
        at: at(args)?,
        order: args.choice("order", &ORDERS)?.unwrap_or_default(),
        positions: args.choice("positions", &POSITIONS)?,
    })
}
