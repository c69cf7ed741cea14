import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import { root } from "../../sources.ts";

describe("dragline/client in a browser's bundle", () => {
  it("imports nothing, and takes at most 12 KB, minified and compressed", async () => {
    const bundle = await rolldown({
      input: join(root, "src/client/index.ts"),
      platform: "browser",
      resolve: { conditionNames: ["dragline-source", "import"] },
      logLevel: "silent",
    });
    const { output } = await bundle.generate({ format: "esm", minify: true });
    const [{ code, imports }] = output;
    expect([output.length, imports]).toEqual([1, []]);
    expect(code).not.toMatch(/\brequire\(|\bprocess\.|\bBuffer\b/);
    expect(gzipSync(code).length).toBeLessThanOrEqual(12_000);
  });
});
