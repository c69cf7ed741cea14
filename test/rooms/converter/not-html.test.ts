import { readHtml } from "../../../src/converter/internal.ts";
import { isConverterError } from "dragline/converter";
import { describe, expect, it } from "vitest";

const bytes = (text: string): Uint8Array => Buffer.from(text, "latin1");

async function reasonOf(content: Uint8Array): Promise<string | undefined> {
  try {
    await readHtml(content);
    return undefined;
  } catch (error) {
    if (!isConverterError(error, "NOT_HTML")) throw error;
    return error.message;
  }
}

describe("readHtml", () => {
  it.each([
    ["a program", bytes(`\u007fELF\u0002\u0001\u0001${"\0".repeat(9)}<p>`)],
    ["WebAssembly", bytes("\0asm\u0001\0\0\0")],
    ["a database", bytes("SQLite format 3\0<p>")],
    ["bytes of no kind", bytes("\u0001\u0002\u0003\u0004abc\u0005\u0006".repeat(50))],
    ["zeros", new Uint8Array(2000)],
  ])("refuses %s as binary data", async (_, content) => {
    expect(await reasonOf(content)).toBe("this file is not HTML: it has binary data");
  });

  it.each([
    ["#!/bin/sh\necho '<p>'\n"],
    ['import x from "y";\nconsole.log(x);'],
    ["export const a = 1;"],
    ["// a comment\nlet b;"],
    ["/* styles */ body { color: red }"],
    ['"use strict";\nrun();'],
    ["const x = 1"],
    ["(function () { run(); })();"],
    ['\n{"name": "x"}'],
    ['[{"a": 1}]'],
  ])("refuses the script %j", async (text) => {
    expect(await reasonOf(bytes(text))).toBe("this file is not HTML: it is a script or JSON");
  });

  it.each([
    ["<p>text"],
    ["plain text, which a browser shows as it is"],
    ["Import goods; then export them."],
    ["A list: const, let and var."],
    ['const note = "a page"; <p>with a tag</p>'],
    ["// a page with a slash <b>x</b>"],
    ["\u0000\u0001<html>stray control characters</html>"],
    ["[a](b) is a link of markdown"],
    [""],
  ])("reads %j", async (text) => {
    expect(await reasonOf(bytes(text))).toBeUndefined();
  });

  it("reads UTF-16, half of which is zeros", async () => {
    const text = Buffer.from(`\ufeff<p>${"é".repeat(50)}</p>`, "utf16le");
    expect((await readHtml(text)).html).toContain("é");
  });
});
