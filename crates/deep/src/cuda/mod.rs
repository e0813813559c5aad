//! A net on a graphics card: cuBLAS for the matrix products, 16-bit floats in them, 32-bit floats for the weights, the
//! stream of the residual blocks and all sums. CUDA is looked for when a program runs, not when it is built.
//!
//! Everything of one net happens in one stream, in the order in which it is asked for.
#![allow(unsafe_code)] // Launching kernels is outside of what the compiler can check.

mod card;

use std::sync::Arc;

use cudarc::driver::{CudaSlice, DevicePtr, DeviceRepr, PinnedHostSlice, ValidAsZeroBits};
use kirifuda_learn::adam::bias;
use kirifuda_learn::net::{Layer, Shape, words};

use crate::{Lesson, Machine, MachineError, Moments, Rows, Step};
use card::{Card, Number, Product, fail};

/// A net on a graphics card.
pub struct Cuda {
    card: Arc<Card>,
    shape: Shape,
    sizes: Sizes,
    /// As the products want them: [`Sizes`].
    weights: CudaSlice<f32>,
    halves: CudaSlice<u16>,
    slopes: CudaSlice<f32>,
    first: CudaSlice<f32>,
    second: CudaSlice<f32>,
    room: Room,
}

/// Inputs and outputs are filled up with zeros to round numbers, for which products are fast.
#[derive(Clone, Copy)]
struct Sizes {
    shape: Shape,
    depth: usize,
    padded: usize,
}

impl Sizes {
    fn new(shape: Shape) -> Sizes {
        Sizes { shape, depth: (shape.inputs + 1).next_multiple_of(64), padded: shape.outputs.next_multiple_of(32) }
    }

    /// Rows and columns of a layer.
    fn size(self, layer: Layer) -> (usize, usize) {
        match layer {
            Layer::Input => (self.depth, self.shape.width),
            Layer::Output => (self.shape.width, self.padded),
            Layer::OutputBias => (1, self.padded),
            other => self.shape.size(other),
        }
    }

    /// Where a layer starts.
    fn start(self, layer: Layer) -> usize {
        let before = self.shape.layers().take_while(|&other| other != layer);
        before.map(|other| self.size(other)).map(|(rows, columns)| rows * columns).sum()
    }

    fn length(self) -> usize {
        self.start(Layer::OutputBias) + self.padded
    }

    /// For each layer: its place among the weights, and where its rows start here.
    fn rows(self) -> impl Iterator<Item = (std::ops::Range<usize>, usize)> {
        self.shape.layers().flat_map(move |layer| {
            let ((rows, columns), wide) = (self.shape.size(layer), self.size(layer).1);
            let (from, to) = (self.shape.place(layer).start, self.start(layer));
            (0..rows).map(move |row| (from + row * columns..from + (row + 1) * columns, to + row * wide))
        })
    }

    fn fill_up(self, weights: &[f32]) -> Vec<f32> {
        let mut out = vec![0.0; self.length()];
        for (from, to) in self.rows() {
            out[to..to + from.len()].copy_from_slice(&weights[from]);
        }
        out
    }

    fn cut_down(self, filled: &[f32]) -> Vec<f32> {
        let mut out = vec![0.0; self.shape.length()];
        for (to, from) in self.rows() {
            let end = from + to.len();
            out[to].copy_from_slice(&filled[from..end]);
        }
        out
    }
}

/// Memory for so many rows.
struct Room {
    rows: usize,
    /// Also for learning?
    learns: bool,
    bits: CudaSlice<u64>,
    inputs: CudaSlice<u16>,
    stream: CudaSlice<f32>,
    /// Of each block, and of the end.
    normals: Vec<CudaSlice<u16>>,
    scales: Vec<CudaSlice<f32>>,
    units: Vec<CudaSlice<u16>>,
    filled: CudaSlice<f32>,
    outputs: CudaSlice<f32>,
    answer: Option<PinnedHostSlice<f32>>,
    targets: CudaSlice<f32>,
    ends: CudaSlice<u32>,
    parts: CudaSlice<u16>,
    losses: CudaSlice<f32>,
    ones: CudaSlice<u16>,
    output_slopes: CudaSlice<u16>,
    normal_slopes: CudaSlice<u16>,
    unit_slopes: CudaSlice<u16>,
    stream_slopes: CudaSlice<f32>,
    stream_halves: CudaSlice<u16>,
}

const ONE: u16 = 0x3F80;

impl Room {
    fn new(card: &Card, sizes: Sizes, rows: usize, learns: bool) -> Result<Room, MachineError> {
        let (shape, width) = (sizes.shape, sizes.shape.width);
        let lessons = if learns { rows } else { 0 };
        let (kept, ends) = if learns { (shape.blocks, shape.blocks + 1) } else { (1, 1) };
        let list = |count: usize, length: usize| (0..count).map(|_| zeros(card, length)).collect::<Result<Vec<_>, _>>();
        let answer = match rows * shape.outputs {
            0 => None,
            // SAFETY: it is written before it is read: by each copy from the card, as far as it is read then.
            length => Some(unsafe { card.context.alloc_pinned_with_flags(length, 0) }.map_err(fail)?),
        };
        Ok(Room {
            rows,
            learns,
            bits: zeros(card, rows * words(shape.inputs))?,
            inputs: zeros(card, rows * sizes.depth)?,
            stream: zeros(card, rows * width)?,
            normals: list(ends, rows * width)?,
            scales: (0..ends).map(|_| zeros(card, rows)).collect::<Result<_, _>>()?,
            units: list(kept, rows * width)?,
            filled: zeros(card, rows * sizes.padded)?,
            outputs: zeros(card, rows * shape.outputs)?,
            answer,
            targets: zeros(card, lessons)?,
            ends: zeros(card, lessons)?,
            parts: zeros(card, 0)?,
            losses: zeros(card, lessons)?,
            ones: card.stream.clone_htod(&vec![ONE; lessons]).map_err(fail)?,
            output_slopes: zeros(card, lessons * sizes.padded)?,
            normal_slopes: zeros(card, lessons * width)?,
            unit_slopes: zeros(card, lessons * width)?,
            stream_slopes: zeros(card, lessons * width)?,
            stream_halves: zeros(card, lessons * width)?,
        })
    }
}

fn zeros<T: DeviceRepr + ValidAsZeroBits>(card: &Card, length: usize) -> Result<CudaSlice<T>, MachineError> {
    // The driver gives no memory of length 0.
    card.stream.alloc_zeros(length.max(1)).map_err(fail)
}

impl Cuda {
    /// Whether there is a card. An error says why there is none, and what to do.
    pub fn find() -> Result<(), MachineError> {
        Card::find().map(drop)
    }

    /// A net on the first card. An error says why there is none, and what to do.
    pub fn new(shape: Shape, weights: &[f32]) -> Result<Cuda, MachineError> {
        Cuda::on(Arc::new(Card::open()?), shape, weights, None)
    }

    fn on(card: Arc<Card>, shape: Shape, weights: &[f32], moments: Option<&Moments>) -> Result<Cuda, MachineError> {
        if !shape.width.is_multiple_of(8) || shape.width == 0 {
            return Err(MachineError(format!("a width of {} units: it must be a multiple of 8", shape.width)));
        }
        let sizes = Sizes::new(shape);
        let room = Room::new(&card, sizes, 0, false)?;
        let length = sizes.length();
        let mut cuda = Cuda {
            shape,
            sizes,
            weights: zeros(&card, length)?,
            halves: zeros(&card, length)?,
            slopes: zeros(&card, length)?,
            first: zeros(&card, length)?,
            second: zeros(&card, length)?,
            room,
            card,
        };
        cuda.load(weights, moments)?;
        Ok(cuda)
    }

    fn prepare(&mut self, rows: usize, learns: bool) -> Result<(), MachineError> {
        if rows <= self.room.rows && (!learns || self.room.learns) {
            return Ok(());
        }
        // Losses that nobody has asked for yet go on.
        let kept = self.losses()?;
        let (rows, learns) = (rows.max(self.room.rows), learns || self.room.learns);
        self.room = Room::new(&self.card, self.sizes, 0, false)?; // gives the old memory back first
        self.room = Room::new(&self.card, self.sizes, rows, learns)?;
        if learns {
            self.card.stream.memcpy_htod(&[kept as f32], &mut self.room.losses).map_err(fail)?;
        }
        Ok(())
    }

    /// The sum of the losses so far.
    fn losses(&mut self) -> Result<f64, MachineError> {
        if !self.room.learns {
            return Ok(0.0);
        }
        let losses = self.card.stream.clone_dtoh(&self.room.losses).map_err(fail)?;
        Ok(losses.into_iter().map(f64::from).sum())
    }

    /// Where a layer is on the card, for products.
    fn half(&self, layer: Layer) -> u64 {
        address(&self.card, &self.halves) + 2 * self.sizes.start(layer) as u64
    }

    fn weight(&self, layer: Layer) -> u64 {
        address(&self.card, &self.weights) + 4 * self.sizes.start(layer) as u64
    }

    fn slope(&self, layer: Layer) -> u64 {
        address(&self.card, &self.slopes) + 4 * self.sizes.start(layer) as u64
    }

    /// From bits to outputs that still lack their bias; keeps what learning needs.
    fn forward(&mut self, rows: Rows<'_>) -> Result<(), MachineError> {
        let (count, width, sizes) = (rows.len(), self.shape.width, self.sizes);
        if self.room.bits.len() < rows.words.len() {
            // Rows may have more bits than this net sees.
            self.room.bits = zeros(&self.card, self.room.rows.max(count) * rows.stride)?;
        }
        self.card.stream.memcpy_htod(rows.words, &mut self.room.bits).map_err(fail)?;
        let (card, room) = (&self.card, &self.room);
        let at = |slice: &CudaSlice<u16>| address(card, slice);
        let stream = address(card, &room.stream);
        card.launch(
            "unpack",
            count * sizes.depth / 8,
            &[
                Number::At(address(card, &room.bits)),
                Number::At(at(&room.inputs)),
                Number::Int(count),
                Number::Int(rows.stride),
                Number::Int(self.shape.inputs),
                Number::Int(sizes.depth),
            ],
        )?;
        card.product(
            &Product::forward(count, sizes.depth, width, at(&room.inputs), self.half(Layer::Input)).into_wide(stream),
        )?;
        for block in 0..=self.shape.blocks {
            let kept = if room.learns { block } else { 0 };
            let normal = at(&room.normals[kept]);
            card.launch(
                "normalise",
                count * 32,
                &[
                    Number::At(stream),
                    Number::At(normal),
                    Number::At(address(card, &room.scales[kept])),
                    Number::Int(count),
                    Number::Int(width),
                ],
            )?;
            if block == self.shape.blocks {
                let output = Product::forward(count, width, sizes.padded, normal, self.half(Layer::Output));
                card.product(&output.into_wide(address(card, &room.filled)))?;
                break;
            }
            let units = at(&room.units[kept]);
            card.product(
                &Product::forward(count, width, width, normal, self.half(Layer::Inner(block))).into_half(units),
            )?;
            card.launch(
                "bias_relu",
                count * width / 2,
                &[
                    Number::At(units),
                    Number::At(self.weight(Layer::Bias(block))),
                    Number::Long(count * width / 2),
                    Number::Int(width),
                ],
            )?;
            let outer = Product::forward(count, width, width, units, self.half(Layer::Outer(block)));
            card.product(&outer.into_wide(stream).adding())?;
        }
        Ok(())
    }

    /// The outputs of the last pass, on this side.
    fn fetch(&mut self, count: usize, out: &mut Vec<f32>) -> Result<(), MachineError> {
        let (card, outputs) = (&self.card, self.shape.outputs);
        card.launch(
            "finish",
            count * outputs,
            &[
                Number::At(address(card, &self.room.filled)),
                Number::At(self.weight(Layer::OutputBias)),
                Number::At(address(card, &self.room.outputs)),
                Number::Long(count * outputs),
                Number::Int(self.sizes.padded),
                Number::Int(outputs),
            ],
        )?;
        out.clear();
        let Some(answer) = &mut self.room.answer else { return Ok(()) };
        card.stream.memcpy_dtoh(&self.room.outputs.slice(0..count * outputs), answer).map_err(fail)?;
        // The copy is under way: nothing else waits for it.
        card.stream.synchronize().map_err(fail)?;
        out.extend_from_slice(&answer.as_slice().map_err(fail)?[..count * outputs]);
        Ok(())
    }

    /// From the slopes by the outputs to those by all weights.
    fn backward(&mut self, count: usize) -> Result<(), MachineError> {
        let (card, room, sizes, width) = (&self.card, &self.room, self.sizes, self.shape.width);
        let at = |slice: &CudaSlice<u16>| address(card, slice);
        let (blocks, ones) = (self.shape.blocks, at(&room.ones));
        let (output, normal, unit) = (at(&room.output_slopes), at(&room.normal_slopes), at(&room.unit_slopes));
        let (wide, half) = (address(card, &room.stream_slopes), at(&room.stream_halves));
        let back = |block: usize, fresh: bool| {
            card.launch(
                "normalise_back",
                count * 32,
                &[
                    Number::At(normal),
                    Number::At(at(&room.normals[block])),
                    Number::At(address(card, &room.scales[block])),
                    Number::At(wide),
                    Number::At(half),
                    Number::Int(count),
                    Number::Int(width),
                    Number::Int(usize::from(fresh)),
                ],
            )
        };
        let last = at(&room.normals[blocks]);
        card.product(&Product::weights(count, width, sizes.padded, last, output).into_wide(self.slope(Layer::Output)))?;
        card.product(&Product::weights(count, 1, sizes.padded, ones, output).into_wide(self.slope(Layer::OutputBias)))?;
        card.product(
            &Product::backward(count, width, sizes.padded, output, self.half(Layer::Output)).into_half(normal),
        )?;
        back(blocks, true)?;
        for block in (0..blocks).rev() {
            let (units, inputs) = (at(&room.units[block]), at(&room.normals[block]));
            card.product(
                &Product::weights(count, width, width, units, half).into_wide(self.slope(Layer::Outer(block))),
            )?;
            card.product(
                &Product::backward(count, width, width, half, self.half(Layer::Outer(block))).into_half(unit),
            )?;
            card.launch(
                "relu_back",
                count * width / 2,
                &[Number::At(unit), Number::At(units), Number::Long(count * width / 2)],
            )?;
            card.product(
                &Product::weights(count, width, width, inputs, unit).into_wide(self.slope(Layer::Inner(block))),
            )?;
            card.product(&Product::weights(count, 1, width, ones, unit).into_wide(self.slope(Layer::Bias(block))))?;
            card.product(
                &Product::backward(count, width, width, unit, self.half(Layer::Inner(block))).into_half(normal),
            )?;
            back(block, false)?;
        }
        let inputs = at(&room.inputs);
        card.product(&Product::weights(count, sizes.depth, width, inputs, half).into_wide(self.slope(Layer::Input)))
    }

    fn adam(&mut self, step: Step) -> Result<(), MachineError> {
        let card = &self.card;
        let left = |decay: f64| Number::Real(bias(decay, step.number));
        let length = self.sizes.length();
        card.launch(
            "adam",
            length,
            &[
                Number::At(address(card, &self.weights)),
                Number::At(address(card, &self.halves)),
                Number::At(address(card, &self.slopes)),
                Number::At(address(card, &self.first)),
                Number::At(address(card, &self.second)),
                Number::Long(length),
                Number::Real(step.rate),
                left(0.9),
                left(0.999),
            ],
        )
    }
}

/// Where memory lies on the card.
fn address<T>(card: &Card, slice: &CudaSlice<T>) -> u64 {
    slice.device_ptr(&card.stream).0
}

impl Machine for Cuda {
    fn name(&self) -> String {
        self.card.name.clone()
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn values(&mut self, rows: Rows<'_>, out: &mut Vec<f32>) -> Result<(), MachineError> {
        out.clear();
        if rows.is_empty() {
            return Ok(());
        }
        self.card.bind()?;
        self.prepare(rows.len(), false)?;
        self.forward(rows)?;
        self.fetch(rows.len(), out)
    }

    fn learn(&mut self, rows: Rows<'_>, lesson: Lesson<'_>, step: Step) -> Result<(), MachineError> {
        if rows.is_empty() {
            return Ok(());
        }
        self.card.bind()?;
        let (count, outputs) = (rows.len(), self.shape.outputs);
        self.prepare(count, true)?;
        self.forward(rows)?;
        let stream = Arc::clone(&self.card.stream);
        stream.memset_zeros(&mut self.room.output_slopes).map_err(fail)?;
        match lesson {
            Lesson::Made { moves, targets } => {
                if self.room.parts.len() < moves.places().len() {
                    self.room.parts = zeros(&self.card, moves.places().len().next_power_of_two())?;
                }
                stream.memcpy_htod(moves.places(), &mut self.room.parts).map_err(fail)?;
                stream.memcpy_htod(moves.ends(), &mut self.room.ends).map_err(fail)?;
                stream.memcpy_htod(targets, &mut self.room.targets).map_err(fail)?;
                let (card, room) = (&self.card, &self.room);
                card.launch(
                    "made",
                    count,
                    &[
                        Number::At(address(card, &room.filled)),
                        Number::At(self.weight(Layer::OutputBias)),
                        Number::At(address(card, &room.parts)),
                        Number::At(address(card, &room.ends)),
                        Number::At(address(card, &room.targets)),
                        Number::At(address(card, &room.output_slopes)),
                        Number::At(address(card, &room.losses)),
                        Number::Int(count),
                        Number::Int(self.sizes.padded),
                    ],
                )?;
            }
            Lesson::Slopes(write) => {
                let mut values = Vec::new();
                self.fetch(count, &mut values)?;
                let mut slopes = vec![0.0; count * outputs];
                let loss = write(&values, &mut slopes);
                stream.memcpy_htod(&slopes, &mut self.room.outputs).map_err(fail)?;
                let (card, room) = (&self.card, &self.room);
                card.launch(
                    "given",
                    count * outputs,
                    &[
                        Number::At(address(card, &room.outputs)),
                        Number::At(address(card, &room.output_slopes)),
                        Number::Long(count * outputs),
                        Number::Int(self.sizes.padded),
                        Number::Int(outputs),
                    ],
                )?;
                // The first row keeps the books.
                let kept = stream.clone_dtoh(&self.room.losses.slice(0..1)).map_err(fail)?[0];
                stream.memcpy_htod(&[kept + loss], &mut self.room.losses).map_err(fail)?;
            }
        }
        self.backward(count)?;
        self.adam(step)
    }

    fn loss(&mut self) -> Result<f64, MachineError> {
        self.card.bind()?;
        let loss = self.losses()?;
        let stream = Arc::clone(&self.card.stream);
        stream.memset_zeros(&mut self.room.losses).map_err(fail)?;
        Ok(loss)
    }

    fn weights(&mut self) -> Result<Vec<f32>, MachineError> {
        self.card.bind()?;
        Ok(self.sizes.cut_down(&self.card.stream.clone_dtoh(&self.weights).map_err(fail)?))
    }

    fn moments(&mut self) -> Result<Moments, MachineError> {
        self.card.bind()?;
        let first = self.card.stream.clone_dtoh(&self.first).map_err(fail)?;
        let second = self.card.stream.clone_dtoh(&self.second).map_err(fail)?;
        Ok(Moments { first: self.sizes.cut_down(&first), second: self.sizes.cut_down(&second) })
    }

    fn load(&mut self, weights: &[f32], moments: Option<&Moments>) -> Result<(), MachineError> {
        let length = self.shape.length();
        let fits = weights.len() == length
            && moments.is_none_or(|moments| moments.first.len() == length && moments.second.len() == length);
        if !fits {
            return Err(MachineError(format!("{} weights for a net of {length}", weights.len())));
        }
        self.card.bind()?;
        let stream = Arc::clone(&self.card.stream);
        stream.memcpy_htod(&self.sizes.fill_up(weights), &mut self.weights).map_err(fail)?;
        match moments {
            Some(moments) => {
                stream.memcpy_htod(&self.sizes.fill_up(&moments.first), &mut self.first).map_err(fail)?;
                stream.memcpy_htod(&self.sizes.fill_up(&moments.second), &mut self.second).map_err(fail)?;
            }
            None => {
                stream.memset_zeros(&mut self.first).map_err(fail)?;
                stream.memset_zeros(&mut self.second).map_err(fail)?;
            }
        }
        let (card, length) = (&self.card, self.sizes.length());
        card.launch(
            "round_down",
            length,
            &[Number::At(address(card, &self.weights)), Number::At(address(card, &self.halves)), Number::Long(length)],
        )
    }

    fn twin(&mut self) -> Result<Box<dyn Machine>, MachineError> {
        let weights = self.weights()?;
        Ok(Box::new(Cuda::on(Arc::clone(&self.card), self.shape, &weights, None)?))
    }
}
