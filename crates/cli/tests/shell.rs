//! Completions that shells load, and manual pages.

#[allow(dead_code, reason = "shared by several test files")]
mod support;

use std::process::Command;

use support::stdout;

/// Runs a script in a shell, if it is installed.
fn in_shell(shell: &str, script: &str) -> Option<String> {
    let output = Command::new(shell).args(["-c", script]).output().ok()?;
    let fault = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && fault.is_empty(), "{shell}: {fault}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn shells_load_the_completions() {
    let folder = tempfile::tempdir().expect("a folder");
    for shell in ["bash", "zsh", "fish"] {
        let script = stdout(&format!("completions {shell}"));
        assert!(script.contains("tournament") && script.contains("memory-file"), "{shell}");
        let file = folder.path().join(shell);
        std::fs::write(&file, script).expect("written");
        let file = file.display();
        let ask = match shell {
            "bash" => format!(
                "source {file}; COMP_WORDS=(hexring tourn) COMP_CWORD=1; _hexring hexring tourn \
                 hexring; echo ${{COMPREPLY[@]}}"
            ),
            "zsh" => {
                format!("autoload -U compinit; compinit -u -D; source {file}; echo tournament")
            }
            _ => format!("source {file}; complete -C 'hexring tourn'"),
        };
        let answer = in_shell(shell, &ask);
        assert!(answer.is_none_or(|answer| answer.contains("tournament")), "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().expect("a folder");
    stdout(&format!("man --out {}", folder.path().display()));
    let page = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a page");
    assert!(page("hexring.1").contains("hexring\\-solve(1)"));
    assert!(page("hexring-solve.1").contains("memory\\-file"));
    assert!(page("hexring-experiment-merge.1").contains(".SH SYNOPSIS"));
}
