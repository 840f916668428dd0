//! The word that a TCP client must say first.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::session::event::Frame;

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

    /// Judges one line: `auth TOKEN`, tagged or not, or the same as JSON.
    pub(super) fn hear(&mut self, frame: &Frame) -> Verdict {
        let Frame::Line(line) = frame else { return self.refuse(&Said::default()) };
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Verdict::Ignore;
        }
        let said = if line.starts_with('{') { Said::json(line) } else { Said::text(line) };
        match (said.command.as_str(), &said.word) {
            ("auth", Some(word)) if self.token.is(word) => Verdict::Admit(said.reply(None)),
            ("quit" | "exit", None) => Verdict::Leave,
            _ => self.refuse(&said),
        }
    }

    fn refuse(&mut self, said: &Said) -> Verdict {
        self.failures += 1;
        let message = match said.command.as_str() {
            "auth" => "that is not the token",
            _ => "say auth TOKEN first",
        };
        let reply = said.reply(Some(message));
        if self.failures < FAILURES_MAX { Verdict::Refuse(reply) } else { Verdict::Expel(reply) }
    }
}

/// A line as far as the gate understands it.
#[derive(Default)]
struct Said {
    is_json: bool,
    tag: Option<String>,
    command: String,
    word: Option<String>,
}

impl Said {
    fn text(line: &str) -> Said {
        let mut words = line.split_whitespace().peekable();
        let is_tag = |word: &str| {
            word.len() <= 32
                && word.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
        };
        let tag = words.peek().and_then(|word| word.strip_prefix('@')).filter(|tag| is_tag(tag));
        let tag = tag.map(str::to_owned);
        if tag.is_some() {
            words.next();
        }
        let command = words.next().unwrap_or("").to_ascii_lowercase();
        let word = words.next().map(str::to_owned);
        Said { is_json: false, tag, command, word }
    }

    fn json(line: &str) -> Said {
        let value: Value = serde_json::from_str(line).unwrap_or(Value::Null);
        let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        Said {
            is_json: true,
            tag: text("tag"),
            command: text("command").unwrap_or_default(),
            word: text("token"),
        }
    }

    /// The closing line: `ok`, or the error `unauthorised` with a message.
    fn reply(&self, refusal: Option<&str>) -> String {
        if self.is_json {
            let mut reply = serde_json::Map::new();
            if let Some(tag) = &self.tag {
                reply.insert("tag".into(), json!(tag));
            }
            reply.insert("ok".into(), json!(refusal.is_none()));
            if let Some(message) = refusal {
                let error = json!({"code": "unauthorised", "message": message});
                reply.insert("error".into(), error);
            }
            return format!("{}\n", Value::Object(reply));
        }
        let tag = self.tag.as_ref().map(|tag| format!("@{tag} ")).unwrap_or_default();
        match refusal {
            None => format!("{tag}ok\n"),
            Some(message) => format!("{tag}error code=unauthorised message=\"{message}\"\n"),
        }
    }
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
        assert!(matches!(hear(&mut gate, "auth sesame2"), Verdict::Expel(_)));
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
        assert!(matches!(gate.hear(&Frame::Nul { column: 1 }), Verdict::Refuse(_)));
    }
}
