//! Tasks that panic.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::task::TaskError;
use super::tree::Workspace;

/// Runs what may panic; a panic becomes an error and leaves a fresh workspace.
pub(super) fn guarded<T>(
    workspace: &mut Workspace,
    run: impl FnOnce(&mut Workspace) -> Result<T, TaskError>,
) -> Result<T, TaskError> {
    let result = catch_unwind(AssertUnwindSafe(|| run(workspace)));
    result.unwrap_or_else(|panic| {
        *workspace = Workspace::default();
        Err(TaskError::Internal(message(panic.as_ref())))
    })
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a task panicked".to_owned())
}
