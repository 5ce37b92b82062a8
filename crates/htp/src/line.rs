//! The lines of the protocol: `[id] keyword arguments` in, `=[id] text` or `?[id] message` out.

/// One command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Command {
    /// The number that the answer repeats, if the command had one.
    pub(crate) id: Option<u32>,
    /// The command's name.
    pub(crate) keyword: String,
    /// Everything after it.
    pub(crate) arguments: Vec<String>,
}

impl Command {
    /// Reads a line; none if it is empty or a comment. Control characters are dropped and tabs
    /// are spaces.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        let line = line.split('#').next().unwrap_or_default();
        let clean: String = line
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .collect();
        let mut words = clean.split_whitespace().peekable();
        let id = words.peek().and_then(|word| word.parse().ok());
        if id.is_some() {
            words.next();
        }
        let keyword = words.next()?.to_owned();
        Some(Command { id, keyword, arguments: words.map(str::to_owned).collect() })
    }
}

/// Whether a line asks for the running search to end.
pub(crate) fn is_interrupt(line: &str) -> bool {
    line.strip_prefix('#').is_some_and(|comment| comment.trim() == "interrupt")
}

/// The answer to a command. An empty line ends it, so empty lines within become a space; and the
/// space after `=` stands there even for an empty answer, because HexGui insists on it.
pub(crate) fn answer(id: Option<u32>, result: &Result<String, String>) -> String {
    let id = id.map(|id| id.to_string()).unwrap_or_default();
    let (mark, text) = match result {
        Ok(text) => ('=', text),
        Err(message) => ('?', message),
    };
    let lines = text.trim_end().split('\n').enumerate();
    let full = |(index, line): (usize, &str)| match line.trim() {
        "" if index > 0 => " ".to_owned(),
        _ => line.to_owned(),
    };
    format!("{mark}{id} {}\n\n", lines.map(full).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_comments_and_control_characters() {
        let command = Command::parse("12 play\tblack \u{7} a1 # a comment\r").expect("a command");
        assert_eq!((command.id, command.keyword.as_str()), (Some(12), "play"));
        assert_eq!(command.arguments, ["black", "a1"]);
        assert_eq!(Command::parse("   # interrupt"), None);
        assert_eq!(Command::parse("7"), None);
        assert!(is_interrupt("# interrupt") && !is_interrupt("# interrupted"));
    }

    #[test]
    fn answers_never_hold_an_empty_line() {
        assert_eq!(answer(None, &Ok(String::new())), "= \n\n");
        assert_eq!(answer(Some(3), &Ok("a\n\nb\n".to_owned())), "=3 a\n \nb\n\n");
        assert_eq!(answer(None, &Err("no".to_owned())), "? no\n\n");
    }
}
