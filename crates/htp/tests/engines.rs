//! Programs from outside that write without end, or leave others behind.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use hexring_control::{Limit, Stop};
use hexring_htp::client::{Engine, Fault};

/// A program that does something at every line that it reads.
fn engine(does: &str) -> Engine {
    Engine::start(&format!("sh -c 'while read -r line; do {does}; done'")).expect("a shell")
}

fn is_alive(process: &str) -> bool {
    Command::new("kill")
        .args(["-0", process])
        .stderr(std::process::Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < Duration::from_secs(60), "it never happened: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn answers_have_a_largest_size() {
    let minute = Limit::none().within(Duration::from_secs(60));
    for flood in ["yes", "yes \"\"", "head -c 100000000 /dev/zero | tr \"\\\\0\" x"] {
        let fault = engine(flood).send("name", &minute).expect_err("a flood");
        assert!(
            matches!(&fault, Fault::BadAnswer { answer, .. } if answer.contains("1048576")),
            "{flood}: {fault}"
        );
    }
}

/// A full channel has no room for the bell that wakes whoever waits.
#[test]
fn whoever_floods_can_be_stopped() {
    let mut slow = engine("while :; do echo x; sleep 0.01; done");
    let stop = Stop::new();
    let raise = stop.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        raise.raise();
    });
    let fault = slow.send("name", &Limit::of(&stop)).expect_err("no answer");
    assert!(matches!(fault, Fault::Stopped { .. }), "{fault}");
}

#[test]
fn what_an_engine_has_started_ends_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let note = folder.path().join("child");
    let mut engine = engine(&format!("sleep 1000 & echo $! >{}; echo =; echo", note.display()));
    engine.send("name", &Limit::none().within(Duration::from_secs(20))).expect("an answer");
    let child = read(&note);
    assert!(is_alive(&child));
    let started = Instant::now();
    drop(engine);
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
    wait_until("the child has ended", || !is_alive(&child));
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("written").trim().to_owned()
}
