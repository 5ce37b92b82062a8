//! Solved boards as pages and pictures.
//!
//! A page for each topology: who wins by columns and rows, a picture of the same, which first moves
//! win on the largest boards where all of them are known, and what each board has cost. Everything
//! follows from the rows, so a page is written again whenever there are more.

use hexring_game::draw::{DrawError, Scene, ScoreMap, SvgStyle, svg};
use hexring_game::{Board, ByColor, Color, Topology};
use hexring_solver::Row;

use super::document::{Block, Cell, Document, Figure, Section, Table};
use super::markdown;
use crate::plot::heat_map;

/// The pages and pictures of all topologies that there are rows of, by the names of their files.
pub fn files(rows: &[Row]) -> Result<Vec<(String, String)>, DrawError> {
    let mut files = Vec::new();
    for (topology, rows) in by_topology(rows) {
        let pictures = pictures(topology, &rows)?;
        let names: Vec<String> = pictures.iter().map(|(name, _)| name.clone()).collect();
        let document = document(topology, &rows, &pictures);
        let page = markdown::page(&document, &|index| names[index].clone());
        files.extend(pictures.into_iter().map(|(name, picture)| (name, picture.figure.svg)));
        files.push((format!("{topology}.md"), page));
    }
    Ok(files)
}

/// The winners as Markdown, a table for each topology and first player: columns across, rows down.
pub fn winners(rows: &[Row]) -> String {
    let mut sections = Vec::new();
    for (topology, rows) in by_topology(rows) {
        sections.extend(by_first(&rows).into_iter().map(|(first, rows)| Section {
            title: format!("{topology}, {first} first"),
            blocks: vec![Block::Table(table(&rows))],
        }));
    }
    markdown::sections(&sections, &|_| String::new()).trim_start().to_owned()
}

/// A picture of a page, and whose first move it is about.
struct Picture {
    first: Color,
    figure: Figure,
}

/// All pictures of a topology, in the order of its page, by the names of their files.
fn pictures(topology: Topology, rows: &[Row]) -> Result<Vec<(String, Picture)>, DrawError> {
    let mut pictures = Vec::new();
    for (first, rows) in by_first(rows) {
        let figure = Figure { caption: "winners".to_owned(), svg: map(&rows) };
        pictures.push((format!("{topology}-{first}-first.svg"), Picture { first, figure }));
        for row in shown(&rows) {
            let (cols, rows) = (row.board.cols(), row.board.rows());
            let caption = format!("{first}'s winning openings of {cols}x{rows}");
            let figure = Figure { caption, svg: openings(row)? };
            let name = format!("{topology}-{cols}x{rows}-{first}-first.svg");
            pictures.push((name, Picture { first, figure }));
        }
    }
    Ok(pictures)
}

fn document(topology: Topology, rows: &[Row], pictures: &[(String, Picture)]) -> Document {
    let mut sections: Vec<Section> = Vec::new();
    for (first, rows) in by_first(rows) {
        let of = pictures.iter().filter(|(_, picture)| picture.first == first);
        let mut figures = of.map(|(_, picture)| picture.figure.clone());
        let map = Block::figures(figures.by_ref().take(1).collect());
        let openings = Block::figures(figures.collect());
        let blocks = vec![map, Block::Table(table(&rows)), openings];
        sections.push(Section { title: format!("{first} first"), blocks });
    }
    let title = "What it has cost".to_owned();
    sections.push(Section { title, blocks: vec![Block::Table(costs(rows))] });
    Document { title: format!("Who wins: {topology}"), sections, ..Document::default() }
}

/// The rows of each topology that there are any of, by columns and rows.
fn by_topology(rows: &[Row]) -> Vec<(Topology, Vec<Row>)> {
    let of = |topology| {
        let of = rows.iter().filter(|row| row.board.topology() == topology);
        let mut rows: Vec<Row> = of.cloned().collect();
        rows.sort_by_key(|row| (row.board.cols(), row.board.rows(), row.first));
        (topology, rows)
    };
    Topology::ALL.map(of).into_iter().filter(|(_, rows)| !rows.is_empty()).collect()
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

/// Who wins by columns and rows.
fn table(rows: &[&Row]) -> Table {
    let cols = sizes(rows, Board::cols);
    let mut table = Table::new("", &["rows \\ columns"]);
    table.head.extend(cols.iter().map(ToString::to_string));
    for height in sizes(rows, Board::rows) {
        let winner = |cols: &u8| {
            let row = find(rows, *cols, height);
            Cell::text(row.map_or(String::new(), |row| row.winner.to_string()))
        };
        let name = Cell::name(format!("**{height}**"));
        table.rows.push([name].into_iter().chain(cols.iter().map(winner)).collect());
    }
    table
}

fn costs(rows: &[Row]) -> Table {
    let head = ["board", "first", "winner", "winning openings", "positions judged", "seconds"];
    let mut table = Table::new("", &head);
    for row in rows {
        let count = match (row.complete, row.winning_moves.len()) {
            (true, count) => format!("{count} of {}", row.board.cell_count()),
            (false, _) => "at least 1".to_owned(),
        };
        table.rows.push(vec![
            Cell::name(row.board),
            Cell::text(row.first),
            Cell::text(row.winner),
            Cell::text(count),
            Cell::number(row.nodes),
            Cell::number(format!("{:.2}", row.seconds)),
        ]);
    }
    table
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

/// Who wins by columns and rows. A number is how many openings win, where all are known.
fn map(rows: &[&Row]) -> String {
    let (cols, heights) = (sizes(rows, Board::cols), sizes(rows, Board::rows));
    let names = |sizes: &[u8]| sizes.iter().map(ToString::to_string).collect::<Vec<_>>();
    heat_map(("columns", &names(&cols)), ("rows", &names(&heights)), |x, y| {
        let row = find(rows, cols[x], heights[y])?;
        let heat = if row.winner == Color::Red { 1.0 } else { 0.0 };
        let is_counted = row.complete && !row.winning_moves.is_empty();
        let count = if is_counted { row.winning_moves.len().to_string() } else { String::new() };
        Some((heat, count))
    })
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
        let expected = "## plane, red first\n\n| rows \\ columns | 2 | 3 |\n| --- | --- | --- |\n\
                        | **2** | red | red |\n| **3** | blue |  |\n\n\
                        ## torus, blue first\n\n| rows \\ columns | 2 |\n| --- | --- |\n\
                        | **2** | blue |\n";
        assert_eq!(winners(&rows()), expected);
    }

    #[test]
    fn a_report_has_a_page_a_picture_and_openings_worth_a_look() {
        let files = files(&rows()).expect("small boards can be drawn");
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        let expected = [
            "plane-red-first.svg",
            "plane-2x2-red-first.svg",
            "plane.md",
            "torus-blue-first.svg",
            "torus.md",
        ];
        assert_eq!(names, expected);
        let page = |name: &str| &files.iter().find(|(file, _)| file == name).expect("there").1;
        for name in &expected[..2] {
            assert!(page("plane.md").contains(&format!("]({name})")), "{name} is shown");
        }
        assert!(page("plane.md").contains("| plane:2x2 | red | red | 2 of 4 | 7 | 0.50 |"));
        // Three boards: two that Red wins, with all or two openings, and one that Blue wins.
        let picture = page("plane-red-first.svg");
        assert_eq!(picture.matches("<rect").count(), 3, "{picture}");
        assert!(picture.contains(">6</text>"), "{picture}");
    }
}
