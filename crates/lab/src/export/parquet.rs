//! Games as a Parquet file: the columns of the CSV file with their types, without compression.

use std::sync::Arc;

use ::parquet::basic::{LogicalType, Repetition, TimeUnit, Type as Physical};
use ::parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use ::parquet::schema::types::{Type, TypePtr};

use super::{Filled, Value, columns};
use crate::rows::GameRow;

fn schema(columns: &[Filled]) -> Result<TypePtr, ParquetError> {
    let field = |column: &Filled| {
        let (physical, logical) = match column.kind {
            Value::Text(_) | Value::Nothing => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
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

/// All games in one file.
pub(super) fn file(games: &[GameRow]) -> Result<Vec<u8>, ParquetError> {
    let properties = Arc::new(WriterProperties::builder().build());
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
    let there: Vec<i16> = values.iter().map(|value| i16::from(*value != Value::Nothing)).collect();
    let there = Some(there.as_slice());
    match kind {
        Value::Text(_) | Value::Nothing => {
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
