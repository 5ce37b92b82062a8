//! Fills a table of winners: `table cylinder:3..7x1..8 [red|blue] [all]`. Prints each row as it is
//! found, then the table as Markdown.

use hexring_control::Control;
use hexring_game::Color;
use hexring_solver::{Options, Wanted, fill_table, markdown};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let range = words.next().ok_or("expected boards, such as cylinder:3..7x1..8")?.parse()?;
    let words: Vec<String> = words.collect();
    let asked: Vec<Color> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let first = if asked.is_empty() { Color::ALL.to_vec() } else { asked };
    let all = words.iter().any(|word| word == "all");
    let wanted = if all { Wanted::AllMoves } else { Wanted::Winner };
    let mut rows = Vec::new();
    let control = &mut Control::default();
    fill_table(range, &first, wanted, Options::default(), &[], control, |row| {
        println!("{}", serde_json::to_string(&row).expect("a row is plain data"));
        rows.push(row);
    })?;
    println!("\n{}", markdown(&rows));
    Ok(())
}
