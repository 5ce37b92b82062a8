//! Games as a Parquet file: the columns of the CSV file with their types, without compression. The
//! version of the columns is in its metadata, as `hexring.columns`.

use std::sync::Arc;

use ::parquet::basic::{LogicalType, Repetition, TimeUnit, Type as Physical};
use ::parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use ::parquet::schema::types::{Type, TypePtr};

use super::{Filled, VERSION, Value, columns};
use crate::rows::GameRow;

fn schema(columns: &[Filled]) -> Result<TypePtr, ParquetError> {
    let field = |column: &Filled| {
        if let Value::List(_) = column.kind {
            return list(&column.name);
        }
        let (physical, logical) = match column.kind {
            Value::Text(_) | Value::List(_) | Value::Nothing => {
                (Physical::BYTE_ARRAY, Some(LogicalType::String))
            }
            Value::Whole(_) => (Physical::INT64, None),
            Value::Real(_) => (Physical::DOUBLE, None),
            Value::Time(_) => {
                let unit = TimeUnit::MILLIS;
                let time = LogicalType::timestamp(true, unit);
                (Physical::INT64, Some(time))
            }
        };
        Type::primitive_type_builder(&column.name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical)
            .build()
    };
    let fields = columns.iter().map(|column| field(column).map(Arc::new));
    let fields = fields.collect::<Result<_, _>>()?;
    Ok(Arc::new(Type::group_type_builder("game").with_fields(fields).build()?))
}

/// A list of texts in the three levels that the format describes; neither it nor its items are ever
/// missing.
fn list(name: &str) -> Result<Type, ParquetError> {
    let item = Type::primitive_type_builder("element", Physical::BYTE_ARRAY)
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(Some(LogicalType::String))
        .build()?;
    let items = Type::group_type_builder("list")
        .with_repetition(Repetition::REPEATED)
        .with_fields(vec![Arc::new(item)])
        .build()?;
    Type::group_type_builder(name)
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(Some(LogicalType::List))
        .with_fields(vec![Arc::new(items)])
        .build()
}

/// All games in one file.
pub(super) fn file(games: &[GameRow]) -> Result<Vec<u8>, ParquetError> {
    let version = KeyValue::new("hexring.columns".to_owned(), VERSION.to_string());
    let properties = WriterProperties::builder().set_key_value_metadata(Some(vec![version]));
    let properties = Arc::new(properties.build());
    let columns = columns(games);
    let mut writer = SerializedFileWriter::new(Vec::new(), schema(&columns)?, properties)?;
    let mut group = writer.next_row_group()?;
    for column in &columns {
        let Some(mut writer) = group.next_column()? else { break };
        write(&mut writer, &column.values, &column.kind)?;
        writer.close()?;
    }
    group.close()?;
    writer.into_inner()
}

fn write(
    column: &mut SerializedColumnWriter,
    values: &[Value],
    kind: &Value,
) -> Result<(), ParquetError> {
    if let Value::List(_) = kind {
        return write_lists(column, values);
    }
    let there: Vec<i16> = values.iter().map(|value| i16::from(*value != Value::Nothing)).collect();
    let there = Some(there.as_slice());
    match kind {
        Value::Text(_) | Value::List(_) | Value::Nothing => {
            let texts: Vec<ByteArray> = values
                .iter()
                .filter_map(|value| match value {
                    Value::Text(text) => Some(ByteArray::from(text.as_bytes().to_vec())),
                    _ => None,
                })
                .collect();
            column.typed::<ByteArrayType>().write_batch(&texts, there, None)?;
        }
        Value::Whole(_) | Value::Time(_) => {
            let numbers: Vec<i64> = values
                .iter()
                .filter_map(|value| match value {
                    Value::Whole(number) | Value::Time(number) => Some(*number),
                    _ => None,
                })
                .collect();
            column.typed::<Int64Type>().write_batch(&numbers, there, None)?;
        }
        Value::Real(_) => {
            let numbers: Vec<f64> = values
                .iter()
                .filter_map(|value| match value {
                    Value::Real(number) => Some(*number),
                    _ => None,
                })
                .collect();
            column.typed::<DoubleType>().write_batch(&numbers, there, None)?;
        }
    }
    Ok(())
}

/// Lists as the format levels them: an empty one is a place without an item, and the items after
/// the first of a list repeat it.
fn write_lists(column: &mut SerializedColumnWriter, values: &[Value]) -> Result<(), ParquetError> {
    let (mut texts, mut there, mut repeats) = (Vec::new(), Vec::new(), Vec::new());
    for value in values {
        let items: &[String] = if let Value::List(items) = value { items } else { &[] };
        texts.extend(items.iter().map(|item| ByteArray::from(item.as_bytes().to_vec())));
        there.extend(std::iter::repeat_n(i16::from(!items.is_empty()), items.len().max(1)));
        repeats.push(0);
        repeats.extend(std::iter::repeat_n(1, items.len().saturating_sub(1)));
    }
    column.typed::<ByteArrayType>().write_batch(&texts, Some(&there), Some(&repeats))?;
    Ok(())
}
