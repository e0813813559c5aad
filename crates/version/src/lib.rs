//! Which program this is. A crate of its own, since it is built again after every commit: only programs depend on it.

use kirifuda_arena::Program;

/// The commit that the program was built from, a `+` and a checksum of what was changed since, if anything was; `unknown` where
/// it was not built in its repository. Who builds it elsewhere may say it by the variable `KIRIFUDA_COMMIT`.
pub const COMMIT: &str = env!("KIRIFUDA_COMMIT");

/// The checksum of all models that come with the program.
pub const MODELS: &str = env!("KIRIFUDA_MODELS");

/// This program, as results and their parts name it.
pub fn program() -> Program {
    Program { version: env!("CARGO_PKG_VERSION").to_string(), commit: COMMIT.to_string(), models: MODELS.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commit_and_models_are_known_by_their_checksums() {
        let is_hexadecimal = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let (commit, changed) = COMMIT.split_once('+').unwrap_or((COMMIT, ""));
        assert!(COMMIT == "unknown" || is_hexadecimal(commit) && is_hexadecimal(changed), "{COMMIT}");
        assert!(MODELS.len() == 64 && is_hexadecimal(MODELS), "{MODELS}");
    }
}
