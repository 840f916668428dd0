//! `nardy bench decisions`.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use nardy::eval::features::InputSet;
use nardy::eval::validate;
use nardy::eval::{Chances, Evaluator};
use nardy::moves::{PlayList, generate};
use nardy::rules::Variant;

use crate::cli::args::DecisionsArgs;
use crate::cli::nets;
use crate::cli::output::Output;

use super::levels;

/// Decides each position of the file once, in its order, on one thread and without search.
pub fn run(args: &DecisionsArgs, output: &mut Output) -> Result<()> {
    let game = nets::game(&args.nets.game)?;
    if let Some(inputs) = InputSet::of(game) {
        let alone = args.file.is_none() && !args.floats;
        ensure!(alone, "FILE and --floats are for the backgammon family");
        return levels::speed(game, inputs, args, output);
    }
    let file = args.file.as_ref().with_context(|| format!("{} needs a FILE", game.name()))?;
    let (variant, nets) = nets::load(&args.nets)?;
    let floats = nets.floats();
    let judge: &dyn Evaluator = if args.floats { &floats } else { &nets };
    let decisions = validate::decisions(file)?;
    ensure!(!decisions.is_empty(), "{}: no decision in it", file.display());
    make_tables(judge)?;
    let movement = variant.rules().movement;
    let mut list = PlayList::new();
    let mut chances = Vec::new();
    let mut plays = 0;
    let began = Instant::now();
    for &(board, roll) in &decisions {
        generate(&movement, &board, roll, &mut list);
        for child in list.boards_mut() {
            *child = child.swapped();
        }
        chances.resize(list.len(), Chances::default());
        judge.evaluate(list.boards(), &mut chances);
        let equities = chances.iter().map(Chances::equity).enumerate();
        std::hint::black_box(equities.min_by(|a, b| a.1.total_cmp(&b.1)));
        plays += list.len();
    }
    let seconds = began.elapsed().as_secs_f64();
    let count = decisions.len();
    let rate = count as f64 / seconds;
    output.line(format!(
        "decisions threads=1 plies=0 decisions={count} plays={plays} seconds={seconds:.4} rate={rate:.0}"
    ))?;
    output.finish()
}

/// Tables are made when first used, which is no part of a decision.
fn make_tables(nets: &dyn Evaluator) -> Result<()> {
    let bear_off = validate::board("2+4HAADb7gIAAA").map_err(anyhow::Error::msg)?;
    nets.evaluate(&[bear_off, Variant::Backgammon.start()], &mut [Chances::default(); 2]);
    Ok(())
}
