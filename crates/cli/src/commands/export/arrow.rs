use std::collections::HashMap;
use std::sync::Arc;

use anyhow::Result;
use arrow_array::builder::{
    FixedSizeBinaryBuilder, Float32Builder, ListBuilder, UInt8Builder, UInt16Builder, UInt32Builder, UInt64Builder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{DataType, Field, Schema};

use super::{Decision, Layout, Table};
use crate::files::Whole;

/// Decisions of a batch: so many are kept in memory.
const BATCH: usize = 4096;

/// An Arrow file, batch after batch.
pub struct Arrow {
    out: FileWriter<Whole>,
    schema: Arc<Schema>,
    count: usize,
    game: UInt64Builder,
    seat: UInt8Builder,
    observation: FixedSizeBinaryBuilder,
    legal: FixedSizeBinaryBuilder,
    moves: ListBuilder<ListBuilder<UInt16Builder>>,
    action: UInt32Builder,
    payoff: Float32Builder,
}

impl Arrow {
    pub fn new(out: Whole, layout: &Layout) -> Result<Arrow> {
        let bytes = |bits: usize| i32::try_from(bits.div_ceil(8));
        let (observation, legal) = (bytes(layout.inputs)?, bytes(layout.outputs)?);
        let list = |of: DataType| DataType::List(Arc::new(Field::new_list_field(of, true)));
        let field = |name: &str, kind: DataType| Field::new(name, kind, false);
        let fields = vec![
            field("game", DataType::UInt64),
            field("seat", DataType::UInt8),
            field("observation", DataType::FixedSizeBinary(observation)),
            field("legal", DataType::FixedSizeBinary(legal)),
            field("moves", list(list(DataType::UInt16))),
            field("action", DataType::UInt32),
            field("payoff", DataType::Float32),
        ];
        let facts = HashMap::from([
            ("name".to_string(), layout.game.to_string()),
            ("layout".to_string(), layout.name.to_string()),
            ("inputs".to_string(), layout.inputs.to_string()),
            ("outputs".to_string(), layout.outputs.to_string()),
        ]);
        let schema = Arc::new(Schema::new_with_metadata(fields, facts));
        Ok(Arrow {
            out: FileWriter::try_new(out, &schema)?,
            schema,
            count: 0,
            game: UInt64Builder::new(),
            seat: UInt8Builder::new(),
            observation: FixedSizeBinaryBuilder::new(observation),
            legal: FixedSizeBinaryBuilder::new(legal),
            moves: ListBuilder::new(ListBuilder::new(UInt16Builder::new())),
            action: UInt32Builder::new(),
            payoff: Float32Builder::new(),
        })
    }

    fn write(&mut self) -> Result<()> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.game.finish()),
            Arc::new(self.seat.finish()),
            Arc::new(self.observation.finish()),
            Arc::new(self.legal.finish()),
            Arc::new(self.moves.finish()),
            Arc::new(self.action.finish()),
            Arc::new(self.payoff.finish()),
        ];
        self.count = 0;
        Ok(self.out.write(&RecordBatch::try_new(Arc::clone(&self.schema), columns)?)?)
    }
}

impl Table for Arrow {
    fn push(&mut self, decision: &Decision<'_>) -> Result<()> {
        self.game.append_value(decision.game);
        self.seat.append_value(decision.seat);
        self.observation.append_value(decision.observation)?;
        self.legal.append_value(decision.legal)?;
        for number in 0..decision.moves.len() {
            self.moves.values().values().append_slice(decision.moves.of(number));
            self.moves.values().append(true);
        }
        self.moves.append(true);
        self.action.append_value(decision.action);
        self.payoff.append_value(decision.payoff);
        self.count += 1;
        if self.count == BATCH { self.write() } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        if self.count > 0 {
            self.write()?;
        }
        self.out.finish()?;
        self.out.into_inner()?.publish()
    }
}
