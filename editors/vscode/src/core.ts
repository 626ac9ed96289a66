// The core library, as WebAssembly. Nothing else here reads a tag.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Tagdown, load } from "tagdown-wasm";

let loaded: Tagdown | undefined;

export function core(): Tagdown {
  loaded ??= load(readFileSync(join(__dirname, "tagdown.wasm")));
  return loaded;
}
