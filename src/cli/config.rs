//! What the arguments of `nardy serve` mean.

use std::time::Duration;

use anyhow::{Result, ensure};
use nardy::transport::{Dialect, Limits, Listeners, Token};

use super::args::{DialectArg, LimitArgs, ServeArgs};

/// What to serve, and how.
#[derive(Debug)]
pub struct ServeConfig {
    /// Whether standard input and output carry a session.
    pub stdio: bool,
    /// What it speaks.
    pub stdio_dialect: Dialect,
    /// What that session may use.
    pub stdio_limits: Limits,
    /// Where else to listen; nowhere where its lists are empty.
    pub listeners: Listeners,
    /// Engine threads; `None` for one a processor.
    pub threads: Option<usize>,
    /// Megabytes in which evaluations are remembered.
    pub cache_mb: usize,
    /// How long running requests may go on when the program is to end.
    pub grace: Duration,
}

impl ServeConfig {
    /// Whether there is anything to listen on.
    pub fn listens(&self) -> bool {
        self.listeners.any()
    }
}

impl TryFrom<ServeArgs> for ServeConfig {
    type Error = anyhow::Error;

    fn try_from(args: ServeArgs) -> Result<ServeConfig> {
        let limits = limited(Limits::SOCKET, &args.limits);
        check(&limits)?;
        let listeners = Listeners {
            tcp: args.tcp,
            unix: args.unix,
            gnubg: args.gnubg,
            ubgi: args.ubgi,
            token: args.token_file.as_deref().map(Token::from_file).transpose()?,
            insecure: args.insecure,
            limits,
        };
        Ok(ServeConfig {
            // A daemon without a terminal must not end because its standard input does.
            stdio: args.stdio || !listeners.any(),
            stdio_dialect: match args.dialect {
                DialectArg::Native => Dialect::Native,
                DialectArg::Gnubg => Dialect::Gnubg,
                DialectArg::Ubgi => Dialect::Ubgi,
            },
            stdio_limits: limited(Limits::STDIO, &args.limits),
            listeners,
            threads: args.threads,
            cache_mb: args.cache,
            grace: Duration::from_secs(args.grace),
        })
    }
}

/// The usual limits, changed where the arguments say so.
fn limited(usual: Limits, args: &LimitArgs) -> Limits {
    let seconds = |given: Option<u64>, usual: Option<Duration>| match given {
        Some(0) => None,
        Some(seconds) => Some(Duration::from_secs(seconds)),
        None => usual,
    };
    Limits {
        line_bytes: args.max_line.unwrap_or(usual.line_bytes),
        sessions: args.max_sessions.unwrap_or(usual.sessions),
        sessions_per_address: args.max_sessions_per_address.unwrap_or(usual.sessions_per_address),
        in_flight: args.max_in_flight.unwrap_or(usual.in_flight),
        unread_bytes: args.max_unread.unwrap_or(usual.unread_bytes),
        idle: seconds(args.max_idle, usual.idle),
        stall: seconds(args.max_stall, usual.stall),
        engine: seconds(args.max_engine_time, usual.engine),
    }
}

fn check(limits: &Limits) -> Result<()> {
    ensure!((64..=1 << 30).contains(&limits.line_bytes), "--max-line must be 64 to 1073741824");
    ensure!(limits.sessions >= 1, "--max-sessions must be at least 1");
    ensure!(limits.sessions_per_address >= 1, "--max-sessions-per-address must be at least 1");
    ensure!(limits.in_flight >= 1, "--max-in-flight must be at least 1");
    ensure!(limits.unread_bytes >= 4096, "--max-unread must be at least 4096");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::args::{Args, Command};
    use super::*;
    use clap::{CommandFactory, Parser};

    fn config(words: &str) -> Result<ServeConfig> {
        let words = ["nardy", "serve"].into_iter().chain(words.split_whitespace());
        match Args::try_parse_from(words)?.command {
            Command::Serve(args) => (*args).try_into(),
            _ => anyhow::bail!("not serve"),
        }
    }

    #[test]
    fn the_arguments_fit_together() {
        Args::command().debug_assert();
    }

    #[test]
    fn standard_input_is_left_alone_where_there_are_listeners() {
        assert!(config("").unwrap().stdio);
        assert!(!config("--tcp 127.0.0.1:0").unwrap().stdio);
        let both = config("--unix /tmp/nardy --stdio").unwrap();
        assert!(both.stdio && both.listens());
        assert!(!config("--ubgi 127.0.0.1:0").unwrap().stdio);
        assert_eq!(config("--dialect ubgi").unwrap().stdio_dialect, Dialect::Ubgi);
    }

    #[test]
    fn limits_are_the_usual_ones_unless_given() {
        let usual = config("").unwrap();
        assert_eq!(usual.listeners.limits, Limits::SOCKET);
        assert_eq!(usual.stdio_limits, Limits::STDIO);
        let given = config("--max-idle 0 --max-engine-time 5 --max-line 100").unwrap();
        assert_eq!(given.listeners.limits.idle, None);
        assert_eq!(given.stdio_limits.engine, Some(Duration::from_secs(5)));
        assert_eq!(given.stdio_limits.line_bytes, 100);
        assert!(config("--max-sessions 0").is_err());
        assert!(config("--token-file /no/such/file").is_err());
    }

    #[test]
    fn the_help_tells_the_defaults_as_they_are() {
        let help = Args::command()
            .find_subcommand_mut("serve")
            .map(|serve| serve.render_long_help().to_string())
            .unwrap();
        let usual = Limits::SOCKET;
        let seconds = |limit: Option<Duration>| limit.map_or(0, |limit| limit.as_secs());
        for value in [
            usual.line_bytes as u64,
            usual.sessions as u64,
            usual.sessions_per_address as u64,
            usual.in_flight as u64,
            usual.unread_bytes as u64,
            seconds(usual.idle),
            seconds(usual.stall),
            seconds(usual.engine),
        ] {
            assert!(help.contains(&format!("[default: {value}")), "{value}");
        }
    }
}
