//! Any bytes, as a client or a server of the contest could send them.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kirifuda_uecda::anything::swallow(bytes));
