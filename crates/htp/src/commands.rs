//! The commands, one function each, and the table that lists them.

use std::time::Duration;

use hexring_control::Limit;
use hexring_game::draw::{self, Scene, TextStyle};
use hexring_game::{ByColor, Color, Move, Position, Status};
use hexring_players::Choice;
use hexring_players::clock::share;
use hexring_solver::Wanted;

use crate::Flags;
use crate::exact;
use crate::line::Command;
use crate::live::{Streams, info_line};
use crate::params;
use crate::session::Session;
use crate::words::{color_word, move_word};

/// Everything that a command can use.
struct Context<'a, 'b> {
    session: &'a mut Session,
    command: &'a Command,
    flags: &'a Flags,
    streams: &'a mut Streams<'b>,
}

/// The protocol's word for giving up.
const RESIGN: &str = "resign";

type Answer = Result<String, String>;
type Run = fn(&mut Context) -> Answer;

/// The base set, in the order in which it is listed. `param_<player>` comes on top.
const COMMANDS: &[(&str, Run)] = &[
    ("name", |_| Ok("hexring".to_owned())),
    ("version", |context| Ok(format!("{} {}", env!("CARGO_PKG_VERSION"), context.session.spec))),
    ("protocol_version", |_| Ok("2".to_owned())),
    ("list_commands", |context| Ok(list_commands(context.session))),
    ("known_command", known_command),
    ("quit", |_| Ok(String::new())),
    ("boardsize", boardsize),
    ("clear_board", clear_board),
    ("play", play),
    ("play-game", play_game),
    ("set_position", set_position),
    ("undo", undo),
    ("genmove", |context| generate(context, true)),
    ("reg_genmove", |context| generate(context, false)),
    ("kata-analyze", analyze),
    ("dfpn-solve-state", solve_state),
    ("dfpn-solver-find-winning", find_winning),
    ("showboard", |context| Ok(showboard(context.session.game.position()))),
    ("all_legal_moves", all_legal_moves),
    ("final_score", final_score),
    ("time_settings", time_settings),
    ("time_left", time_left),
    ("loadsgf", load_sgf),
    ("param_game", param_game),
    ("hexgui-analyze_commands", analyze_commands),
    ("gogui-interrupt", |_| Ok(String::new())),
];

/// Runs one command.
pub(crate) fn run(
    session: &mut Session,
    command: &Command,
    flags: &Flags,
    streams: &mut Streams,
) -> Answer {
    let keyword = command.keyword.as_str();
    let found = COMMANDS.iter().find(|(name, _)| *name == keyword);
    let is_player_param = keyword == param_player_name(session);
    let mut context = Context { session, command, flags, streams };
    match found {
        Some((_, run)) => run(&mut context),
        None if is_player_param => param_player(&mut context),
        None => Err(format!("unknown command: {keyword}")),
    }
}

fn param_player_name(session: &Session) -> String {
    format!("param_{}", session.spec.name().replace('-', "_"))
}

fn list_commands(session: &Session) -> String {
    let mut names: Vec<String> = COMMANDS.iter().map(|(name, _)| (*name).to_owned()).collect();
    names.push(param_player_name(session));
    names.join("\n")
}

fn known_command(context: &mut Context) -> Answer {
    let name = context.argument(0, "a command's name")?.to_owned();
    let known = list_commands(context.session).lines().any(|line| line == name);
    Ok(known.to_string())
}

impl Context<'_, '_> {
    fn argument(&self, index: usize, expected: &str) -> Result<&str, String> {
        let argument = self.command.arguments.get(index).map(String::as_str);
        argument.ok_or_else(|| format!("{} needs {expected}", self.command.keyword))
    }

    fn color(&self, index: usize) -> Result<Color, String> {
        let word = self.argument(index, "a colour: black or white")?;
        Color::from_protocol(word).map_err(|error| error.to_string())
    }
}

fn boardsize(context: &mut Context) -> Answer {
    let number = |index: usize| -> Result<u8, String> {
        let word = context.argument(index, "columns and rows")?;
        word.parse().map_err(|_| format!("bad size {word}: expected a number from 1 to 53"))
    };
    let cols = number(0)?;
    let rows = if context.command.arguments.len() > 1 { number(1)? } else { cols };
    let rules = context.session.game.rules();
    let rules = params::on_board(rules, rules.board.topology(), cols, rows)?;
    let caution = context.session.player.caution(&rules);
    context.session.restart(rules)?;
    if let Some(caution) = caution {
        context.streams.warn(&caution);
    }
    Ok(String::new())
}

fn clear_board(context: &mut Context) -> Answer {
    let rules = context.session.game.rules().clone();
    context.session.restart(rules)?;
    Ok(String::new())
}

fn play(context: &mut Context) -> Answer {
    let color = context.color(0)?;
    let word = context.argument(1, "a colour and a move")?.to_owned();
    play_word(context.session, color, &word)?;
    Ok(String::new())
}

/// Plays a move of the protocol: a cell, a swap, a pass or a resignation.
fn play_word(session: &mut Session, color: Color, word: &str) -> Result<(), String> {
    if word.eq_ignore_ascii_case(RESIGN) {
        return session.game.resign(color).map_err(|error| error.to_string());
    }
    let mv: Move = word.parse().map_err(|error: hexring_game::ParseMoveError| error.to_string())?;
    session.play(color, mv)
}

fn play_game(context: &mut Context) -> Answer {
    let words = context.command.arguments.clone();
    clear_board(context)?;
    for word in &words {
        let color = context.session.game.position().to_move();
        let color = color.ok_or_else(|| format!("{word} is after the end of the game"))?;
        play_word(context.session, color, word)?;
    }
    Ok(String::new())
}

fn set_position(context: &mut Context) -> Answer {
    let stones = context.command.arguments.clone();
    if stones.len() % 2 == 1 {
        return Err("set_position needs pairs of a colour and a cell".to_owned());
    }
    let before = context.session.game.clone();
    clear_board(context)?;
    for pair in stones.chunks(2) {
        let color = Color::from_protocol(&pair[0]).map_err(|error| error.to_string());
        if let Err(error) = color.and_then(|color| play_word(context.session, color, &pair[1])) {
            context.session.game = before;
            return Err(error);
        }
    }
    Ok(String::new())
}

fn undo(context: &mut Context) -> Answer {
    let game = &mut context.session.game;
    let resigned = matches!(game.ending(), Some(hexring_game::Ending::Forfeited { .. }));
    match game.undo() {
        Some(_) => Ok(String::new()),
        None if resigned => Ok(String::new()),
        None => Err("cannot undo: no move was made".to_owned()),
    }
}

fn generate(context: &mut Context, play: bool) -> Answer {
    let color = context.color(0)?;
    let choice = think_in_time(context, color)?;
    let swap = context.session.game.rules().swap;
    let word = if choice.resigns { RESIGN.to_owned() } else { move_word(choice.mv, swap) };
    if play {
        play_word(context.session, color, &word)?;
    }
    Ok(word)
}

/// Thinks until the player is done, `# interrupt` is read or the clock says so, with live output.
fn think_in_time(context: &mut Context, color: Color) -> Result<Choice, String> {
    let Context { session, flags, streams, .. } = context;
    let limit = Limit::of(&flags.interrupted);
    // The protocol does not tell increments: they are in the time left as they come.
    let share = |left| share(left, Duration::ZERO, session.game.position());
    let budget = session.time_left[color].map(share);
    let limit = budget.map_or_else(|| limit.clone(), |budget| limit.within(budget));
    session.think(color, limit, &mut |choice| streams.show(choice, color))
}

/// Streams thoughts until the player is done or any line is read.
fn analyze(context: &mut Context) -> Answer {
    let to_move = context.session.game.position().to_move();
    let color = match (context.command.arguments.first(), to_move) {
        (Some(word), _) if Color::from_protocol(word).is_ok() => context.color(0)?,
        (_, Some(color)) => color,
        _ => return Err("nobody is to move".to_owned()),
    };
    let Context { session, flags, streams, .. } = context;
    let report = &mut |choice: &Choice| streams.stream(&info_line(choice));
    let choice = session.think(color, Limit::of(&flags.followed), report)?;
    streams.stream(&info_line(&choice));
    Ok(String::new())
}

/// The colour in the first argument, or the one to move.
fn color_or_mover(context: &Context) -> Result<Color, String> {
    if context.command.arguments.is_empty() {
        let to_move = context.session.game.position().to_move();
        return to_move.ok_or_else(|| "nobody is to move".to_owned());
    }
    context.color(0)
}

fn solve_state(context: &mut Context) -> Answer {
    let color = color_or_mover(context)?;
    let game = &context.session.game;
    let outcome =
        exact::solve(game, color, Wanted::Winner, &Limit::of(&context.flags.interrupted))?;
    outcome.winner.map(|color| color_word(color).to_owned()).ok_or_else(|| "no result".to_owned())
}

fn find_winning(context: &mut Context) -> Answer {
    let color = color_or_mover(context)?;
    let game = &context.session.game;
    let outcome =
        exact::solve(game, color, Wanted::AllMoves, &Limit::of(&context.flags.interrupted))?;
    let cells = outcome.winning_moves.iter().map(ToString::to_string);
    Ok(cells.collect::<Vec<_>>().join(" "))
}

fn showboard(position: &Position) -> String {
    let style = TextStyle { legend: false, ..TextStyle::default() };
    format!("\n{}", draw::text(&Scene::of_position(position), &style))
}

fn all_legal_moves(context: &mut Context) -> Answer {
    let position = context.session.game.position();
    let swap = position.rules().swap;
    let moves = position.legal_moves().into_iter().map(|mv| move_word(mv, swap));
    Ok(moves.collect::<Vec<_>>().join(" "))
}

fn final_score(context: &mut Context) -> Answer {
    let winner = context.session.game.ending().and_then(|ending| ending.winner());
    Ok(match winner {
        Some(Color::Red) => "B+",
        Some(Color::Blue) => "W+",
        None => "cannot score",
    }
    .to_owned())
}

/// The time for the whole game. Time after that, by periods of so many moves, is not reckoned with;
/// periods without moves mean that there is no limit at all.
fn time_settings(context: &mut Context) -> Answer {
    let [base, period, moves] = [0, 1, 2].map(|index| seconds(context, index, "three numbers"));
    let (base, period, moves) = (base?, period?, moves?);
    let is_endless = !period.is_zero() && moves.is_zero();
    let base = Some(base).filter(|_| !is_endless);
    context.session.time_left = ByColor { red: base, blue: base };
    Ok(String::new())
}

fn time_left(context: &mut Context) -> Answer {
    let color = context.color(0)?;
    context.session.time_left[color] = Some(seconds(context, 1, "a colour and seconds")?);
    Ok(String::new())
}

fn seconds(context: &Context, index: usize, expected: &str) -> Result<Duration, String> {
    let word = context.argument(index, expected)?;
    let seconds = word.parse::<f64>().ok().filter(|seconds| (0.0..1e7).contains(seconds));
    let seconds = seconds.ok_or_else(|| format!("bad time {word}: expected seconds"))?;
    Ok(Duration::from_secs_f64(seconds))
}

fn load_sgf(context: &mut Context) -> Answer {
    let path = context.argument(0, "a file, and perhaps a move number")?;
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let game = crate::session::game_from_sgf(&text, context.command.arguments.get(1))
        .map_err(|error| format!("{path}: {error}"))?;
    let rules = game.rules().clone();
    context.session.restart(rules)?;
    context.session.game = game;
    let to_move = context.session.game.position().to_move();
    Ok(match (context.session.game.position().status(), to_move) {
        (Status::Ongoing, Some(color)) => color_word(color).to_owned(),
        _ => String::new(),
    })
}

fn param_game(context: &mut Context) -> Answer {
    let rules = context.session.game.rules();
    match context.command.arguments.as_slice() {
        [] => Ok(params::list_game(rules)),
        [key, value] => {
            let rules = params::set_game(rules, key, value)?;
            context.session.change_rules(rules)?;
            Ok(String::new())
        }
        _ => Err("param_game takes nothing, or a key and a value".to_owned()),
    }
}

fn param_player(context: &mut Context) -> Answer {
    match context.command.arguments.as_slice() {
        [] => Ok(params::list_player(&context.session.spec)),
        [key, value] => {
            let spec = params::set_player(&context.session.spec, key, value)?;
            context.session.replace_player(spec)?;
            Ok(String::new())
        }
        _ => Err("the settings take nothing, or a key and a value".to_owned()),
    }
}

fn analyze_commands(context: &mut Context) -> Answer {
    let player = param_player_name(context.session);
    Ok([
        "plist/All Legal Moves/all_legal_moves".to_owned(),
        "string/Final Score/final_score".to_owned(),
        "string/Show Board/showboard".to_owned(),
        "move/Best Move/reg_genmove %c".to_owned(),
        "string/Solve State/dfpn-solve-state %c".to_owned(),
        "plist/Find Winning Moves/dfpn-solver-find-winning %c".to_owned(),
        "param/Game Settings/param_game".to_owned(),
        format!("param/Player Settings/{player}"),
    ]
    .join("\n"))
}
