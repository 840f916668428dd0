//! The word that a TCP client must say first.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use nardy_protocol::error::{ErrorCode, ProtocolError};
use nardy_protocol::frame::Frame;
use nardy_protocol::grammar::Parsed;
use nardy_protocol::reply::Reply;
use nardy_protocol::request::{Command, Format, Tag};
use sha2::{Digest, Sha256};
use thiserror::Error;

/// Wrong words after which a session is closed.
const FAILURES_MAX: u32 = 3;

/// A secret that clients must know. Only its digest is kept.
#[derive(Clone)]
pub struct Token([u8; 32]);

/// Why a token file cannot be used.
#[derive(Debug, Error)]
pub enum TokenError {
    /// It cannot be read.
    #[error("cannot read the token file {path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// There is no usable token in it.
    #[error("the token file {0} must hold one word on its first line")]
    Empty(PathBuf),
}

impl Token {
    /// The token `word`.
    pub fn new(word: &str) -> Token {
        Token(Sha256::digest(word.as_bytes()).into())
    }

    /// The token on the first line of a file.
    ///
    /// # Errors
    /// [`TokenError`] if the file cannot be read or its first line is not one word.
    pub fn from_file(path: &Path) -> Result<Token, TokenError> {
        let text = fs::read_to_string(path)
            .map_err(|source| TokenError::Read { path: path.to_owned(), source })?;
        let word = text.lines().next().unwrap_or("").trim();
        if word.is_empty() || word.contains(char::is_whitespace) {
            return Err(TokenError::Empty(path.to_owned()));
        }
        Ok(Token::new(word))
    }

    /// Whether `word` is the token. How long this takes tells nothing of where they differ, since
    /// digests are compared, and all of them.
    pub fn is(&self, word: &str) -> bool {
        let other = Token::new(word);
        self.0.iter().zip(other.0).fold(0, |differing, (a, b)| differing | (a ^ b)) == 0
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Stands before a session until the token has been said.
#[derive(Debug)]
pub(super) struct Gate {
    token: Arc<Token>,
    failures: u32,
}

/// What the gate makes of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Not a request.
    Ignore,
    /// Right: the session begins.
    Admit(String),
    /// Wrong, with the reply.
    Refuse(String),
    /// Wrong once too often, with the reply.
    Expel(String),
    /// The client wants to go.
    Leave,
}

impl Gate {
    /// A gate that opens at `token`.
    pub(super) fn new(token: Arc<Token>) -> Gate {
        Gate { token, failures: 0 }
    }

    /// Judges one line.
    pub(super) fn hear(&mut self, frame: &Frame) -> Verdict {
        let (tag, json, refusal) = match frame.parse() {
            Parsed::Nothing => return Verdict::Ignore,
            Parsed::Request(request) => {
                let refusal = match &request.command {
                    Command::Quit => return Verdict::Leave,
                    Command::Auth(word) if self.token.is(word) => None,
                    Command::Auth(_) => Some("that is not the token"),
                    _ => Some("say auth TOKEN first"),
                };
                (request.tag, request.json, refusal)
            }
            // What is wrong with it is nobody's business yet.
            Parsed::Failed { tag, json, .. } => (tag, json, Some("say auth TOKEN first")),
        };
        let Some(message) = refusal else {
            return Verdict::Admit(print(&Reply::ok(), json, tag.as_ref()));
        };
        self.failures += 1;
        let error = ProtocolError::new(ErrorCode::Unauthorised, message);
        let reply = print(&Reply::error(error), json, tag.as_ref());
        if self.failures < FAILURES_MAX { Verdict::Refuse(reply) } else { Verdict::Expel(reply) }
    }
}

fn print(reply: &Reply, json: bool, tag: Option<&Tag>) -> String {
    let mut text = String::new();
    reply.print(if json { Format::Json } else { Format::Text }, tag, &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hear(gate: &mut Gate, line: &str) -> Verdict {
        gate.hear(&Frame::Line(line.to_owned()))
    }

    #[test]
    fn opens_at_the_token_and_nothing_else() {
        let mut gate = Gate::new(Arc::new(Token::new("sesame")));
        assert_eq!(hear(&mut gate, "# hello"), Verdict::Ignore);
        let refusal = "error code=unauthorised message=\"say auth TOKEN first\"\n";
        assert_eq!(hear(&mut gate, "ping"), Verdict::Refuse(refusal.to_owned()));
        let Verdict::Refuse(reply) = hear(&mut gate, "@a auth sesam") else { panic!() };
        assert!(reply.starts_with("@a error code=unauthorised"));
        assert_eq!(hear(&mut gate, "@a auth sesame"), Verdict::Admit("@a ok\n".to_owned()));
        assert!(matches!(hear(&mut gate, "nonsense"), Verdict::Expel(_)));
    }

    #[test]
    fn takes_json_and_survives_rubbish() {
        let mut gate = Gate::new(Arc::new(Token::new("sesame")));
        let line = r#"{"tag":"7","command":"auth","token":"sesame"}"#;
        assert_eq!(
            hear(&mut gate, line),
            Verdict::Admit("{\"tag\":\"7\",\"ok\":true}\n".to_owned())
        );
        assert!(matches!(hear(&mut gate, "{{{"), Verdict::Refuse(_)));
        let nul = Frame::Nul { start: String::new(), column: 1 };
        assert!(matches!(gate.hear(&nul), Verdict::Refuse(_)));
        assert_eq!(hear(&mut gate, "quit"), Verdict::Leave);
    }
}
