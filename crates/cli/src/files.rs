use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tempfile::NamedTempFile;

/// A file that appears whole or not at all: written beside its place, then moved there.
///
/// It is opened before anything is played, so that a wrong path is told at once and not after hours of play.
pub struct Whole {
    place: PathBuf,
    out: Out,
}

enum Out {
    Draft(BufWriter<NamedTempFile>),
    /// Devices and pipes are written as they are: a file moved there would replace them.
    Device(BufWriter<File>),
}

impl Whole {
    /// Opens the draft.
    pub fn create(place: &Path) -> Result<Whole> {
        // Where a link leads to: the link itself shall stay.
        let place = fs::canonicalize(place).unwrap_or_else(|_| place.to_owned());
        let out = match fs::metadata(&place) {
            Ok(there) if there.is_dir() => bail!("cannot write {}: it is a directory; name a file", place.display()),
            Ok(there) if !there.is_file() => {
                File::options().write(true).open(&place).map(|file| Out::Device(BufWriter::new(file)))
            }
            _ => draft_of(&place).map(|file| Out::Draft(BufWriter::new(file))),
        };
        let out = out.with_context(|| cannot_write(&place))?;
        Ok(Whole { place, out })
    }

    /// Where to write.
    pub fn writer(&mut self) -> &mut dyn Write {
        match &mut self.out {
            Out::Draft(out) => out,
            Out::Device(out) => out,
        }
    }

    /// Moves the draft to its place.
    pub fn publish(self) -> Result<()> {
        let move_there = |draft: NamedTempFile| Ok(draft.persist(&self.place).map(drop)?);
        complete(self.out).and_then(|draft| draft.map_or(Ok(()), move_there)).with_context(|| cannot_write(&self.place))
    }

    /// Moves the draft to its place unless another file is there by now; then false. Of two programs that do so at the
    /// same time, one succeeds.
    pub fn publish_new(self) -> Result<bool> {
        let move_there = |draft: NamedTempFile| match draft.persist_noclobber(&self.place) {
            Ok(_) => Ok(true),
            Err(_) if self.place.exists() => Ok(false),
            // Not every file system can do so.
            Err(failure) => Ok(failure.file.persist(&self.place).map(|_| true)?),
        };
        let done = complete(self.out).and_then(|draft| draft.map_or(Ok(true), move_there));
        done.with_context(|| cannot_write(&self.place))
    }

    /// Writes all of it and publishes.
    pub fn publish_text(mut self, contents: &str) -> Result<()> {
        self.writer().write_all(contents.as_bytes()).with_context(|| cannot_write(&self.place))?;
        self.publish()
    }
}

/// Everything written, on the disk; the draft, where there is one.
fn complete(out: Out) -> io::Result<Option<NamedTempFile>> {
    match out {
        Out::Draft(out) => {
            let draft = out.into_inner().map_err(io::IntoInnerError::into_error)?;
            draft.as_file().sync_all()?;
            Ok(Some(draft))
        }
        Out::Device(mut out) => out.flush().map(|()| None),
    }
}

/// A new file beside the place, with the rights that any new file gets; it is gone unless it is moved.
fn draft_of(place: &Path) -> io::Result<NamedTempFile> {
    let mut name = place.file_name().ok_or_else(|| io::Error::other("it is not the name of a file"))?.to_owned();
    name.push(".draft-");
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    tempfile::Builder::new().prefix(&name).make_in(folder, |path| File::create_new(path))
}

fn cannot_write(place: &Path) -> String {
    format!("cannot write {}", place.display())
}
