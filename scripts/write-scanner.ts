// Compiles wasm/scanner.ts (AssemblyScript) into src/html/scan/scanner-module.ts.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const from = ["scanner.ts", "--baseDir", join(root, "wasm"), "--outFile", "scanner.wasm"];
const how = ["-O3", "--noAssert", "--runtime", "stub", "--enable", "simd"];

/** What is needed of the compiler, whose own types change those of arrays everywhere. */
interface Compiler {
  readonly main: (options: readonly string[], files: object) => Promise<{ error: Error | null }>;
}

const compiler: string = "assemblyscript/asc";

/** The text of src/html/scan/scanner-module.ts. */
export async function compileScanner(): Promise<string> {
  let wasm = "";
  const asc = (await import(compiler)) as Compiler;
  const { error } = await asc.main([...from, ...how], {
    readFile: (name: string, base: string) => readIfThere(join(base, name)),
    writeFile: (_: string, contents: Uint8Array) => {
      wasm = Buffer.from(contents).toString("base64");
    },
    listFiles: () => [],
  });
  if (error !== null) throw new Error("wasm/ does not compile", { cause: error });
  const meaning = "/** What `npm run scanner` makes of `wasm/`: WebAssembly, in base64. */";
  return `${meaning}\nexport const scannerModule: string =\n  "${wasm}";\n`;
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

if (import.meta.main) {
  writeFileSync(join(root, "src/html/scan/scanner-module.ts"), await compileScanner());
}
