//! Tables as lists of columns: each is named once, with its type, where its value comes from and
//! where it goes.

use hexring_game::Color;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, Null, ToSqlOutput, ValueRef};
use rusqlite::{Row, Statement, params_from_iter};

/// A table of rows of type `R`.
pub(super) struct Table<R: 'static> {
    pub(super) name: &'static str,
    pub(super) columns: &'static [Column<R>],
    /// What follows the columns where the table is made.
    pub(super) options: &'static str,
}

pub(super) struct Column<R> {
    pub(super) name: &'static str,
    /// The type in SQL.
    pub(super) kind: &'static str,
    /// The version of the tables that has it first. Its value in earlier ones is the default.
    pub(super) since: i32,
    pub(super) get: fn(&R) -> rusqlite::Result<ToSqlOutput<'_>>,
    pub(super) set: fn(&mut R, &Row, usize) -> rusqlite::Result<()>,
}

/// A column of a field; `as` a type that knows how to store it; `since` a version of the tables
/// after the first.
macro_rules! column {
    ($name:literal $kind:literal $($field:ident).+ since $version:literal) => {
        Column { since: $version, ..column!($name $kind $($field).+) }
    };
    ($name:literal $kind:literal $($field:ident).+) => {
        Column {
            name: $name,
            kind: $kind,
            since: 1,
            get: |row| row.$($field).+.to_sql(),
            set: |row, found, index| {
                row.$($field).+ = found.get(index)?;
                Ok(())
            },
        }
    };
    ($name:literal $kind:literal $($field:ident).+ as $stored:ident) => {
        Column {
            name: $name,
            kind: $kind,
            since: 1,
            get: |row| Ok($stored(row.$($field).+).into()),
            set: |row, found, index| {
                row.$($field).+ = found.get::<_, $stored>(index)?.0;
                Ok(())
            },
        }
    };
}
pub(super) use column;

impl<R: Default> Table<R> {
    fn names(&self) -> String {
        self.columns.iter().map(|column| column.name).collect::<Vec<_>>().join(", ")
    }

    /// The statement that makes the table.
    pub(super) fn create(&self) -> String {
        let column = |column: &Column<R>| format!("{} {}", column.name, column.kind);
        let columns: Vec<String> = self.columns.iter().map(column).collect();
        let (name, columns, options) = (self.name, columns.join(", "), self.options);
        format!("CREATE TABLE IF NOT EXISTS {name} ({columns}) {options};")
    }

    /// The statements that bring a table of an earlier version up to date.
    pub(super) fn update(&self, from: i32) -> String {
        let new = self.columns.iter().filter(|column| column.since > from);
        let add = |column: &Column<R>| {
            format!("ALTER TABLE {} ADD COLUMN {} {};", self.name, column.name, column.kind)
        };
        new.map(add).collect()
    }

    /// A query for whole rows of a table of some version.
    pub(super) fn select(&self, version: i32, which: &str) -> String {
        let known = |column: &Column<R>| if column.since > version { "NULL" } else { column.name };
        let names: Vec<&str> = self.columns.iter().map(known).collect();
        format!("SELECT {} FROM {} {which}", names.join(", "), self.name)
    }

    /// The statement that adds a row unless its key is there.
    pub(super) fn insert(&self) -> String {
        let places = vec!["?"; self.columns.len()].join(", ");
        format!("INSERT OR IGNORE INTO {} ({}) VALUES ({places})", self.name, self.names())
    }

    /// Adds a row.
    pub(super) fn add(&self, insert: &mut Statement, row: &R) -> rusqlite::Result<()> {
        let values = self.columns.iter().map(|column| (column.get)(row));
        insert.execute(params_from_iter(values.collect::<rusqlite::Result<Vec<_>>>()?))?;
        Ok(())
    }

    /// A row that [`select`](Self::select) has found.
    pub(super) fn read(&self, found: &Row) -> rusqlite::Result<R> {
        let mut row = R::default();
        for (index, column) in self.columns.iter().enumerate() {
            // What an earlier version did not know stays the default.
            let is_unknown = column.since > 1 && found.get_ref(index)? == ValueRef::Null;
            if !is_unknown {
                (column.set)(&mut row, found, index)?;
            }
        }
        Ok(row)
    }
}

/// 64 bits without sign, which SQLite's numbers do not hold: written in hexadecimal.
pub(super) struct Hex(pub(super) u64);

impl From<Hex> for ToSqlOutput<'_> {
    fn from(Hex(number): Hex) -> Self {
        format!("{number:016x}").into()
    }
}

impl FromSql for Hex {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        u64::from_str_radix(value.as_str()?, 16).map(Hex).map_err(FromSqlError::other)
    }
}

/// A colour or none, by its name.
pub(super) struct Named(pub(super) Option<Color>);

impl From<Named> for ToSqlOutput<'_> {
    fn from(Named(color): Named) -> Self {
        color.map_or(Null.into(), |color| color.to_string().into())
    }
}

impl FromSql for Named {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let name = value.as_str_or_null()?;
        name.map(|name| name.parse().map_err(FromSqlError::other)).transpose().map(Named)
    }
}
