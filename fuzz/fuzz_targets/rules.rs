//! Any bytes as rules.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kirifuda_fuzz::rules(bytes));
