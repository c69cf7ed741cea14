import { join } from "node:path";
import { defineConfig } from "vitest/config";

// Programs that tests start compile the same files over and over.
process.env["NODE_COMPILE_CACHE"] ??= join(
  import.meta.dirname,
  "node_modules/.cache/dragline-tests",
);

/** Tests that put something in a module's place, or measure the heap: each in a process of its own. */
const apart = [
  "test/rooms/cdp-proxy/recording-choice.test.ts",
  "test/rooms/html/scan/scanner.test.ts",
  "test/rooms/mapper/links/link-judge.test.ts",
  "test/rooms/mapper/map-hostile.test.ts",
  "test/rooms/markdown/memory.test.ts",
  "test/rooms/net/dialer.test.ts",
  "test/rooms/queue/bullmq-queue.test.ts",
  "test/rooms/storage/fs.test.ts",
];

export default defineConfig({
  ssr: { resolve: { conditions: ["dragline-source", "node"] } },
  test: {
    setupFiles: ["test/setup.ts"],
    pool: "forks",
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
    projects: [
      // A process for each of a thousand files would load the library a thousand times; what a file
      // leaves behind is found by test/setup.ts.
      {
        extends: true,
        test: { name: "shared", include: ["test/**/*.test.ts"], exclude: apart, isolate: false },
      },
      { extends: true, test: { name: "apart", include: apart, isolate: true } },
    ],
  },
});
