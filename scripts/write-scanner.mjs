#!/usr/bin/env node
// Compiles wasm/scanner.ts (AssemblyScript) into src/html/scanner-module.ts.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import asc from "assemblyscript/asc";
import { root } from "./node-version.mjs";

const file = join(root, "src", "html", "scanner-module.ts");

const options = [
  "scanner.ts",
  "--outFile",
  "scanner.wasm",
  "--baseDir",
  join(root, "wasm"),
  "-O3",
  "--noAssert",
  "--runtime",
  "stub",
  "--enable",
  "simd",
];

/** The text of src/html/scanner-module.ts. */
export async function compileScanner() {
  let wasm;
  const { error } = await asc.main(options, {
    readFile: (name, base) => readIfThere(join(base, name)),
    writeFile: (_, contents) => {
      wasm = Buffer.from(contents);
    },
    listFiles: () => [],
  });
  if (error !== null || wasm === undefined)
    throw new Error("wasm/ does not compile", { cause: error });
  return `/** What \`npm run scanner\` makes of \`wasm/\`: WebAssembly, in base64. */\nexport const scannerModule: string =\n  "${wasm.toString("base64")}";\n`;
}

function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  writeFileSync(file, await compileScanner());
}
