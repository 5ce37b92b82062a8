//! Commands as words, without a shell.

/// Splits at spaces; single and double quotes keep words together.
pub fn split_words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for letter in text.chars() {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, ' ' | '\t') => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if let Some(open) = quote {
        return Err(format!("the quote {open} is not closed"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_words_together() {
        let words = split_words(r#"engine  --name "a b" '' x'y z'"#).expect("closed quotes");
        assert_eq!(words, ["engine", "--name", "a b", "", "xy z"]);
        assert_eq!(split_words("  "), Ok(vec![]));
        assert!(split_words("a \"b").is_err());
    }
}
