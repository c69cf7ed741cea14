import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable, Writable } from "node:stream";
import { runCli } from "dragline/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "./run.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-lines-"));
});
afterAll(() => rm(folder, { recursive: true }));

const argv = ["convert", "--jsonl", "--threads", "1"];

function linesOf(count: number): string[] {
  return Array.from({ length: count }, (_, id) => `${JSON.stringify({ id, html: `<b>${id}` })}\n`);
}

describe("dragline convert --jsonl", () => {
  it("answers each line in order and says on stderr how many failed", async () => {
    const stdin = Readable.from([
      Buffer.from(
        '{"id":"a","html":"<a href=x>l</a>","url":"https://a.test/"}\n\nnonsense\n{"id":',
      ),
      Buffer.from('[2],"html":"<p>y"}'),
    ]);
    const { code, stdout, stderr } = await run([...argv, "--format", "text,links", "-"], { stdin });
    expect([code, stderr]).toEqual([0, "3 pages, 1 failed\n"]);
    expect(stdout.split("\n")).toEqual([
      '{"id":"a","text":"l","links":[{"href":"https://a.test/x","text":"l"}]}',
      expect.stringMatching(/^\{"id":null,"error":"line 3: malformed JSON: .*"\}$/),
      '{"id":[2],"text":"y","links":[]}',
      "",
    ]);
  });

  it("keeps a thousand lines in order, on all cores", async () => {
    const stdin = Readable.from(linesOf(1000).map((line) => Buffer.from(line)));
    const { stdout, stderr } = await run(["convert", "--jsonl"], { stdin });
    const ids = stdout
      .split("\n")
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { id: number }).id);
    expect(ids).toEqual(Array.from({ length: 1000 }, (_, id) => id));
    expect(stderr).toBe("1000 pages, 0 failed\n");
  });

  it("reads no further while nobody takes its output", async () => {
    let read = 0;
    async function* endless(): AsyncGenerator<Buffer, void> {
      for (;;) {
        read += 1;
        yield Buffer.from(`{"html":"${read}"}\n`);
      }
    }
    const interrupt = new AbortController();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const running = runCli(argv, {
      stdin: Readable.from(endless(), { highWaterMark: 1 }),
      // Never says that it has written.
      stdout: new Writable({ highWaterMark: 1, write: () => ask() }),
      stderr: new Writable({ write: (_, __, done) => done() }),
      env: {},
      signal: interrupt.signal,
    });
    await asked;
    await settled(() => read);
    expect(read).toBeLessThan(40);
    interrupt.abort(new Error("interrupted"));
    expect(await running).toBe(130);
  });

  it("ends with 130 when the user interrupts while the input is silent", async () => {
    const stdin = new PassThrough();
    const interrupt = new AbortController();
    const running = run(argv, { stdin, signal: interrupt.signal });
    stdin.write('{"html":');
    interrupt.abort(new Error("interrupted"));
    expect(await running).toMatchObject({ code: 130, stdout: "" });
    expect(stdin.destroyed).toBe(true);
  });

  it("ends quietly when its reader goes away", async () => {
    const broken = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    let said = "";
    const stdout = new Writable({ write: (_, __, done) => done(broken) });
    stdout.on("error", () => {});
    const stdin = new PassThrough();
    stdin.write(linesOf(3).join(""));
    const code = await runCli(argv, {
      stdin,
      stdout,
      stderr: new Writable({ write: (chunk, _, done) => ((said += String(chunk)), done()) }),
      env: {},
      signal: new AbortController().signal,
    });
    expect([code, said, stdin.destroyed]).toEqual([0, "", true]);
  });

  it("writes --output whole", async () => {
    const output = join(folder, "all.jsonl");
    const stdin = Readable.from([Buffer.from(linesOf(3).join(""))]);
    const ran = await run([...argv, "--output", output], { stdin });
    expect(ran).toEqual({ code: 0, stdout: "", stderr: "3 pages, 0 failed\n" });
    expect(await readFile(output, "utf8")).toBe(
      '{"id":0,"markdown":"**0**"}\n{"id":1,"markdown":"**1**"}\n{"id":2,"markdown":"**2**"}\n',
    );
    expect(await readdir(folder)).toEqual(["all.jsonl"]);
  });

  it("leaves no file behind when the input cannot be read", async () => {
    const missing = join(folder, "missing.jsonl");
    const output = join(folder, "none.jsonl");
    const { code, stderr } = await run([...argv, missing, "--output", output]);
    expect([code, stderr]).toEqual([1, `dragline: cannot read ${missing}: it does not exist\n`]);
    expect(await readdir(folder)).not.toContain("none.jsonl");
  });
});

/** Waits until a count has stood still for a while of turns of the event loop. */
async function settled(count: () => number): Promise<void> {
  for (let last = -1, turns = 0; turns < 200; turns += 1) {
    if (count() !== last) turns = 0;
    last = count();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
