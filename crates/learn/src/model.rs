//! Files of trained models and of trainings in progress, for every learner.
//!
//! A [`Model`] is a [`Header`] that tells how it was made and named sections of numbers. In a file, all integers little
//! endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `KIRIFUDA` |
//! | 4 | version of the format: 1 |
//! | 8 | bytes in the file |
//! | 4 + n | length of the header, the header as JSON |
//! | 4 | number of sections |
//! | 2 + n | for each section: length of its name, its name |
//! | 1 + 8 | its form, its number of values |
//! | n | form 0: the values as 32-bit floats; form 1: a bit for each value, lowest first, then those whose bit is 1, the others being 0; form 2: the values as 16-bit floats |
//! | 4 | CRC-32 of everything before |

use std::borrow::Cow;
use std::io::{self, Write};

use crc32fast::Hasher;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::net::{from_half, to_half};

/// What was learned, and how: what a model file holds.
///
/// ```
/// # use kirifuda_learn::model::{Header, Model};
/// let header = Header { learner: "example".into(), dimensions: 3, ..Header::default() };
/// let model = Model::new(header).with("weights", vec![0.5, 0.0, -1.0]);
/// let bytes = model.to_bytes();
/// assert_eq!(Model::from_bytes(&bytes)?, model);
/// # Ok::<(), kirifuda_learn::model::ModelError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model<'a> {
    /// How it was made.
    pub header: Header,
    /// The numbers.
    pub sections: Vec<Section<'a>>,
}

/// Numbers with a name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section<'a> {
    /// The name, for example `weights`.
    pub name: String,
    /// The numbers: those of a learner at work need not be copied to be written.
    pub values: Cow<'a, [f32]>,
    /// Written as 16-bit floats, which they must be.
    pub half: bool,
}

/// How a model was made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// A finished model, or a training in progress.
    pub kind: Kind,
    /// The learner's name.
    pub learner: String,
    /// The game's name.
    pub game: String,
    /// The rules it was learned under, in canonical text.
    pub rules: String,
    /// Which number means what: the name of the features.
    pub layout: String,
    /// Number of features.
    pub dimensions: u64,
    /// The seed of the training.
    pub seed: u64,
    /// Deals learned from.
    pub deals: u64,
    /// Who sat at the other seats.
    pub opponents: String,
    /// The learner's settings, as they are written after its name.
    pub options: Map<String, Value>,
    /// The version of the program.
    pub program: String,
    /// What else the learner needs to go on.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub state: Map<String, Value>,
    /// What the program that trains wants to find again when it goes on.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub notes: Map<String, Value>,
}

/// What a model file is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// To play with.
    #[default]
    Model,
    /// To go on learning.
    Checkpoint,
}

/// Why some bytes are not a model. The messages go after the name of the file and a colon.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// Something else altogether.
    #[error("not a Kirifuda model file: name one that `kirifuda train` has written")]
    NotAModel,
    /// From the future.
    #[error("made by a newer program (format {found}, this one reads {VERSION}): update kirifuda, or train again")]
    NewerFormat {
        /// Its version.
        found: u32,
    },
    /// The end is missing.
    #[error("the file is cut off after {0} bytes: copy it again, or train again")]
    CutOff(u64),
    /// Something follows the end.
    #[error("{0} bytes too long: copy it again, or train again")]
    TooLong(u64),
    /// Some byte is not as it was written.
    #[error("damaged, the checksum is wrong: copy it again, or train again")]
    Checksum,
    /// Undamaged, but what is said in it cannot be.
    #[error("written by a faulty program, {0}: train again")]
    Contents(String),
}

const MAGIC: &[u8; 8] = b"KIRIFUDA";
const VERSION: u32 = 1;
const DENSE: u8 = 0;
const SPARSE: u8 = 1;
const HALF: u8 = 2;
/// Magic, version, length of the file.
const PREFIX: usize = 8 + 4 + 8;
/// The checksum.
const SUFFIX: usize = 4;

impl<'a> Model<'a> {
    /// A model without numbers.
    pub fn new(header: Header) -> Model<'a> {
        Model { header, sections: Vec::new() }
    }

    /// The same with one section more.
    pub fn with(mut self, name: &str, values: impl Into<Cow<'a, [f32]>>) -> Model<'a> {
        self.sections.push(Section { name: name.to_string(), values: values.into(), half: false });
        self
    }

    /// The same with one section more of numbers that are rounded to 16-bit floats: half the size, three digits.
    pub fn with_halves(mut self, name: &str, values: &[f32]) -> Model<'a> {
        let values: Vec<f32> = values.iter().map(|&value| from_half(to_half(value))).collect();
        self.sections.push(Section { name: name.to_string(), values: values.into(), half: true });
        self
    }

    /// The same with one thing more in the [state](Header::state) of its header.
    pub fn with_state(mut self, name: &str, value: impl Into<Value>) -> Model<'a> {
        self.header.state.insert(name.to_string(), value.into());
        self
    }

    /// The numbers of a name.
    pub fn section(&self, name: &str) -> Option<&[f32]> {
        self.sections.iter().find(|section| section.name == name).map(|section| &*section.values)
    }

    /// Takes the numbers of a name out of the model.
    pub fn take(&mut self, name: &str) -> Option<Vec<f32>> {
        let section = self.sections.iter_mut().find(|section| section.name == name)?;
        Some(std::mem::take(&mut section.values).into_owned())
    }

    /// The same with copies of all numbers, apart from the learner that they come from.
    pub fn into_owned(self) -> Model<'static> {
        let own =
            |Section { name, values, half }: Section<'_>| Section { name, values: values.into_owned().into(), half };
        Model { header: self.header, sections: self.sections.into_iter().map(own).collect() }
    }

    /// The contents of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // Writing to memory cannot fail.
        let _ = self.write(&mut bytes);
        bytes
    }

    /// Writes the contents of a file.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let header = serde_json::to_vec(&self.header)?;
        let forms: Vec<Form> = self.sections.iter().map(Form::of).collect();
        let sections = self.sections.iter().zip(&forms);
        let length = |(section, form): (&Section<'_>, &Form)| 2 + section.name.len() + 1 + 8 + form.bytes;
        let whole = PREFIX + 4 + header.len() + 4 + sections.clone().map(length).sum::<usize>() + SUFFIX;

        let mut out = Summed { out, sum: Hasher::new() };
        out.put(MAGIC)?;
        out.put(&VERSION.to_le_bytes())?;
        out.put(&(whole as u64).to_le_bytes())?;
        out.put(&size::<u32>(header.len(), "header")?.to_le_bytes())?;
        out.put(&header)?;
        out.put(&size::<u32>(forms.len(), "list of sections")?.to_le_bytes())?;
        for (section, form) in sections {
            out.put(&size::<u16>(section.name.len(), "name of a section")?.to_le_bytes())?;
            out.put(section.name.as_bytes())?;
            out.put(&[form.code])?;
            out.put(&(section.values.len() as u64).to_le_bytes())?;
            match form.code {
                HALF => out.halves(&section.values)?,
                SPARSE => {
                    out.bits(&section.values)?;
                    out.floats(section.values.iter().filter(|value| is_there(value)))?;
                }
                _ => out.floats(section.values.iter())?,
            }
        }
        let sum = out.sum.clone().finalize();
        out.put(&sum.to_le_bytes())
    }

    /// Reads the contents of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Model<'static>, ModelError> {
        let (found, (magic, rest)) = (bytes.len() as u64, bytes.split_at(bytes.len().min(MAGIC.len())));
        if magic.is_empty() || !MAGIC.starts_with(magic) {
            return Err(ModelError::NotAModel);
        }
        let mut prefix = Reader { left: rest, zeros: 0 };
        let version = prefix.u32().ok_or(ModelError::CutOff(found))?;
        if version > VERSION {
            return Err(ModelError::NewerFormat { found: version });
        }
        let whole = prefix.u64().ok_or(ModelError::CutOff(found))?;
        if found < whole || bytes.len() < PREFIX + SUFFIX {
            return Err(ModelError::CutOff(found));
        }
        if found > whole {
            return Err(ModelError::TooLong(found - whole));
        }
        let (summed, sum) = bytes.split_at(bytes.len() - SUFFIX);
        if crc32fast::hash(summed).to_le_bytes() != *sum {
            return Err(ModelError::Checksum);
        }
        let wrong = |what: &str| ModelError::Contents(what.to_string());
        if version != VERSION {
            return Err(wrong("the format has no such version"));
        }
        let mut reader = Reader { left: &summed[PREFIX..], zeros: MOST_SPARSE };
        let header = reader.u32().and_then(|length| reader.bytes(u64::from(length)));
        let header = header.ok_or_else(|| wrong("the header is longer than the file"))?;
        let header = serde_json::from_slice(header).map_err(|why| wrong(&format!("its header: {why}")))?;
        let count = reader.u32().ok_or_else(|| wrong("the sections are missing"))?;
        let mut model = Model::new(header);
        for _ in 0..count {
            let section = reader.section().ok_or_else(|| wrong("a section is not as long as it says"))?;
            if model.section(&section.name).is_some() {
                return Err(wrong(&format!("section `{}` is there twice", section.name)));
            }
            model.sections.push(section);
        }
        if reader.left.is_empty() { Ok(model) } else { Err(wrong("there is something behind the last section")) }
    }
}

/// Everything that is not exactly +0: the others need no place.
fn is_there(value: &f32) -> bool {
    value.to_bits() != 0
}

/// How the values of a section are written: as halves where asked for, otherwise whichever is shorter.
struct Form {
    code: u8,
    bytes: usize,
}

impl Form {
    fn of(section: &Section<'_>) -> Form {
        let values = &section.values;
        if section.half {
            return Form { code: HALF, bytes: 2 * values.len() };
        }
        let there = values.iter().filter(|value| is_there(value)).count();
        let (dense, sparse) = (4 * values.len(), values.len().div_ceil(8) + 4 * there);
        if sparse < dense { Form { code: SPARSE, bytes: sparse } } else { Form { code: DENSE, bytes: dense } }
    }
}

/// A length as it is written.
fn size<T: TryFrom<usize>>(length: usize, what: &str) -> io::Result<T> {
    T::try_from(length).map_err(|_| io::Error::other(format!("the {what} is too long for a model file")))
}

/// Sums up what it writes.
struct Summed<'a> {
    out: &'a mut dyn Write,
    sum: Hasher,
}

impl Summed<'_> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.out.write_all(bytes)
    }

    /// A bit for each value.
    fn bits(&mut self, values: &[f32]) -> io::Result<()> {
        let mut bytes = [0; PIECE];
        for piece in values.chunks(8 * PIECE) {
            let used = piece.len().div_ceil(8);
            for (byte, eight) in bytes.iter_mut().zip(piece.chunks(8)) {
                *byte = eight.iter().rev().fold(0, |bits, value| bits << 1 | u8::from(is_there(value)));
            }
            self.put(&bytes[..used])?;
        }
        Ok(())
    }

    fn halves(&mut self, values: &[f32]) -> io::Result<()> {
        let mut bytes = [0; PIECE];
        for piece in values.chunks(PIECE / 2) {
            for (two, &value) in bytes.chunks_exact_mut(2).zip(piece) {
                two.copy_from_slice(&to_half(value).to_le_bytes());
            }
            self.put(&bytes[..2 * piece.len()])?;
        }
        Ok(())
    }

    fn floats<'v>(&mut self, values: impl Iterator<Item = &'v f32>) -> io::Result<()> {
        let (mut bytes, mut used) = ([0; PIECE], 0);
        for value in values {
            bytes[used..used + 4].copy_from_slice(&value.to_le_bytes());
            used += 4;
            if used == PIECE {
                self.put(&bytes)?;
                used = 0;
            }
        }
        self.put(&bytes[..used])
    }
}

/// Bytes that are written at once; a multiple of 4.
const PIECE: usize = 4096;

/// What is still to be read. Nothing comes back when there is less than was asked for, so that a wrong length never
/// takes more memory than the values for which the file has at least a bit.
struct Reader<'a> {
    left: &'a [u8],
    /// So many values more may be in sparse sections.
    zeros: u64,
}

/// Values in the sparse sections of a model at most: a gigabyte.
const MOST_SPARSE: u64 = 1 << 28;

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: u64) -> Option<&'a [u8]> {
        let (bytes, left) = self.left.split_at_checked(usize::try_from(count).ok()?)?;
        self.left = left;
        Some(bytes)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, left) = self.left.split_first_chunk()?;
        self.left = left;
        Some(*bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    fn section(&mut self) -> Option<Section<'static>> {
        let length = self.array().map(u16::from_le_bytes)?;
        let name = String::from_utf8(self.bytes(u64::from(length))?.to_vec()).ok()?;
        let [form] = self.array()?;
        let count = self.u64()?;
        let values: Vec<f32> = match form {
            DENSE => floats(self.bytes(count.checked_mul(4)?)?).collect(),
            // The zeros of a sparse section take no place in the file: how many there may be is checked before they take any
            // in memory.
            SPARSE if count > self.zeros => return None,
            SPARSE => {
                self.zeros -= count;
                let bits = self.bytes(count.div_ceil(8))?;
                let is_there = |place: u64| bits[(place / 8) as usize] >> (place % 8) & 1 == 1;
                // Bits behind the last value are 0, so that the same model is always the same file.
                if (count..8 * bits.len() as u64).any(is_there) {
                    return None;
                }
                let there: u64 = bits.iter().map(|byte| u64::from(byte.count_ones())).sum();
                let mut values = floats(self.bytes(4 * there)?);
                (0..count)
                    .map(|place| if is_there(place) { values.next() } else { Some(0.0) })
                    .collect::<Option<_>>()?
            }
            HALF => {
                let (twos, _) = self.bytes(count.checked_mul(2)?)?.as_chunks();
                twos.iter().map(|&two| from_half(u16::from_le_bytes(two))).collect()
            }
            _ => return None,
        };
        Some(Section { name, values: values.into(), half: form == HALF })
    }
}

fn floats(bytes: &[u8]) -> impl Iterator<Item = f32> {
    let (fours, _) = bytes.as_chunks();
    fours.iter().map(|&four| f32::from_le_bytes(four))
}
