//! Unix socket listeners.

use std::fs;
use std::io;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use tokio::net::UnixListener;

use super::tcp::ListenError;

/// The file of a listening socket, removed when dropped.
#[derive(Debug)]
pub(super) struct SocketFile {
    path: PathBuf,
    identity: (u64, u64),
}

/// Listens at `path`, for this user only. A socket file that no server listens on any more is
/// replaced.
pub(super) fn listen(path: &Path) -> Result<(UnixListener, SocketFile), ListenError> {
    let place = || path.display().to_string();
    let failed = |source| ListenError::Bind { place: place(), source };
    let listener = match UnixListener::bind(path) {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
            let found = fs::symlink_metadata(path).map_err(failed)?;
            if !found.file_type().is_socket() {
                return Err(ListenError::NotASocket(place()));
            }
            match std::os::unix::net::UnixStream::connect(path) {
                Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(failed(error)),
                Ok(_) => return Err(ListenError::Taken(place())),
            }
            match fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
                _ => UnixListener::bind(path),
            }
        }
        bound => bound,
    }
    .map_err(failed)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).map_err(failed)?;
    let identity = identity(path).map_err(failed)?;
    Ok((listener, SocketFile { path: path.to_owned(), identity }))
}

fn identity(path: &Path) -> io::Result<(u64, u64)> {
    let found = fs::symlink_metadata(path)?;
    Ok((found.dev(), found.ino()))
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        // Another server may have put its own there meanwhile.
        if identity(&self.path).is_ok_and(|found| found == self.identity) {
            let _ = fs::remove_file(&self.path);
        }
    }
}
