//! `nardy bench strength` of the backgammon family; of other games see `levels`, of
//! several boards `several`.

use anyhow::{Result, ensure};
use nardy::eval::Evaluator;
use nardy::eval::features::InputSet;
use nardy::eval::validate::{Judged, JudgedPhase, rolled_out};
use nardy::rules::Variant;
use nardy::train::LookAhead;

use crate::cli::args::StrengthArgs;
use crate::cli::output::Output;
use crate::cli::{engine, nets};

use super::{levels, several};

/// Says how much equity the nets lose and how far their equities are off.
pub fn run(args: &StrengthArgs, output: &mut Output) -> Result<()> {
    let game = nets::game(&args.nets.game)?;
    if game == Variant::Parallel {
        return several::run(args, output);
    }
    if let Some(inputs) = InputSet::of(game) {
        let files = args.judged.is_some() || args.rolled.is_some() || args.floats;
        ensure!(!files, "--judged, --rolled and --floats are for the backgammon family");
        return levels::run(game, inputs, args, output);
    }
    let files = args.judged.is_some() || args.rolled.is_some();
    ensure!(files, "{} needs --judged FILE or --rolled FILE", game.name());
    ensure!(args.against.is_empty(), "--against is for games with a net of their own");
    let (_, nets) = nets::load(&args.nets)?;
    let floats = nets.floats();
    let ahead = LookAhead::new(&nets, args.plies, engine::threads(None)?);
    let judge: &dyn Evaluator = if args.floats { &floats } else { &ahead };
    if let Some(path) = &args.judged {
        let judged = Judged::read(path)?;
        ensure!(!judged.is_empty(), "{}: no decision in it", path.display());
        let result = judged.measure(judge);
        for phase in JudgedPhase::ALL {
            let (name, lost) = (phase.name(), result.of(phase));
            output.line(format!(
                "strength phase={name} lost={:.5} se={:.5} decisions={}",
                lost.mean, lost.se, lost.count
            ))?;
        }
    }
    if let Some(path) = &args.rolled {
        let error = rolled_out(path, judge)?;
        ensure!(error.count > 0, "{}: no position in it", path.display());
        output.line(format!(
            "strength rolled error={:.5} se={:.5} positions={}",
            error.mean, error.se, error.count
        ))?;
    }
    output.finish()
}
