import { spawnSync } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeWhole } from "../../../../src/node/terminal/write-whole.ts";
import { temporaryFolder } from "../serve/temporary-folder.ts";

describe.runIf(process.platform !== "win32")("writeWhole", () => {
  it("writes to a pipe instead of replacing it by a file", async () => {
    const pipe = join(await temporaryFolder(), "pipe");
    expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
    const [text] = await Promise.all([readFile(pipe, "utf8"), writeWhole(pipe, "text")]);
    expect(text).toBe("text");
    expect((await stat(pipe)).isFIFO()).toBe(true);
  });
});
