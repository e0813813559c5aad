//! Names that cannot be guessed.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use crate::Refusal;

/// Letters and digits that are not mistaken for each other.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A random name of so many letters, five bits each, from the system's source of secrets.
pub fn name(letters: usize) -> Result<String, Refusal> {
    let mut bytes = vec![0; letters];
    fill(&mut bytes)?;
    Ok(bytes.into_iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect())
}

/// A random number.
pub fn number() -> Result<u64, Refusal> {
    let mut bytes = [0; 8];
    fill(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// Random bytes.
fn fill(bytes: &mut [u8]) -> Result<(), Refusal> {
    #[cfg(test)]
    if crate::simulation::fill(bytes) {
        return Ok(());
    }
    getrandom::fill(bytes).map_err(|why| Refusal::broken(format!("the system gives no random numbers: {why}")))
}

/// What is stored of a secret: whoever reads the database cannot use it. Secrets are long and random, so that nobody finds
/// one by trying.
pub fn hash(secret: &str) -> String {
    let digest = Sha256::digest(secret.as_bytes());
    digest.iter().fold(String::from(HASHED), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A number that belongs to a secret and some others: who knows one of them learns nothing about the others.
pub fn derive(secret: &str, path: &[u64]) -> u64 {
    let mut digest = Sha256::new();
    digest.update(secret.as_bytes());
    for part in path {
        digest.update(part.to_le_bytes());
    }
    let bytes = digest.finalize();
    bytes.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// What hashes begin with.
const HASHED: &str = "sha256:";

/// True when a secret is that of which this hash is stored.
pub fn proves(stored: &str, secret: &str) -> bool {
    same(stored, &hash(secret))
}

/// True when two secrets are equal, in a time that does not tell where they differ.
fn same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_their_length_and_differ() {
        let (one, other) = (name(26).unwrap(), name(26).unwrap());
        assert_eq!(one.len(), 26);
        assert_ne!(one, other);
        assert!(one.bytes().all(|letter| LETTERS.contains(&letter)));
    }

    #[test]
    fn what_is_stored_of_a_secret_proves_it_and_does_not_tell_it() {
        let stored = hash("abc");
        assert!(stored.starts_with("sha256:ba7816bf"), "{stored}");
        assert!(proves(&stored, "abc") && !proves(&stored, "abd") && !proves(&stored, &stored));
        assert!(!proves("abc", "abc"));
    }

    #[test]
    fn only_equal_secrets_are_the_same() {
        assert!(same("abc", "abc"));
        assert!(!same("abc", "abd") && !same("abc", "ab") && !same("", "a"));
    }
}
