//! The types of the wire in TypeScript, against which the page's modules are checked.

use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use super::{Answer, Command, CreateTable, JoinTable, Joined, MadeTable, Message, State, TableInfo};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/types/wire.d.ts");
const HEAD: &str = "// What travels between server and page. Written by `WRITE_TYPES=1 cargo test -p kirifuda-web --lib types`.\n\n\
     import type { Grades, Meaning, Phrase } from \"./page\";\n";

/// Declarations by name.
struct Types {
    config: Config,
    declared: BTreeMap<String, String>,
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Numbers, texts and lists have no declaration.
        if T::output_path().is_none() || self.declared.contains_key(&T::ident(&self.config)) {
            return;
        }
        let declaration = format!("{}export {}\n", T::docs().unwrap_or_default(), T::decl(&self.config));
        self.declared.insert(T::ident(&self.config), declaration);
        T::visit_dependencies(self);
    }
}

#[test]
fn the_page_has_the_types_of_the_wire() {
    let mut types = Types { config: Config::new().with_large_int("number"), declared: BTreeMap::new() };
    types.visit::<State>();
    types.visit::<Answer>();
    types.visit::<Message>();
    types.visit::<Command>();
    types.visit::<CreateTable>();
    types.visit::<MadeTable>();
    types.visit::<JoinTable>();
    types.visit::<Joined>();
    types.visit::<TableInfo>();
    let text = types.declared.values().fold(HEAD.to_string(), |text, declaration| text + "\n" + declaration);
    if std::env::var_os("WRITE_TYPES").is_some() {
        std::fs::write(FILE, &text).unwrap();
    }
    let kept = std::fs::read_to_string(FILE).unwrap_or_default();
    assert_eq!(kept, text, "the file is out of date: WRITE_TYPES=1 cargo test -p kirifuda-web --lib types");
}
