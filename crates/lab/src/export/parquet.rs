//! Games as a Parquet file: the columns of the CSV file, without compression.

use std::sync::Arc;

use ::parquet::basic::{ConvertedType, Repetition, Type as Physical};
use ::parquet::data_type::{ByteArray, ByteArrayType, DoubleType};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::types::{Type, TypePtr};

use super::{NUMBERS, TEXTS};
use crate::store::GameRow;

fn schema() -> Result<TypePtr, ParquetError> {
    let texts = TEXTS.iter().map(|(name, _)| {
        Type::primitive_type_builder(name, Physical::BYTE_ARRAY)
            .with_repetition(Repetition::REQUIRED)
            .with_converted_type(ConvertedType::UTF8)
            .build()
    });
    let numbers = NUMBERS.iter().map(|(name, _)| {
        Type::primitive_type_builder(name, Physical::DOUBLE)
            .with_repetition(Repetition::REQUIRED)
            .build()
    });
    let fields = texts.chain(numbers).map(|field| field.map(Arc::new)).collect::<Result<_, _>>()?;
    Ok(Arc::new(Type::group_type_builder("game").with_fields(fields).build()?))
}

/// All games in one file.
pub(super) fn file(games: &[GameRow]) -> Result<Vec<u8>, ParquetError> {
    let properties = Arc::new(WriterProperties::builder().build());
    let mut writer = SerializedFileWriter::new(Vec::new(), schema()?, properties)?;
    let mut group = writer.next_row_group()?;
    for (_, value) in &TEXTS {
        let values: Vec<ByteArray> =
            games.iter().map(|game| ByteArray::from(value(game).into_bytes())).collect();
        let Some(mut column) = group.next_column()? else { break };
        column.typed::<ByteArrayType>().write_batch(&values, None, None)?;
        column.close()?;
    }
    for (_, value) in &NUMBERS {
        let values: Vec<f64> = games.iter().map(value).collect();
        let Some(mut column) = group.next_column()? else { break };
        column.typed::<DoubleType>().write_batch(&values, None, None)?;
        column.close()?;
    }
    group.close()?;
    writer.into_inner()
}
