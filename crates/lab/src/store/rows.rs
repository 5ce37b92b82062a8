//! The tables of the rows.

use rusqlite::types::ToSql;

use super::columns::{Column, Hex, Named, Table, column};
use crate::rows::{AnswerRow, GameRow, Run};

pub(super) static GAMES: Table<GameRow> = Table {
    name: "games",
    columns: &[
        column!("key" "TEXT PRIMARY KEY" key),
        column!("part" "TEXT NOT NULL" part),
        column!("number" "INTEGER NOT NULL" number),
        column!("rules" "TEXT NOT NULL" rules),
        column!("red" "TEXT NOT NULL" players.red),
        column!("blue" "TEXT NOT NULL" players.blue),
        column!("seed" "TEXT NOT NULL" seed as Hex),
        column!("opening" "INTEGER NOT NULL" opening),
        column!("moves" "TEXT NOT NULL" moves),
        column!("plies" "INTEGER NOT NULL" plies),
        column!("winner" "TEXT" result.winner as Named),
        column!("winning_seat" "TEXT" result.seat as Named),
        column!("reason" "TEXT NOT NULL" result.reason),
        column!("red_seconds" "REAL NOT NULL" seconds.red),
        column!("blue_seconds" "REAL NOT NULL" seconds.blue),
        column!("vals" "TEXT NOT NULL" values),
        column!("millis" "TEXT NOT NULL" millis),
        column!("program" "TEXT NOT NULL" program),
        column!("finished" "TEXT NOT NULL" finished),
        column!("clock" "TEXT NOT NULL DEFAULT ''" clock since 2),
    ],
    options: "WITHOUT ROWID",
};

pub(super) static ANSWERS: Table<AnswerRow> = Table {
    name: "answers",
    columns: &[
        column!("key" "TEXT PRIMARY KEY" key),
        column!("part" "TEXT NOT NULL" part),
        column!("number" "INTEGER NOT NULL" number),
        column!("rules" "TEXT NOT NULL" rules),
        column!("player" "TEXT NOT NULL" player),
        column!("seed" "TEXT NOT NULL" seed as Hex),
        column!("answer" "TEXT NOT NULL" answer),
        column!("seconds" "REAL NOT NULL" seconds),
        column!("program" "TEXT NOT NULL" program),
        column!("finished" "TEXT NOT NULL" finished),
    ],
    options: "WITHOUT ROWID",
};

pub(super) static RUNS: Table<Run> = Table {
    name: "runs",
    columns: &[
        column!("started" "TEXT NOT NULL" started),
        column!("command" "TEXT NOT NULL" command),
        column!("program" "TEXT NOT NULL" program),
        column!("machine" "TEXT NOT NULL" machine),
        column!("threads" "INTEGER NOT NULL" threads),
        column!("done" "INTEGER NOT NULL" done),
        column!("seconds" "REAL NOT NULL" seconds),
    ],
    options: "",
};
