use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// A file that appears whole or not at all: written beside its place, then moved there.
///
/// It is opened before anything is played, so that a wrong path is told at once and not after hours of play.
pub struct Whole {
    place: PathBuf,
    /// Nothing for devices and pipes, which are written as they are: a file moved there would replace them.
    draft: Option<PathBuf>,
    out: BufWriter<File>,
    published: bool,
}

impl Whole {
    /// Opens the draft.
    pub fn create(place: &Path) -> Result<Whole> {
        // Where a link leads to: the link itself shall stay.
        let place = fs::canonicalize(place).unwrap_or_else(|_| place.to_owned());
        let failed = || format!("cannot write {}", place.display());
        let draft = match fs::metadata(&place) {
            Ok(there) if there.is_dir() => bail!("cannot write {}: it is a directory; name a file", place.display()),
            Ok(there) if !there.is_file() => None,
            _ => Some(draft_of(&place)?),
        };
        let file = match &draft {
            Some(draft) => File::create(draft),
            None => File::options().write(true).open(&place),
        };
        let out = BufWriter::new(file.with_context(failed)?);
        Ok(Whole { place, draft, out, published: false })
    }

    /// Where to write.
    pub fn writer(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    /// Moves the draft to its place.
    pub fn publish(mut self) -> Result<()> {
        self.complete()?;
        self.rename()
    }

    /// Moves the draft to its place unless another file is there by now; then false. Of two programs that do so at the
    /// same time, one succeeds.
    pub fn publish_new(mut self) -> Result<bool> {
        self.complete()?;
        let Some(draft) = &self.draft else { return Ok(true) };
        // A link never replaces a file, as a move would.
        match fs::hard_link(draft, &self.place) {
            Ok(()) => Ok(true),
            Err(_) if self.place.exists() => Ok(false),
            // Not every file system has links.
            Err(_) => self.rename().map(|()| true),
        }
    }

    fn complete(&mut self) -> Result<()> {
        let written = self.out.flush().and_then(|()| match self.draft {
            Some(_) => self.out.get_ref().sync_all(),
            None => Ok(()),
        });
        written.with_context(|| format!("cannot write {}", self.place.display()))
    }

    fn rename(&mut self) -> Result<()> {
        if let Some(draft) = &self.draft {
            fs::rename(draft, &self.place).with_context(|| format!("cannot write {}", self.place.display()))?;
        }
        self.published = true;
        Ok(())
    }

    /// Writes all of it and publishes.
    pub fn publish_text(mut self, contents: &str) -> Result<()> {
        let written = self.out.write_all(contents.as_bytes());
        written.with_context(|| format!("cannot write {}", self.place.display()))?;
        self.publish()
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        if let (false, Some(draft)) = (self.published, &self.draft) {
            let _ = fs::remove_file(draft);
        }
    }
}

fn draft_of(place: &Path) -> Result<PathBuf> {
    let mut name = place.file_name().with_context(|| format!("{} is not a file name", place.display()))?.to_owned();
    name.push(format!(".draft-{}", std::process::id()));
    Ok(place.with_file_name(name))
}
