// Loads the module and calls its functions. Arguments and answers are JSON; nothing here reads a tag.

// In the order of `FUNCTIONS` in answers.rs.
const NAMES = ["render", "blocks", "check", "preview", "title"];

/** Makes the functions from the bytes of tagdown.wasm, or from a compiled module. */
export function load(bytes) {
  const module = bytes instanceof WebAssembly.Module ? bytes : new WebAssembly.Module(bytes);
  const { exports } = new WebAssembly.Instance(module);
  const call = (number, argument) => {
    const given = new TextEncoder().encode(JSON.stringify(argument));
    const at = exports.tagdown_input(given.length) >>> 0;
    new Uint8Array(exports.memory.buffer, at, given.length).set(given);
    const length = exports.tagdown_call(number) >>> 0;
    const answer = new Uint8Array(exports.memory.buffer, exports.tagdown_output() >>> 0, length);
    const made = JSON.parse(new TextDecoder("utf-8", { ignoreBOM: true }).decode(answer));
    exports.tagdown_done();
    if (made.error !== undefined) throw new Error(made.error);
    return made;
  };
  // Half a character, as between two keys, cannot be encoded.
  const made = (number) => (text, options) => call(number, { ...options, text: text.toWellFormed() });
  return Object.fromEntries(NAMES.map((name, number) => [name, made(number)]));
}
