//! Standard output and standard error.

use std::io::{self, BufWriter, StdoutLock, Write};

use anyhow::Result;

/// Standard output for one command, locked and buffered. Call [`finish`](Self::finish) at the end.
pub struct Output {
    stdout: BufWriter<StdoutLock<'static>>,
}

impl Output {
    /// Locks it.
    pub fn new() -> Output {
        Output { stdout: BufWriter::new(io::stdout().lock()) }
    }

    /// Writes one line.
    pub fn line(&mut self, line: impl AsRef<str>) -> Result<()> {
        self.stdout.write_all(line.as_ref().as_bytes())?;
        self.stdout.write_all(b"\n")?;
        Ok(())
    }

    /// Writes text as it is.
    pub fn text(&mut self, text: &str) -> Result<()> {
        Ok(self.stdout.write_all(text.as_bytes())?)
    }

    /// Sends what has been written so far.
    pub fn finish(&mut self) -> Result<()> {
        Ok(self.stdout.flush()?)
    }
}

/// Whether an error means that nobody reads the output any more.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(broken))
}

/// Says on standard error what went wrong.
pub fn complain(error: &anyhow::Error) {
    // Where standard error is closed there is nobody to tell.
    let _ = writeln!(io::stderr(), "nardy: {error:#}");
}
