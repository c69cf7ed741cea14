import { defineConfig } from "vitest/config";

export default defineConfig({
  ssr: { resolve: { conditions: ["source", "node"] } },
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: process.env["DRAGLINE_REPORT"]
      ? ["default", ["json", { outputFile: process.env["DRAGLINE_REPORT"] }]]
      : ["default"],
  },
});
