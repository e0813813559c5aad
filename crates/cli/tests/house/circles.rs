//! No circles between files of different folders: what each file of a crate names is read from its source.
//!
//! In every folder of a crate, its files and the folders in it are places; a place leans on another when one of its files
//! names something that a file of the other defines. Re-exports are followed to the file that defines the name, and do not
//! count themselves; neither do tests. Files of one folder may lean on each other, a folder may not be part of a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

#[test]
fn no_circles_between_files_of_different_folders() {
    for name in ["players", "catalog"] {
        let house = House::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../{name}/src")));
        let circles = house.circles();
        assert!(circles.is_empty(), "circles in crates/{name}/src:\n{}", circles.join("\n"));
    }
}

#[test]
fn a_circle_is_found_and_named() {
    let lean =
        |files: &[(&str, &str)]| House::of(files.iter().map(|(p, t)| (PathBuf::from(p), (*t).to_string()))).circles();
    let low = ("low.rs", "pub struct Low;");
    let lib = ("lib.rs", "mod low; mod high; pub use low::Low; pub use high::High;");
    let high = ("high/mod.rs", "mod part; pub use part::High;");
    let part = ("high/part.rs", "use crate::Low; pub struct High(Low);");
    assert_eq!(lean(&[lib, low, high, part]), [""; 0], "downwards, through re-exports");

    let back = ("low.rs", "pub struct Low; fn back() -> crate::high::High { todo!() }");
    let found = lean(&[lib, back, high, part]);
    assert_eq!(found, ["high and low.rs lean on each other: high/part.rs on low.rs, low.rs on high/part.rs"]);
    let hidden = ("low.rs", "pub struct Low; fn back() { println!(\"{}\", crate::High::NAME) }");
    assert_eq!(lean(&[lib, hidden, high, part]).len(), 1, "within a macro");
    let tested = ("low.rs", "pub struct Low; #[cfg(test)] mod tests { use crate::High; }");
    assert_eq!(lean(&[lib, tested, high, part]), [""; 0], "tests may use what they like");

    let mutual =
        [("lib.rs", "mod one; mod two;"), ("one.rs", "use super::two::Two;"), ("two.rs", "use super::one::One;")];
    assert_eq!(lean(&mutual), [""; 0], "files of one folder");
}

/// The modules of a crate.
struct House {
    /// By their paths: `["hearts", "look"]`.
    rooms: BTreeMap<Vec<String>, Room>,
}

/// A module that is a file.
#[derive(Default)]
struct Room {
    file: PathBuf,
    /// Names that it takes from elsewhere, with where from.
    taken: BTreeMap<String, Vec<String>>,
    /// Paths that it names, re-exports aside.
    named: Vec<Vec<String>>,
}

impl House {
    fn read(src: &Path) -> House {
        let mut files = Vec::new();
        let mut folders = vec![src.to_path_buf()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|kind| kind == "rs") {
                    files.push((path.strip_prefix(src).unwrap().to_path_buf(), fs::read_to_string(&path).unwrap()));
                }
            }
        }
        assert!(files.len() > 10, "{} has only {} files", src.display(), files.len());
        House::of(files)
    }

    fn of(files: impl IntoIterator<Item = (PathBuf, String)>) -> House {
        let mut rooms = BTreeMap::new();
        for (file, text) in files {
            let mut place: Vec<String> =
                file.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
            place.pop_if(|last| last == "mod" || last == "lib");
            let source = syn::parse_file(&text).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
            let mut reader = Reader { inner: 0, room: Room { file, ..Room::default() } };
            reader.visit_file(&source);
            rooms.insert(place, reader.room);
        }
        House { rooms }
    }

    /// The file that defines what a path names in a module, unless it is of another crate or of the language.
    fn definer(&self, from: &[String], path: &[String]) -> Option<&Path> {
        let mut place: Vec<String>;
        let mut rest = path;
        match rest.first()?.as_str() {
            "crate" => (place, rest) = (Vec::new(), &rest[1..]),
            "self" => (place, rest) = (from.to_vec(), &rest[1..]),
            "super" => {
                place = from.to_vec();
                while rest.first().is_some_and(|part| part == "super") {
                    place.pop()?;
                    rest = &rest[1..];
                }
            }
            _ => place = from.to_vec(),
        }
        let relative = rest.len() == path.len();
        for (step, part) in rest.iter().enumerate() {
            place.push(part.clone());
            if self.rooms.contains_key(&place) {
                continue;
            }
            place.pop();
            let room = self.rooms.get(&place)?;
            // A name of its own, or one that is noted where it is taken.
            if relative && step == 0 {
                return None;
            }
            return match room.taken.get(part) {
                // More than the name of a macro.
                Some(origin) if origin.len() > 1 => self.definer(&place, origin),
                _ => Some(&room.file),
            };
        }
        self.rooms.get(&place).map(|room| room.file.as_path())
    }

    fn circles(&self) -> Vec<String> {
        let mut leaning: BTreeSet<(PathBuf, PathBuf)> = BTreeSet::new();
        for (place, room) in &self.rooms {
            let named = room.named.iter().filter_map(|path| self.definer(place, path));
            leaning.extend(
                named.filter(|other| *other != room.file).map(|other| (room.file.clone(), other.to_path_buf())),
            );
        }
        let folders: BTreeSet<&Path> = self.rooms.values().flat_map(|room| room.file.ancestors().skip(1)).collect();
        folders.into_iter().flat_map(|folder| circles_in(folder, &leaning)).collect()
    }
}

/// The circles of a folder's places.
fn circles_in(folder: &Path, leaning: &BTreeSet<(PathBuf, PathBuf)>) -> Vec<String> {
    let place = |file: &Path| file.strip_prefix(folder).ok()?.iter().next().map(PathBuf::from);
    let mut edges: BTreeMap<PathBuf, BTreeSet<PathBuf>> = BTreeMap::new();
    for (one, other) in leaning {
        if let (Some(one), Some(other)) = (place(one), place(other))
            && one != other
        {
            edges.entry(one).or_default().insert(other);
        }
    }
    let reached = |start: &PathBuf| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start.clone()]);
        while let Some(next) = open.pop() {
            let further = edges.get(&next).into_iter().flatten().filter(|other| seen.insert((*other).clone()));
            open.extend(further.cloned().collect::<Vec<_>>());
        }
        seen
    };
    let all: BTreeMap<&PathBuf, BTreeSet<PathBuf>> = edges.keys().map(|start| (start, reached(start))).collect();
    let mut told = BTreeSet::new();
    let mut circles = Vec::new();
    for (start, reach) in &all {
        let circle: BTreeSet<&PathBuf> =
            reach.iter().filter(|other| all.get(other).is_some_and(|back| back.contains(*start))).collect();
        let is_folder = |place: &&&PathBuf| place.extension().is_none();
        if circle.len() < 2 || circle.iter().find(is_folder).is_none() || !told.insert(circle.clone()) {
            continue;
        }
        let names: Vec<String> = circle.iter().map(|place| folder.join(place).display().to_string()).collect();
        let within = |file: &Path| place(file).is_some_and(|place| circle.contains(&place));
        let crossing = leaning.iter().filter(|(one, other)| within(one) && within(other) && place(one) != place(other));
        let files: Vec<String> =
            crossing.map(|(one, other)| format!("{} on {}", one.display(), other.display())).collect();
        circles.push(format!("{} lean on each other: {}", names.join(" and "), files.join(", ")));
    }
    circles
}

/// Notes what a file takes and names.
struct Reader {
    /// How many modules within the file the reader is in: there `super` is the file itself.
    inner: usize,
    room: Room,
}

impl Reader {
    fn name(&mut self, mut path: Vec<String>) {
        for _ in 0..self.inner {
            if path.first().is_some_and(|part| part == "super") {
                path.remove(0);
            }
        }
        self.room.named.push(path);
    }

    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(word) if path.is_empty() || colons == 2 => {
                    path.push(word.to_string());
                    colons = 0;
                    continue;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' && !path.is_empty() => {
                    colons += 1;
                    continue;
                }
                TokenTree::Ident(word) => {
                    self.name(std::mem::replace(&mut path, vec![word.to_string()]));
                }
                TokenTree::Group(group) => {
                    self.name(std::mem::take(&mut path));
                    self.tokens(group.stream());
                }
                _ => self.name(std::mem::take(&mut path)),
            }
            colons = 0;
        }
        self.name(path);
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|condition| condition == "test" || condition == "doctest")
    })
}

/// The paths of a `use`, each with the name that it gets.
fn leaves(tree: &syn::UseTree, before: &[String], out: &mut Vec<(String, Vec<String>)>) {
    let with = |part: &syn::Ident| [before, &[part.to_string()]].concat();
    match tree {
        syn::UseTree::Path(path) => leaves(&path.tree, &with(&path.ident), out),
        syn::UseTree::Group(group) => group.items.iter().for_each(|tree| leaves(tree, before, out)),
        syn::UseTree::Name(name) if name.ident == "self" => {
            out.push((before.last().cloned().unwrap_or_default(), before.to_vec()));
        }
        syn::UseTree::Name(name) => out.push((name.ident.to_string(), with(&name.ident))),
        syn::UseTree::Rename(name) => out.push((name.rename.to_string(), with(&name.ident))),
        syn::UseTree::Glob(_) => out.push((String::new(), before.to_vec())),
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes: &[syn::Attribute] = match item {
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Use(item) => &item.attrs,
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            syn::Item::Struct(item) => &item.attrs,
            _ => &[],
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.inner += 1;
        visit::visit_item_mod(self, item);
        self.inner -= 1;
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let mut paths = Vec::new();
        leaves(&item.tree, &[], &mut paths);
        let is_re_export = !matches!(item.vis, syn::Visibility::Inherited);
        for (name, path) in paths {
            if !is_re_export {
                self.name(path.clone());
            }
            if self.inner == 0 {
                self.room.taken.insert(name, path);
            }
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.name(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.tokens(call.tokens.clone());
        visit::visit_macro(self, call);
    }
}
