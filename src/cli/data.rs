//! Where tables are kept.

use std::env;
use std::path::PathBuf;

/// The data directory: as given, else what `NARDY_DATA` says, else the platform's place for a
/// program's data of this user. `None` where nothing is known.
pub fn folder(given: Option<PathBuf>) -> Option<PathBuf> {
    let variable = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let platform = || {
        let base = if cfg!(windows) {
            variable("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            variable("HOME").map(|home| home.join("Library/Application Support"))
        } else {
            let home = || variable("HOME").map(|home| home.join(".local/share"));
            // Relative paths there are to be ignored.
            variable("XDG_DATA_HOME").filter(|path| path.is_absolute()).or_else(home)
        };
        base.map(|base| base.join("nardy"))
    };
    given.or_else(|| variable("NARDY_DATA")).or_else(platform)
}
