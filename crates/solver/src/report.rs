//! Tables of winners as pages and pictures.
//!
//! A page for each topology: who wins by columns and rows, a picture of the same, which first moves
//! win on the largest boards where all of them are known, and what each row has cost. Everything
//! follows from the rows, so a page is written again whenever there are more.

use std::fmt::Write as _;

use hexring_game::draw::{DrawError, Scene, ScoreMap, SvgStyle, svg};
use hexring_game::{Board, ByColor, Color, Topology};

use crate::survey::Row;

/// A file of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// The pages and pictures of all topologies that there are rows of.
pub fn report(rows: &[Row]) -> Result<Vec<Page>, DrawError> {
    let mut pages = Vec::new();
    for topology in Topology::ALL {
        let of = rows.iter().filter(|row| row.board.topology() == topology);
        let mut rows: Vec<Row> = of.cloned().collect();
        rows.sort_by_key(|row| (row.board.cols(), row.board.rows(), row.first));
        if rows.is_empty() {
            continue;
        }
        let mut text = format!("# Who wins: {topology}\n\n");
        for (first, rows) in by_first(&rows) {
            let name = format!("{topology}-{first}-first.svg");
            let _ = writeln!(text, "## {first} first\n\n![winners]({name})\n\n{}", grid(&rows));
            pages.push(Page { name, text: winners(&rows) });
            for row in shown(&rows) {
                let (cols, rows) = (row.board.cols(), row.board.rows());
                let name = format!("{topology}-{cols}x{rows}-{first}-first.svg");
                let _ = writeln!(text, "![{first}'s winning openings of {cols}x{rows}]({name})\n");
                pages.push(Page { name, text: openings(row)? });
            }
        }
        text += &costs(&rows);
        pages.push(Page { name: format!("{topology}.md"), text });
    }
    Ok(pages)
}

/// The winners as Markdown, a table for each topology and first player: columns across, rows down.
pub fn markdown(rows: &[Row]) -> String {
    let mut text = String::new();
    for topology in Topology::ALL {
        let of = |row: &&Row| row.board.topology() == topology;
        let rows: Vec<Row> = rows.iter().filter(of).cloned().collect();
        for (first, rows) in by_first(&rows) {
            let _ = writeln!(text, "## {topology}, {first} first\n\n{}", grid(&rows));
        }
    }
    text
}

/// The rows of each first player that there are any of.
fn by_first(rows: &[Row]) -> Vec<(Color, Vec<&Row>)> {
    let of = |first| (first, rows.iter().filter(|row| row.first == first).collect::<Vec<_>>());
    Color::ALL.map(of).into_iter().filter(|(_, rows)| !rows.is_empty()).collect()
}

/// All values of a size, in order.
fn sizes(rows: &[&Row], size: fn(Board) -> u8) -> Vec<u8> {
    let mut sizes: Vec<u8> = rows.iter().map(|row| size(row.board)).collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// The most complete row of a board.
fn find<'a>(rows: &[&'a Row], cols: u8, height: u8) -> Option<&'a Row> {
    let of = rows.iter().filter(|row| (row.board.cols(), row.board.rows()) == (cols, height));
    of.copied().max_by_key(|row| row.complete)
}

fn grid(rows: &[&Row]) -> String {
    let (cols, heights) = (sizes(rows, Board::cols), sizes(rows, Board::rows));
    let head: Vec<String> = cols.iter().map(ToString::to_string).collect();
    let mut text = format!("| rows \\ columns | {} |\n", head.join(" | "));
    text += &format!("|---|{}\n", "---|".repeat(cols.len()));
    for height in heights {
        let winner = |cols: &u8| {
            find(rows, *cols, height).map_or(String::new(), |row| row.winner.to_string())
        };
        let winners: Vec<String> = cols.iter().map(winner).collect();
        text += &format!("| **{height}** | {} |\n", winners.join(" | "));
    }
    text
}

fn costs(rows: &[Row]) -> String {
    let mut text = "## What it has cost\n\n| board | first | winner | winning openings | \
                    positions judged | seconds |\n|---|---|---|---|---:|---:|\n"
        .to_owned();
    for row in rows {
        let count = match (row.complete, row.winning_moves.len()) {
            (true, count) => format!("{count} of {}", row.board.cell_count()),
            (false, _) => "at least 1".to_owned(),
        };
        let Row { board, first, winner, nodes, seconds, .. } = row;
        let _ =
            writeln!(text, "| {board} | {first} | {winner} | {count} | {nodes} | {seconds:.2} |");
    }
    text
}

/// For each number of columns, the largest board on which some openings win and some do not.
fn shown<'a>(rows: &[&'a Row]) -> Vec<&'a Row> {
    let is_mixed = |row: &&&Row| {
        let winning = row.winning_moves.len();
        row.complete && winning > 0 && winning < row.board.cell_count()
    };
    let largest = |cols: u8| {
        let of = rows.iter().filter(|row| row.board.cols() == cols).filter(is_mixed);
        of.copied().max_by_key(|row| row.board.rows())
    };
    sizes(rows, Board::cols).into_iter().filter_map(largest).collect()
}

/// The winning openings as a heat map on the board.
fn openings(row: &Row) -> Result<String, DrawError> {
    let mut scene = Scene::of_stones(row.board, &ByColor::default());
    let wins = |cell| Some(if row.winning_moves.contains(&cell) { 1.0 } else { 0.0 });
    scene.scores = Some(ScoreMap::new("winning first moves", row.board, wins));
    scene.title = Some(format!("{}'s winning openings of {}", row.first, row.board));
    svg(&scene, &SvgStyle { scores: false, ..SvgStyle::default() })
}

const SQUARE: usize = 34;
const MARGIN: usize = 46;

/// Who wins by columns and rows. A number is how many openings win, where all are known.
fn winners(rows: &[&Row]) -> String {
    let (cols, heights) = (sizes(rows, Board::cols), sizes(rows, Board::rows));
    let (width, height) = (MARGIN + SQUARE * cols.len() + 8, MARGIN + SQUARE * heights.len() + 8);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\" \
         text-anchor=\"middle\">\n<title>winners by columns and rows</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    let middle = |i: usize| MARGIN + SQUARE * i + SQUARE / 2;
    let mut write = |x: usize, y: usize, fill: &str, words: &str| {
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{}\" fill=\"{fill}\">{words}</text>", y + 4);
    };
    write(MARGIN + SQUARE * cols.len() / 2, 12, "#555555", "columns");
    write(22, MARGIN - 12, "#555555", "rows");
    for (i, cols) in cols.iter().enumerate() {
        write(middle(i), MARGIN - 12, "#222222", &cols.to_string());
    }
    for (i, height) in heights.iter().enumerate() {
        write(22, middle(i), "#222222", &height.to_string());
    }
    for (x, cols) in cols.iter().enumerate() {
        for (y, height) in heights.iter().enumerate() {
            if let Some(row) = find(rows, *cols, *height) {
                text += &square(row, MARGIN + SQUARE * x, MARGIN + SQUARE * y);
            }
        }
    }
    text + "</svg>\n"
}

fn square(row: &Row, x: usize, y: usize) -> String {
    let fill = if row.winner == Color::Red { "#d1495b" } else { "#3066be" };
    let side = SQUARE - 2;
    let mut text =
        format!("<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\"/>\n");
    if row.complete && !row.winning_moves.is_empty() {
        let (x, y, count) = (x + side / 2, y + side / 2 + 4, row.winning_moves.len());
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\" fill=\"#ffffff\">{count}</text>");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexring_game::Cell;

    fn row(board: &str, first: Color, winner: Color, moves: &[&str]) -> Row {
        let cell = |text: &&str| text.parse::<Cell>().expect("a cell");
        Row {
            board: board.parse().expect("a board"),
            first,
            winner,
            winning_moves: moves.iter().map(cell).collect(),
            complete: true,
            nodes: 7,
            seconds: 0.5,
        }
    }

    fn rows() -> Vec<Row> {
        use Color::{Blue, Red};
        vec![
            row("plane:2x2", Red, Red, &["b1", "a2"]),
            row("plane:3x2", Red, Red, &["a1", "b1", "c1", "a2", "b2", "c2"]),
            row("plane:2x3", Red, Blue, &[]),
            row("torus:2x2", Blue, Blue, &["a1", "b1", "a2", "b2"]),
        ]
    }

    #[test]
    fn winners_are_listed_by_columns_and_rows() {
        let expected = "## plane, red first\n\n| rows \\ columns | 2 | 3 |\n|---|---|---|\n\
                        | **2** | red | red |\n| **3** | blue |  |\n\n\
                        ## torus, blue first\n\n| rows \\ columns | 2 |\n|---|---|\n\
                        | **2** | blue |\n\n";
        assert_eq!(markdown(&rows()), expected);
    }

    #[test]
    fn a_report_has_a_page_a_picture_and_openings_worth_a_look() {
        let pages = report(&rows()).expect("small boards can be drawn");
        let names: Vec<&str> = pages.iter().map(|page| page.name.as_str()).collect();
        let expected = [
            "plane-red-first.svg",
            "plane-2x2-red-first.svg",
            "plane.md",
            "torus-blue-first.svg",
            "torus.md",
        ];
        assert_eq!(names, expected);
        let page = |name: &str| &pages.iter().find(|page| page.name == name).expect("there").text;
        for name in &expected[..2] {
            assert!(page("plane.md").contains(name), "{name} is shown");
        }
        assert!(page("plane.md").contains("| plane:2x2 | red | red | 2 of 4 | 7 | 0.50 |"));
        // Three boards: two that Red wins, one that Blue wins.
        let count = |fill: &str| page("plane-red-first.svg").matches(fill).count();
        assert_eq!((count("#d1495b"), count("#3066be")), (2, 1));
    }
}
