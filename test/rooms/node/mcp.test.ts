import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { run } from "./run.ts";

describe("dragline mcp", () => {
  it.each([
    [["--tools", "scarpe"], "did you mean 'scrape'?"],
    [["--max-chars", "5"], "from 1000 to 1000000"],
    [["--max-chars", "many"], "--max-chars takes a whole number"],
    [["--key", "dl_1"], "--key needs --remote"],
    [["--remote", "ftp://api.example"], "--remote cannot be used"],
    [
      ["--remote", "https://api.example", "--data", "there"],
      "--data cannot be combined with --remote",
    ],
    [["--engine", "browser"], "--engine takes http or auto"],
    [["scrape"], "Unexpected argument"],
  ])("refuses %j", async (args, message) => {
    const { code, stderr, stdout } = await run(["mcp", ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stdout).toBe("");
  });

  it("ends with 0 when the client closes the connection, and writes nothing of its own", async () => {
    const stdin = new PassThrough();
    stdin.end();
    const { code, stdout, stderr } = await run(["mcp"], { stdin });
    expect([code, stdout, stderr]).toEqual([0, "", ""]);
  });

  it("says to somebody at a terminal what it is for", async () => {
    const { stdout, stderr } = await run(["mcp"], { tty: true });
    expect(stdout).toBe("");
    expect(stderr).toContain("add it to the program's settings");
  });
});
