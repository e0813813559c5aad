//! Any bytes as messages.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kirifuda_fuzz::messages(bytes));
