//! What the module shows to JavaScript. A call writes its argument into the input, calls a function by its number, and
//! reads the output. All of it is safe code, except that a name without mangling could be that of another function.

#![allow(unsafe_code, reason = "only for `no_mangle`")]

use std::cell::RefCell;

use crate::answers::{FUNCTIONS, answer};

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Makes room for an argument of this many bytes. Returns where to write it.
#[unsafe(no_mangle)]
extern "C" fn tagdown_input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Calls a function with the argument in the input. Returns the length of the output.
#[unsafe(no_mangle)]
extern "C" fn tagdown_call(function: usize) -> usize {
    // The memory is not kept: one long document would hold it for as long as the module lives.
    let input = INPUT.take();
    let name = FUNCTIONS.get(function).map_or("", |(name, _)| name);
    let output = answer(name, &String::from_utf8_lossy(&input));
    let length = output.len();
    OUTPUT.replace(output);
    length
}

/// Where the output is.
#[unsafe(no_mangle)]
extern "C" fn tagdown_output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// Forgets the output.
#[unsafe(no_mangle)]
extern "C" fn tagdown_done() {
    OUTPUT.take();
}
