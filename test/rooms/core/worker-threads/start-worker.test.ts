import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const root = new URL("../../../../", import.meta.url);
const library = new URL("src/converter/index.ts", root).href;

describe("startWorker", () => {
  it.each([
    ["a module", ["--input-type=module"]],
    ["a script", ["--input-type=commonjs"]],
    ["what it is", []],
  ])("starts threads for a program on the command line that is read as %s", async (_, flags) => {
    const program = `
      import(${JSON.stringify(library)}).then(async ({ createConverterPool }) => {
        const pool = createConverterPool({}, { threads: 1 });
        const { markdown } = await pool.convert("<p>in a <b>thread</b></p>");
        console.log(markdown.trim());
        await pool[Symbol.asyncDispose]();
      });`;
    const args = ["--conditions=dragline-source", ...flags, "-e", program];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
    expect(stdout.trim()).toBe("in a **thread**");
  });
});
