import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { MemoryMeter } from "../../../src/browser/chromium/memory-meter.ts";
import { descendants, descendsFrom, statOf } from "../../../src/browser/chromium/pid-table.ts";
import { psMemory } from "../../../src/browser/chromium/ps-memory.ts";

/** Above what Linux and macOS give to a process. */
const NOBODY = 2 ** 30;

/** A program with a child of its own that looks like a page's process. */
async function family(): Promise<{ root: number; end: () => Promise<void> }> {
  const child = `require("fs").readSync(0, Buffer.alloc(1))`;
  const script = `
    const child = require("child_process").spawn(process.execPath,
      ["-e", ${JSON.stringify(child)}, "--", "--type=renderer", "--x"], { stdio: ["pipe", "ignore", "ignore"] });
    child.once("spawn", () => console.log("ready"));
    process.stdin.resume();
    process.stdin.once("end", () => child.stdin.end());`;
  const host = spawn(process.execPath, ["-e", script]);
  await once(host.stdout, "data");
  const end = async (): Promise<void> => {
    const closed = once(host, "close");
    host.stdin.end();
    await closed;
  };
  return { root: host.pid ?? 0, end };
}

describe.skipIf(process.platform !== "linux").each([
  ["MemoryMeter", (root: number) => new MemoryMeter(root).read()],
  ["psMemory", psMemory],
])("%s", (_, memory) => {
  it("tells each process of a tree, what it is and its bytes", async () => {
    const { root, end } = await family();
    const found = await memory(root);
    expect(found.map(({ kind }) => kind)).toEqual(["browser", "renderer"]);
    expect(found[0]?.pid).toBe(root);
    for (const { bytes } of found) {
      expect(bytes).toBeGreaterThan(2e6);
      expect(bytes).toBeLessThan(3e8);
    }
    await end();
    expect(await memory(root)).toEqual([]);
  });

  it("is empty where there is no such process", async () => {
    expect(await memory(NOBODY)).toEqual([]);
  });
});

describe.skipIf(process.platform !== "linux")("MemoryMeter", () => {
  it("follows what grows and what shrinks, however often it is read", async () => {
    // A process that was measured longest ago is measured anew, so there must be others.
    const grow = `
      const idle = Array.from({ length: 4 }, () => require("child_process").spawn("cat"));
      process.once("SIGTERM", () => { for (const child of idle) child.kill(); process.exit(); });
      const kept = [];
      process.stdin.on("data", (size) => {
        kept.length = 0;
        globalThis.gc();
        kept.push(Buffer.alloc(Number(size) * 1e6, 1));
        console.log("ready");
      });`;
    const host = spawn(process.execPath, ["--expose-gc", "-e", grow]);
    const meter = new MemoryMeter(host.pid ?? 0);
    const at = async (size: number): Promise<number> => {
      host.stdin.write(`${size}`);
      await once(host.stdout, "data");
      const [measured] = await meter.read();
      return measured?.bytes ?? 0;
    };
    const small = await at(1);
    for (const size of [10, 25, 100, 300, 290, 20]) {
      const [change, expected] = [(await at(size)) - small, size * 1e6];
      expect(Math.abs(change - expected), `at ${size} MB`).toBeLessThan(12e6);
    }
    const closed = once(host, "close");
    host.kill();
    await closed;
    expect(await meter.read()).toEqual([]);
  });
});

describe.skipIf(process.platform !== "linux")("descendants", () => {
  it("are a process and what it has started, and nobody else", async () => {
    const { root, end } = await family();
    const [first, second = 0, ...rest] = descendants(root);
    expect(first).toBe(root);
    expect(rest).toEqual([]);
    expect(descendsFrom(second, root)).toBe(true);
    expect(descendsFrom(second, process.pid)).toBe(true);
    expect(descendsFrom(root, second)).toBe(false);
    expect(descendsFrom(1, root)).toBe(false);
    expect(descendsFrom(NOBODY, root)).toBe(false);
    expect(statOf(second)?.parent).toBe(root);
    await end();
    expect(statOf(root)).toBeUndefined();
  });
});
