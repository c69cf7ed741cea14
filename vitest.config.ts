import { join } from "node:path";
import { defineConfig } from "vitest/config";

// Programs that tests start compile the same files over and over.
process.env["NODE_COMPILE_CACHE"] ??= join(
  import.meta.dirname,
  "node_modules/.cache/dragline-tests",
);

export default defineConfig({
  ssr: { resolve: { conditions: ["dragline-source", "node"] } },
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    pool: "forks",
    // A process for each of a thousand files would load the library a thousand times. What a file
    // leaves behind is found by test/setup.ts; the few that need a process of their own are apart.
    isolate: false,
    // Threads of tests run TypeScript, which Node strips by a WebAssembly module that calls
    // JavaScript. Code compiled for such calls is shared by threads, and V8 may end the process
    // when one of them frees it ("Check failed: jit_page.has_value()"): none is compiled.
    execArgv: ["--wasm-wrapper-tiering-budget=2147483647"],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: process.env["DRAGLINE_REPORT"]
      ? ["default", ["json", { outputFile: process.env["DRAGLINE_REPORT"] }]]
      : ["default"],
  },
});
