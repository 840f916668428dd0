//! The grammar of request lines. All use of nom is in here.

mod fault;
pub(crate) mod lex;
