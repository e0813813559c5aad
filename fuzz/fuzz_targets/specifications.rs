//! Any bytes as specifications.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kirifuda_fuzz::specifications(bytes));
