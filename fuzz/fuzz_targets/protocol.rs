//! Any bytes as protocol.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kirifuda_fuzz::protocol(bytes));
