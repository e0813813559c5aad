//! Any bytes as cards.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kirifuda_fuzz::cards(bytes));
