import { PassThrough, Readable, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { readFields, type AskedField } from "../../../../src/node/identity/read-fields.ts";
import { Interrupted, type Terminal } from "../../../../src/node/terminal/terminal.ts";

const user: AskedField = { name: "user", label: "user \u001b[2J", secret: false, required: true };
const pin: AskedField = { name: "pin", label: "PIN", secret: true, required: true };
const note: AskedField = { name: "note", label: "note", secret: false, required: false };

/** A terminal that a person types into once it asks for something. */
class Keyboard extends PassThrough {
  readonly isTTY = true;
  readonly modes: boolean[] = [];
  setRawMode(isRaw: boolean): void {
    this.modes.push(isRaw);
  }
}

function typed(answers: readonly string[]): {
  terminal: Terminal;
  stdin: Keyboard;
  said: string[];
} {
  const stdin = new Keyboard();
  const said: string[] = [];
  const left = [...answers];
  const stderr = new Writable({
    write(chunk: Buffer, _, done) {
      const text = chunk.toString("utf8");
      said.push(text);
      const next = text.endsWith(": ") ? left.shift() : undefined;
      if (next !== undefined) stdin.write(next);
      done();
    },
  });
  const { signal } = new AbortController();
  return { terminal: { stdin, stdout: stderr, stderr, env: {}, signal }, stdin, said };
}

const piped = (chunks: readonly (string | Buffer)[], signal = new AbortController().signal) => {
  const sink = new Writable({ write: (_chunk, _, done) => done() });
  return { stdin: Readable.from(chunks), stdout: sink, stderr: sink, env: {}, signal };
};

describe("readFields on a terminal", () => {
  it("asks for each, and shows no secret that is typed", async () => {
    const { terminal, stdin, said } = typed(["ann\n", "c\u007fs3cret é\r", "\n"]);
    expect(await readFields([user, pin, note], {}, terminal)).toEqual({
      user: "ann",
      pin: "s3cret é",
    });
    expect(stdin.modes).toEqual([true, false]);
    expect(said).toEqual(["user \\u001b[2J: ", "PIN: ", "\n", "note (may be empty): "]);
    expect(stdin.destroyed).toBe(true);
  });

  it.each([
    ["arrows and tabs", "a\u001b[A\u001bOB\tb\r", "ab"],
    ["a cleared line", "wrong\u0015right\n", "right"],
    ["a letter of two units that is taken back", "a😀\u007fb\r", "ab"],
  ])("leaves out %s", async (_, keys, pinned) => {
    expect(await readFields([pin], {}, typed([keys]).terminal)).toEqual({ pin: pinned });
  });

  it("ends with Ctrl+C and Ctrl+D, and shows again what is typed", async () => {
    const stopped = typed(["ab\u0003"]);
    await expect(readFields([pin], {}, stopped.terminal)).rejects.toBeInstanceOf(Interrupted);
    expect(stopped.stdin.modes).toEqual([true, false]);
    const ended = typed(["\u0004"]);
    await expect(readFields([pin], {}, ended.terminal)).rejects.toThrow("stdin ended before 'pin'");
    expect(ended.stdin.modes).toEqual([true, false]);
  });

  it("shows again what is typed when it is aborted", async () => {
    const { terminal, stdin } = typed([]);
    const abort = new AbortController();
    const reading = readFields([pin], {}, { ...terminal, signal: abort.signal });
    abort.abort(new Error("interrupted"));
    await expect(reading).rejects.toThrow("interrupted");
    expect([stdin.modes, stdin.destroyed]).toEqual([[true, false], true]);
  });
});

describe("readFields of a pipe", () => {
  it.each([
    ["several lines at once", ["ann\n1234\nhi\n"]],
    ["Windows' line ends, cut in two", ["ann\r", "\n1234\r\nhi\r"]],
    ["no end of the last line", ["ann\n12", "34\nhi"]],
    ["bytes", [Buffer.from("ann\n1234\nhi\n")]],
  ])("reads %s", async (_, chunks) => {
    expect(await readFields([user, pin, note], {}, piped(chunks))).toEqual({
      user: "ann",
      pin: "1234",
      note: "hi",
    });
  });

  it("joins letters that were cut in two, and keeps spaces", async () => {
    const bytes = Buffer.from(" é \n");
    const chunks = [bytes.subarray(0, 2), bytes.subarray(2)];
    expect(await readFields([pin], {}, piped(chunks))).toEqual({ pin: " é " });
  });

  it("gives lists a line for each", async () => {
    const urls: AskedField = { ...user, name: "urls", isList: true };
    expect(await readFields([urls], {}, piped(["a  b\n"]))).toEqual({ urls: "a\nb" });
    const flags = { param: ["urls=a", "urls=b"] };
    expect(await readFields([urls], flags, piped([]))).toEqual({ urls: "a\nb" });
  });

  it("refuses what never ends", async () => {
    const endless = Array.from({ length: 20 }, () => "x".repeat(100_000));
    await expect(readFields([pin], {}, piped(endless))).rejects.toThrow("more than 1048576");
    await expect(readFields([pin], { stdin: "json" }, piped(endless))).rejects.toThrow("more than");
  });

  it.each(["", "[]", "null", '"s3cret"', '{"pin":"s3cret"'])("refuses %j as JSON", async (text) => {
    const reading = readFields([pin], { stdin: "json" }, piped([text]));
    await expect(reading).rejects.toThrow(/^stdin is not a JSON object$/);
  });
});
