//! A running program together with everything that it starts: all of it ends with whoever started
//! it, however that ends.
//!
//! A program gets a process group of its own, which is killed as one. That its owner may be killed
//! itself, without a chance to do anything, is what the guard is for: a shell that waits for the
//! end of a pipe which only the owner holds, and then kills the group.

use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

/// A running program. It is killed when it is dropped, and so is what it has started.
#[derive(Debug)]
pub(super) struct Program {
    child: Child,
    /// None where there is no shell, or no groups of processes.
    guard: Option<Child>,
}

impl Program {
    /// Starts a program with pipes to all its streams.
    pub(super) fn start(program: &str, arguments: &[String]) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = group::lead(&mut command).spawn()?;
        let guard = group::guard(child.id());
        Ok(Program { child, guard })
    }

    /// The process, for its streams.
    pub(super) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// How it ended, if it does so within a time.
    pub(super) fn ends_within(&mut self, time: Duration) -> Option<ExitStatus> {
        wait(&mut self.child, time)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Whether they are there any more or not: afterwards they are not.
        group::kill(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Some(guard) = &mut self.guard {
            let _ = guard.kill();
            let _ = guard.wait();
        }
    }
}

#[cfg(any(unix, windows))]
fn wait(child: &mut Child, time: Duration) -> Option<ExitStatus> {
    wait_timeout::ChildExt::wait_timeout(child, time).ok().flatten()
}

/// Here no program can be started, and so none ends.
#[cfg(not(any(unix, windows)))]
fn wait(_: &mut Child, _: Duration) -> Option<ExitStatus> {
    None
}

#[cfg(unix)]
mod group {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};

    use rustix::process::{Pid, Signal, kill_process_group};

    /// Makes a program the leader of a group of its own.
    pub(super) fn lead(command: &mut Command) -> &mut Command {
        command.process_group(0)
    }

    /// Kills a group when this process has ended.
    pub(super) fn guard(leader: u32) -> Option<Child> {
        let mut shell = Command::new("sh");
        shell.args(["-c", "read line; kill -s KILL -- \"-$0\"", &leader.to_string()]);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        lead(&mut shell).spawn().ok()
    }

    pub(super) fn kill(leader: u32) {
        let leader = i32::try_from(leader).ok().and_then(Pid::from_raw);
        leader.map(|leader| kill_process_group(leader, Signal::KILL));
    }
}

#[cfg(not(unix))]
mod group {
    use std::process::{Child, Command};

    pub(super) fn lead(command: &mut Command) -> &mut Command {
        command
    }

    pub(super) fn guard(_leader: u32) -> Option<Child> {
        None
    }

    pub(super) fn kill(_leader: u32) {}
}
