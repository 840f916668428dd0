//! `nardy bench match`: whole games for money and whole matches, with the cube, against another
//! program, the dice shared by the two sittings of a pair.

mod luck;
mod record;
mod seat;
mod sitting;

use anyhow::Result;
use nardy::board::Side;
use nardy::eval::validate::Mean;
use nardy::search::{Limits, Ranking};

use self::luck::Luck;
use self::record::{Pair, Record};
use self::seat::{Guest, Host};
use self::sitting::{Seats, Sitting};
use super::opponent::Program;
use crate::cli::args::MatchArgs;
use crate::cli::nets::Nets;
use crate::cli::output::Output;
use crate::cli::{data, engine};

/// How many pairs pass between two reports.
const REPORT: u64 = 5;

/// Plays what the file lacks and says how all of it went.
pub fn run(args: &MatchArgs, output: &mut Output) -> Result<()> {
    let (pairs, ranking) = (
        args.games.div_ceil(2),
        match args.cubeless {
            true => Ranking::Cubeless,
            false => Ranking::Cubeful,
        },
    );
    let title = format!(
        "seed={} plies={} ranking={} against={:?}",
        args.seed,
        args.plies,
        if args.cubeless { "cubeless" } else { "cubeful" },
        args.against
    );
    let mut record = Record::open(&args.file, &title)?;
    let engine =
        engine::start(Some(1), &Nets::read(None)?, &engine::hypergammon(data::folder(None))?)?;
    let limits = Limits { ranking, ..Limits::plies(args.plies) };
    let mut host = Host { engine: &engine, limits };
    let mut guest = Guest(Program::start(&args.against)?);
    let mut luck = Luck::new()?;
    let begun = record.pairs.len() as u64;
    for n in begun..pairs {
        let length = args.length[(n % args.length.len() as u64) as usize];
        let mut sit = |ours: Side| {
            let seats = Seats { host: &mut host, guest: &mut guest, ours };
            sitting::play(seats, &mut luck, length, args.seed, n)
        };
        let sittings = [sit(Side::White)?, sit(Side::Black)?];
        record.add(Pair { length, sittings })?;
        if (n + 1 - begun).is_multiple_of(REPORT) {
            report(&record.pairs, "match so-far", output)?;
        }
    }
    report(&record.pairs, "match", output)
}

/// A line for each length.
fn report(pairs: &[Pair], what: &str, output: &mut Output) -> Result<()> {
    let mut lengths: Vec<u32> = pairs.iter().map(|pair| pair.length).collect();
    lengths.sort_unstable();
    lengths.dedup();
    for length in lengths {
        let of_length: Vec<&Pair> = pairs.iter().filter(|pair| pair.length == length).collect();
        output.line(line(what, length, &of_length))?;
    }
    output.finish()
}

fn line(what: &str, length: u32, pairs: &[&Pair]) -> String {
    let mean = |of: fn(&Sitting) -> f64| {
        let means = pairs.iter().map(|pair| pair.sittings.iter().map(of).sum::<f64>() / 2.0);
        let Mean { mean, se, .. } = Mean::of(&means.collect::<Vec<f64>>());
        (mean, mean - 1.96 * se, mean + 1.96 * se)
    };
    let (plain, low, high) = mean(|sitting| sitting.result);
    let (adjusted, adjusted_low, adjusted_high) = mean(|sitting| sitting.result - sitting.luck);
    let games: u32 =
        pairs.iter().flat_map(|pair| &pair.sittings).map(|sitting| sitting.games).sum();
    format!(
        "{what} length={length} sittings={} games={games} mean={plain:+.4} low={low:+.4} \
         high={high:+.4} adjusted={adjusted:+.4} low={adjusted_low:+.4} high={adjusted_high:+.4}",
        2 * pairs.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_means_over_pairs() {
        let sitting = |result, luck| Sitting { result, luck, games: 2 };
        let pair = |a, b| Pair { length: 7, sittings: [sitting(a, 0.25), sitting(b, 0.0)] };
        let pairs = [pair(1.0, 0.0), pair(1.0, 1.0)];
        let line = line("match", 7, &pairs.iter().collect::<Vec<_>>());
        let expected = "match length=7 sittings=4 games=8 mean=+0.7500 low=+0.2600 high=+1.2400 \
                        adjusted=+0.6250 low=+0.1350 high=+1.1150";
        assert_eq!(line, expected);
    }
}
