//! The fuzzer: libFuzzer with one of the targets. `fuzz/run` builds and starts it; `TAGDOWN_FUZZ` names the target.

#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use tagdown_fuzz::{Target, mutate, target};

/// The target of this process.
fn chosen() -> &'static Target {
    static CHOSEN: OnceLock<&'static Target> = OnceLock::new();
    CHOSEN.get_or_init(|| {
        let name = std::env::var("TAGDOWN_FUZZ").unwrap_or_default();
        target(&name).unwrap_or_else(|| panic!("TAGDOWN_FUZZ must name a target, not `{name}`"))
    })
}

fuzz_target!(|data: &[u8]| chosen().run(data));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    match mutate::structured(chosen(), &data[..size], max_size, seed) {
        Some(made) => {
            data[..made.len()].copy_from_slice(&made);
            made.len()
        }
        None => fuzzer_mutate(data, size, max_size),
    }
});
