//! The grammar: parentheses, nodes, properties, values; what they mean is not known here.

use super::{Located, SgfFault};
use crate::record::{MAX_NODES, TooManyNodes};

/// A node with its properties as they stand in the file.
pub(super) struct RawNode {
    pub(super) parent: Option<usize>,
    pub(super) properties: Vec<RawProperty>,
}

/// A property with its values, escapes included.
pub(super) struct RawProperty {
    pub(super) name: String,
    pub(super) values: Vec<String>,
    pub(super) offset: usize,
}

/// One game of a collection: its nodes, parents first.
pub(super) fn parse(text: &str, game: usize) -> Result<Vec<RawNode>, Located> {
    let mut parser = Parser::new(text);
    let (mut chosen, mut count) = (None, 0);
    while let Some(found) = parser.next_game(count)? {
        chosen = chosen.or((count == game).then_some(found));
        count += 1;
    }
    chosen.ok_or(Located { offset: 0, fault: SgfFault::NoGame { game, games: count } })
}

pub(super) struct Parser<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Parser { text, offset: 0 }
    }

    /// The next game; none at the end, which must not come before the first.
    pub(super) fn next_game(&mut self, before: usize) -> Result<Option<Vec<RawNode>>, Located> {
        self.skip_spaces();
        match self.peek() {
            Some('(') => self.game().map(Some),
            None if before > 0 => Ok(None),
            _ => Err(self.expected("( at the beginning of a game")),
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.offset..].chars().next()
    }

    fn skip(&mut self, matches: impl Fn(char) -> bool) -> usize {
        let rest = &self.text[self.offset..];
        let length = rest.find(|c| !matches(c)).unwrap_or(rest.len());
        self.offset += length;
        length
    }

    fn skip_spaces(&mut self) {
        self.skip(char::is_whitespace);
    }

    fn expected(&self, expected: &'static str) -> Located {
        let found = match self.peek() {
            Some(c) => format!("\"{c}\""),
            None => "the end".to_owned(),
        };
        Located { offset: self.offset, fault: SgfFault::Expected { found, expected } }
    }

    /// A parenthesised game with everything in it. The stack holds the node before every open
    /// parenthesis, in place of recursion.
    fn game(&mut self) -> Result<Vec<RawNode>, Located> {
        let mut nodes: Vec<RawNode> = Vec::new();
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut last: Option<usize> = None;
        // Whether a node may come: not after a variation has been closed.
        let mut in_sequence = true;
        loop {
            self.skip_spaces();
            match self.peek() {
                Some('(') if last.is_some() || open.is_empty() => {
                    self.offset += 1;
                    open.push(last);
                    self.skip_spaces();
                    in_sequence = true;
                    if self.peek() != Some(';') {
                        return Err(self.expected("; at the beginning of a node"));
                    }
                }
                Some(';') if in_sequence && nodes.len() == MAX_NODES => {
                    return Err(Located { offset: self.offset, fault: TooManyNodes.into() });
                }
                Some(';') if in_sequence => {
                    self.offset += 1;
                    nodes.push(RawNode { parent: last, properties: self.properties()? });
                    last = Some(nodes.len() - 1);
                }
                Some(')') => {
                    self.offset += 1;
                    last = open.pop().flatten();
                    in_sequence = false;
                    if open.is_empty() {
                        return Ok(nodes);
                    }
                }
                _ if in_sequence => return Err(self.expected("a property, ;, ( or )")),
                _ => return Err(self.expected("( or )")),
            }
        }
    }

    fn properties(&mut self) -> Result<Vec<RawProperty>, Located> {
        let mut properties = Vec::new();
        loop {
            self.skip_spaces();
            let offset = self.offset;
            if self.skip(|c| c.is_ascii_alphabetic()) == 0 {
                return Ok(properties);
            }
            // Old files write out names, as in Black, of which only the capitals count.
            let written = &self.text[offset..self.offset];
            let name: String = written.chars().filter(char::is_ascii_uppercase).collect();
            if name.is_empty() {
                self.offset = offset;
                return Err(self.expected("a property name in capital letters"));
            }
            let mut values = vec![self.value()?];
            self.skip_spaces();
            while self.peek() == Some('[') {
                values.push(self.value()?);
                self.skip_spaces();
            }
            properties.push(RawProperty { name, values, offset });
        }
    }

    fn value(&mut self) -> Result<String, Located> {
        self.skip_spaces();
        if self.peek() != Some('[') {
            return Err(self.expected("[ at the beginning of a value"));
        }
        let start = self.offset + 1;
        let mut escaped = false;
        for (index, byte) in self.text.bytes().enumerate().skip(start) {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b']' => {
                    self.offset = index + 1;
                    return Ok(self.text[start..index].to_owned());
                }
                _ => {}
            }
        }
        let fault = SgfFault::Expected { found: "no end of this value".to_owned(), expected: "]" };
        Err(Located { offset: self.offset, fault })
    }
}

/// Text without its escapes. Line ends of every kind become `\n`, and an escaped one is none.
pub(super) fn unescape(raw: &str) -> String {
    let unix = raw.replace("\r\n", "\n").replace('\r', "\n");
    let mut text = String::with_capacity(unix.len());
    let mut chars = unix.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.extend(chars.next().filter(|escaped| *escaped != '\n')),
            c => text.push(c),
        }
    }
    text
}

/// The two sides of an unescaped colon.
pub(super) fn split_composed(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    for (index, byte) in raw.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b':' => return Some((&raw[..index], &raw[index + 1..])),
            _ => {}
        }
    }
    None
}

/// Text with its escapes, colons included, so that it can also be half of a pair.
pub(super) fn escape(text: &str) -> String {
    let unix = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut raw = String::with_capacity(unix.len());
    for c in unix.chars() {
        if matches!(c, '\\' | ']' | ':') {
            raw.push('\\');
        }
        raw.push(c);
    }
    raw
}
