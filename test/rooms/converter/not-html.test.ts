import { readHtml } from "../../../src/converter/internal.ts";
import { isConverterError } from "dragline/converter";
import { describe, expect, it } from "vitest";

const bytes = (text: string): Uint8Array =>
  Buffer.from(text, text.startsWith("\ufeff") ? "utf8" : "latin1");

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
    ['{"html": "<p>x</p>"}'],
    ['["<p>", "</p>"]'],
    ['const note = "a page"; <p>with a tag</p>'],
    ['import { useState } from "react";\nexport default () => <p>x</p>;'],
    ["import a from './a.js';\nimport b from './b.js';\ndocument.body.innerHTML = '<b>x</b>';"],
    ["// a card\nexport function Card() {\n  return <p>x</p>;\n}"],
    ['"use client";\nconst A = () => <p>x</p>;'],
    ["module.exports = (x) => `<p>${x}</p>`;"],
    ["const html = require('./x');\nhtml('<p>x</p>');"],
    ["function page(a, b) { return '<p>' + a; }"],
    ["interface Props { html: string }\nconst a = '<p>';"],
    ["import os\nimport sys\n\nprint('<p>')"],
    ["# -*- coding: utf-8 -*-\nfrom a.b import c\nprint('<p>')"],
    ["def page(a):\n    return '<p>'"],
    ["<?php echo '<p>x</p>'; ?>"],
    ["\ufeff<?php include 'a.php'; ?><p>x</p>"],
    ["body { color: red }\n/* <p> */"],
    ['@media print {\n  a::after { content: "<p>" }\n}'],
    [".card > p {\n  color: red;\n}\n.x::after { content: '<b>' }"],
    ["name,price\nOpal lamp,<b>79</b>\n"],
    ['id;name;"the text"\n1;Opal;"<p>x; y</p>"\n'],
    [";(function ($) { $('<p>') })(jQuery)"],
    ["var a,b='<p>'"],
    ["interface Work<Item> {\n  html: Promise<string>\n}"],
    ["set -e\necho '<p>'"],
  ])("refuses the script %j", async (text) => {
    expect(await reasonOf(bytes(text))).toBe(
      "this file is not HTML: it is a script, a style sheet, JSON or CSV",
    );
  });

  it.each([
    ["<p>text"],
    ["plain text, which a browser shows as it is"],
    ["Import goods; then export them."],
    ["A list: const, let and var."],
    ["/* a page with a comment */ <p>x</p>"],
    ["// a comment\n<!doctype html><script>const x = 1</script>"],
    ["<script>import x from 'y'</script>"],
    ["from here import duties <b>rise</b>"],
    ["import duties\n<p>rise</p>"],
    ["let us say that x = 1 <b>or more</b>"],
    ["Dear Anna, hello\nYours, <b>Bob</b>"],
    ["name, price, place\n<table><tr><td>x</table>"],
    ["A class of its own: <i>x</i>"],
    ["# A heading\n<p>of markdown</p>"],
    ["{{ template }} <p>x</p>"],
    ["{% block x %}<p>x</p>{% endblock %}"],
    ["[a] <p>x</p>"],
    ["[[a link of a wiki]] and '''bold''' <p>x</p>"],
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
