//! The page in few files: its modules joined into one script, its style sheets into one, each under a name that changes with its
//! contents, so that a browser need never ask for it again. Made when the program starts.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// A file as it is served.
pub struct Asset {
    /// What it is.
    pub kind: &'static str,
    /// As it is.
    pub plain: Vec<u8>,
    /// Compressed, where that makes it smaller.
    pub gzip: Option<Vec<u8>>,
    /// Changes with its contents.
    pub tag: String,
    /// Its name changes with its contents: it may be kept for ever.
    pub lasting: bool,
}

impl Asset {
    /// A file of some contents.
    pub fn new(kind: &'static str, plain: Vec<u8>) -> Asset {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let gzip = encoder.write_all(&plain).and_then(|()| encoder.finish()).ok();
        let hash = Sha256::digest(&plain);
        let tag = hash[..8].iter().fold(String::new(), |mut tag, byte| {
            let _ = write!(tag, "{byte:02x}");
            tag
        });
        Asset { kind, gzip: gzip.filter(|gzip| gzip.len() < plain.len()), plain, tag, lasting: false }
    }
}

/// The files of the page by their paths: all that is served besides the interface.
pub fn assets(files: &HashMap<String, Vec<u8>>) -> Result<HashMap<String, Asset>, String> {
    let text = |path: &str| {
        let file = files.get(path).ok_or_else(|| format!("the page has no file {path}"))?;
        String::from_utf8(file.clone()).map_err(|_| format!("{path} is not text"))
    };
    let index = text("index.html")?;
    let mut assets = HashMap::new();
    let mut keep = |name: &str, ending: &str, kind, contents: String| {
        let asset = Asset { lasting: true, ..Asset::new(kind, contents.into_bytes()) };
        let path = format!("{name}.{}.{ending}", asset.tag);
        assets.insert(path.clone(), asset);
        path
    };
    let sheets = linked(&index, "<link rel=\"stylesheet\" href=\"");
    let styles =
        sheets.iter().map(|path| text(path).map(|sheet| tight_style(&sheet))).collect::<Result<String, _>>()?;
    let style = keep("style", "css", "text/css; charset=utf-8", styles);
    let [main] = linked(&index, "<script type=\"module\" src=\"")[..] else {
        return Err("index.html must have one script".to_string());
    };
    let script = keep("app", "js", "text/javascript; charset=utf-8", join(main, &text)?);
    for (path, contents) in files {
        let contents = match path.rsplit('.').next() {
            Some("js" | "css") => continue,
            Some("html") => styled(&text(path)?, &style).replace(main, &script).into_bytes(),
            _ => contents.clone(),
        };
        assets.insert(path.clone(), Asset::new(kind_of(path), contents));
    }
    Ok(assets)
}

/// A page with one style sheet, where it had its parts. It may be shown under any path: the address begins at the root.
fn styled(page: &str, style: &str) -> String {
    let whole = format!("<link rel=\"stylesheet\" href=\"/{style}\">\n");
    let mut lines = String::new();
    for line in page.lines() {
        if !line.contains("rel=\"stylesheet\"") {
            lines += line;
            lines.push('\n');
        } else if !lines.contains(&whole) {
            lines += &whole;
        }
    }
    lines
}

/// What stands between this beginning and the next quote, wherever it occurs.
fn linked<'a>(page: &'a str, beginning: &str) -> Vec<&'a str> {
    page.split(beginning).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// A module and all that it imports, those that are imported first: each is a function that gives what it exports.
fn join(main: &str, text: &impl Fn(&str) -> Result<String, String>) -> Result<String, String> {
    let mut joined = Joined { text, order: Vec::new(), open: Vec::new(), script: String::new() };
    joined.add(main)?;
    Ok(joined.script)
}

struct Joined<'a, T> {
    text: &'a T,
    /// Modules in the script; the number of one is its name there.
    order: Vec<String>,
    /// Modules whose imports are being added.
    open: Vec<String>,
    script: String,
}

impl<T: Fn(&str) -> Result<String, String>> Joined<'_, T> {
    /// Adds a module, unless it is there; its number.
    fn add(&mut self, path: &str) -> Result<usize, String> {
        if let Some(known) = self.order.iter().position(|module| module == path) {
            return Ok(known);
        }
        if self.open.iter().any(|module| module == path) {
            return Err(format!("{path} imports itself, by way of {}", self.open.join(", ")));
        }
        self.open.push(path.to_string());
        let source = (self.text)(path)?;
        let (mut body, mut exports, mut rest) = (String::new(), Vec::new(), source.as_str());
        while let Some((line, after)) = rest.split_once('\n') {
            if line.starts_with("import ") {
                let (statement, after) =
                    rest.split_once(";\n").ok_or_else(|| format!("{path}: an import without an end"))?;
                body += &self.import(path, statement)?;
                rest = after;
                continue;
            }
            let tight = line.trim();
            rest = after;
            if tight.starts_with("/*") {
                // A comment that stands on lines of its own.
                if !tight.ends_with("*/") {
                    rest = rest.split_once("*/").map_or("", |(_, after)| after.trim_start_matches('\n'));
                }
            } else if let Some(exported) = tight.strip_prefix("export ").filter(|_| line.starts_with("export ")) {
                exports.push(name_of(exported).ok_or_else(|| format!("{path}: cannot read `{line}`"))?.to_string());
                body += exported;
                body.push('\n');
            } else if !tight.is_empty() && !tight.starts_with("//") {
                body += tight;
                body.push('\n');
            }
        }
        self.open.pop();
        let number = self.order.len();
        let exports = exports.join(",");
        let _ = write!(self.script, "const m{number}=await(async()=>{{\n{body}return{{{exports}}}}})();\n");
        self.order.push(path.to_string());
        Ok(number)
    }

    /// `import { a, b as c } from "./d.js"`: takes them from what the other module gives.
    fn import(&mut self, path: &str, statement: &str) -> Result<String, String> {
        let wrong = || format!("{path}: cannot read `{statement}`");
        let (names, from) = statement.split_once(" from ").ok_or_else(wrong)?;
        let names = names.trim_start_matches("import").trim().trim_start_matches('{').trim_end_matches('}');
        let number = self.add(&beside(path, from.trim().trim_matches('"')))?;
        let taken: Vec<String> = names.split(',').map(str::trim).filter(|name| !name.is_empty()).map(renamed).collect();
        Ok(format!("const{{{}}}=m{number};\n", taken.join(",")))
    }
}

/// `a as b` in the words of a pattern.
fn renamed(name: &str) -> String {
    name.replace(" as ", ":")
}

/// The name that a declaration gives.
fn name_of(declaration: &str) -> Option<&str> {
    let named =
        ["const ", "function ", "async function ", "class "].iter().find_map(|kind| declaration.strip_prefix(kind))?;
    let end = named.find(|letter: char| !letter.is_alphanumeric() && letter != '$' && letter != '_')?;
    Some(&named[..end])
}

/// The path of a module as another one names it.
fn beside(path: &str, name: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// A style sheet without comments and indentation.
fn tight_style(sheet: &str) -> String {
    let mut tight = String::new();
    for (number, part) in sheet.split("/*").enumerate() {
        let kept = if number == 0 { part } else { part.split_once("*/").map_or("", |(_, after)| after) };
        for line in kept.lines().map(str::trim).filter(|line| !line.is_empty()) {
            tight += line;
            tight.push('\n');
        }
    }
    tight
}

/// What a file is, by its ending.
pub fn kind_of(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "json" => "application/json; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn files(list: &[(&str, &str)]) -> HashMap<String, Vec<u8>> {
        list.iter().map(|(path, text)| (path.to_string(), text.as_bytes().to_vec())).collect()
    }

    const INDEX: &str = "<html>\n<link rel=\"stylesheet\" href=\"a.css\">\n<link rel=\"stylesheet\" href=\"b.css\">\n\
                         <script type=\"module\" src=\"js/main.js\"></script>\n</html>\n";

    #[test]
    fn modules_become_one_script_in_the_order_of_their_needs() {
        let all = assets(&files(&[
            ("index.html", INDEX),
            ("a.css", "/* one */\na {\n  b: c;\n}\n"),
            ("b.css", "d { e: f; }\n"),
            ("js/main.js", "// first\nimport {\n  one,\n  two as three,\n} from \"./deep/two.js\";\none(three);\n"),
            ("js/deep/two.js", "/**\n * Says it.\n */\nexport function one() {}\nexport const two = 2;\n"),
            ("icon.svg", "<svg/>"),
        ]))
        .unwrap();
        let by_kind = |kind: &str| {
            let (path, asset) = all.iter().find(|(_, asset)| asset.kind.starts_with(kind)).unwrap();
            (path.clone(), String::from_utf8(asset.plain.clone()).unwrap(), asset.lasting)
        };
        let (script, text, lasting) = by_kind("text/javascript");
        assert_eq!(
            text,
            "const m0=await(async()=>{\nfunction one() {}\nconst two = 2;\nreturn{one,two}})();\n\
             const m1=await(async()=>{\nconst{one,two:three}=m0;\none(three);\nreturn{}})();\n"
        );
        let (style, text, _) = by_kind("text/css");
        assert_eq!(text, "a {\nb: c;\n}\nd { e: f; }\n");
        let (_, page, kept) = by_kind("text/html");
        assert!(page.contains(&script) && page.matches(&style).count() == 1 && lasting && !kept, "{page}");
        assert_eq!(all.len(), 4);
    }

    #[test]
    fn what_cannot_be_joined_is_told() {
        let told = |module: &str| {
            assets(&files(&[("index.html", INDEX), ("a.css", ""), ("b.css", ""), ("js/main.js", module)]))
                .err()
                .unwrap()
        };
        assert!(told("import { a } from \"./main.js\";\n").contains("imports itself"));
        assert!(told("import { a } from \"./none.js\";\n").contains("js/none.js"));
        assert!(told("export default 1;\n").contains("export default"));
    }
}
