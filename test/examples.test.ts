import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { root } from "./sources.ts";

const examples = readdirSync(join(root, "examples")).filter((file) => /^\d\d-.+\.ts$/.test(file));

describe("examples", () => {
  it("are found", () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
  });

  it.each(examples)("%s prints what its fixture says", async (file) => {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ["--conditions=source", join(root, "examples", file)],
      { env: { ...process.env, NO_COLOR: "1" } },
    );
    const fixture = join(root, "test/fixtures/examples", file.replace(/\.ts$/, ".txt"));
    expect(stderr).toBe("");
    expect(stdout.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")).toBe(
      readFileSync(fixture, "utf8"),
    );
  });
});
