use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{self, Path, PathBuf};

use anyhow::{Context, Result, bail};
use tempfile::NamedTempFile;

/// A file that appears whole or not at all: written beside its place, then moved there.
///
/// It is opened before anything is played, so that a wrong path is told at once and not after hours of play.
pub struct Whole {
    place: PathBuf,
    /// Whether a file that is there at the end may be replaced.
    replaces: bool,
    out: Out,
}

enum Out {
    Draft(BufWriter<NamedTempFile>),
    /// Devices and pipes are written as they are: a file moved there would replace them.
    Device(BufWriter<File>),
}

impl Whole {
    /// Opens the draft of a file that must not be there yet, unless asked to replace it.
    pub fn create_new(place: &Path, overwrite: bool) -> Result<Whole> {
        check_free(place, overwrite)?;
        Ok(Whole { replaces: overwrite, ..Whole::create(place)? })
    }

    /// Opens the draft; what is there is replaced at the end.
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
        Ok(Whole { place, replaces: true, out })
    }

    /// The folder that it will be in.
    pub fn folder(&self) -> &Path {
        folder_of(&self.place)
    }

    /// Where to write.
    pub fn writer(&mut self) -> &mut dyn Write {
        match &mut self.out {
            Out::Draft(out) => out,
            Out::Device(out) => out,
        }
    }

    /// Moves the draft to its place. Where a file has appeared that must not be replaced, the draft stays beside it.
    pub fn publish(self) -> Result<()> {
        let Whole { place, replaces, out } = self;
        let Some(draft) = complete(out).with_context(|| cannot_write(&place))? else { return Ok(()) };
        let moved = if replaces { draft.persist(&place) } else { draft.persist_noclobber(&place) };
        let Err(failure) = moved else { return Ok(()) };
        if replaces || !place.exists() {
            // Not every file system can tell whether a file has appeared.
            return failure.file.persist(&place).map(drop).with_context(|| cannot_write(&place));
        }
        let (_, kept) = failure.file.keep().with_context(|| cannot_write(&place))?;
        bail!(
            "{} has appeared meanwhile and is not overwritten: what was to be written there is in {}",
            place.display(),
            kept.display()
        )
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

impl Write for Whole {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
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
    tempfile::Builder::new().prefix(&name).make_in(folder_of(place), |path| File::create_new(path))
}

fn folder_of(place: &Path) -> &Path {
    place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Refuses a place where a file is, unless asked to replace it.
pub fn check_free(place: &Path, overwrite: bool) -> Result<()> {
    if place.is_file() && !overwrite {
        bail!("{} exists: name another file, or replace it with --overwrite", place.display());
    }
    Ok(())
}

/// Whether two paths lead to the same file, which need not be there.
pub fn same_place(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| fs::canonicalize(path).or_else(|_| path::absolute(path)).ok();
    one == other || place(one).is_some_and(|one| place(other) == Some(one))
}

fn cannot_write(place: &Path) -> String {
    format!("cannot write {}", place.display())
}
