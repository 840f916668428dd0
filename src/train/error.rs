//! Why training stops.

use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why training cannot begin or go on.
#[derive(Debug, Error)]
pub enum TrainError {
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The recipe is not valid TOML, has an unknown or missing key, or names a file that is not
    /// there or does not fit; says where.
    #[error("{path}: {message}")]
    Recipe {
        /// The recipe.
        path: PathBuf,
        /// Line, column and reason.
        message: String,
    },
    /// A value of the recipe is out of range.
    #[error("recipe: {0}")]
    Value(String),
    /// The checkpoint is damaged or belongs to another recipe or seed.
    #[error("{path}: {reason}")]
    Checkpoint {
        /// The checkpoint.
        path: PathBuf,
        /// What is wrong.
        reason: &'static str,
    },
    /// The labels are not what the recipe says.
    #[error("{path}: {reason}")]
    Labels {
        /// The file of labels.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The positions to validate with cannot be used.
    #[error(transparent)]
    Validation(#[from] crate::eval::validate::ValidateError),
}

impl TrainError {
    /// For `map_err` on file operations.
    pub(super) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> TrainError + '_ {
        move |source| TrainError::File { path: path.to_owned(), source }
    }
}
