import fc from "fast-check";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { NodeKind, parse, parseFor, parseXml, tagIds, type NodeId, type Tree } from "dragline/html";
import { compileScanner } from "../../../../scripts/write-scanner.ts";

const root = join(import.meta.dirname, "../../../..");

function textsOf(tree: Tree): NodeId[] {
  const nodes = Array.from({ length: tree.size }, (_, node) => node);
  return nodes.filter((node) => tree.kind(node) === NodeKind.text);
}

describe("the compiled scanner", () => {
  it("is what its source gives", async () => {
    const written = readFileSync(join(root, "src/html/scan/scanner-module.ts"), "utf8");
    expect(written === (await compileScanner()), "npm run scanner").toBe(true);
  }, 60_000);

  it("goes on where a batch of tokens ends", () => {
    const rows = Array.from({ length: 5000 }, (_, row) => `<i>${row}</i>`).join("");
    const tree = parse(`<p>${rows}</p>`);
    const texts = textsOf(tree).map((node) => tree.text(node));
    expect(texts).toEqual(Array.from({ length: 5000 }, (_, row) => String(row)));
  });

  it("makes room for more attributes than it expected", () => {
    const names = Array.from({ length: 400 }, (_, index) => `x${index}`);
    const tags = Array.from({ length: 1000 }, () => `<b ${names.join(" ")}>`).join("");
    const tree = parse(`<body>${tags}`);
    let node = tree.firstOfTag(tagIds.b);
    let last = node;
    for (; node !== 0; node = tree.nextOfTag(node)) last = node;
    expect(tree.attributes(last).map(([name]) => name)).toEqual(names);
    expect(tree.name(last)).toBe("b");
  });

  it("knows CDATA sections only in svg and math, wherever in a batch they stand", () => {
    const tree = parse("<p>a<![CDATA[b]]>c<svg><g><![CDATA[<d>]]]>e</g></svg>f<![CDATA[g]]>");
    expect(textsOf(tree).map((node) => tree.text(node))).toEqual(["a", "c", "<d>]", "e", "f"]);
    const xml = parseXml("<a><![CDATA[1]]><b/><![CDATA[2]]>3<![CDATA[4");
    expect(textsOf(xml).map((node) => xml.text(node))).toEqual(["1", "2", "3", "4"]);
  });

  it("ends comments as browsers do", () => {
    const page = "<!--a--><!--><!---><!--b--!><!--c->--><!----><!--d-- ></p>-->e<!--f";
    const tree = parse(page);
    const nodes = Array.from({ length: tree.size }, (_, node) => node);
    const comments = nodes.filter((node) => tree.kind(node) === NodeKind.comment);
    expect(comments.map((node) => tree.text(node))).toEqual([
      "a",
      "",
      "",
      "b",
      "c->",
      "",
      "d-- ></p>",
      "f",
    ]);
  });
});

const SPACE = "\t\n\f\r ";
const telling =
  // oxlint-disable-next-line no-control-regex -- they are what is asked about
  /[\0-\u001f\u007f-\u00a0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufffd&<[\]\\`*_~|^]| {2}|\/\/|[wW]\./;

describe("plain text", () => {
  const letters = [..."aW w.x/é漢\u{1f600}zA0", " ", "\ud7ff", "\u8000", "\uffff"];
  const signs = [...SPACE, ..."&[]\\`*_~|^\u007f\u00a0\u00ad\u200b\u2029\u2060\u3000\ufeff\ufffd"];

  it("has no character that needs a closer look, at any length and place", () => {
    const character = fc.oneof(
      { weight: 40, arbitrary: fc.constantFrom(...letters) },
      { weight: 1, arbitrary: fc.constantFrom(...signs) },
    );
    const pages = fc.array(character, { minLength: 1, maxLength: 70 }).map((all) => all.join(""));
    fc.assert(
      fc.property(pages, fc.nat(40), (text, before) => {
        const tree = parse(`<p id="${"x".repeat(before)}">${text}<br>`);
        const [node = 0] = textsOf(tree);
        const words = text.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, "");
        expect(tree.isBlankText(node)).toBe(words === "");
        expect(tree.isPlainText(node)).toBe(words !== "" && !telling.test(words));
        expect(tree.text(node)).toBe(text.replace(/\r\n?/g, "\n").replaceAll("\0", ""));
      }),
      { numRuns: 3000 },
    );
  });
});

describe("tags", () => {
  const name = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9:@[é漢-]{0,40}$/);
  const known = fc.constantFrom("HREF", "data-Original-src", "data-lazy-srcset", "class", "CLAss");
  const value = fc.stringMatching(/^[a-z <>/='é漢]{0,40}$/);
  const space = fc.constantFrom(" ", "\n\t", "  ", "/", " / ");

  it("have the names and values that are written, at any length and place", () => {
    const attribute = fc.tuple(
      space,
      fc.oneof(name, known),
      fc.constantFrom('"', "'", "", "-"),
      value,
    );
    fc.assert(
      fc.property(fc.nat(20), name, fc.array(attribute, { maxLength: 6 }), (before, tag, list) => {
        const written = list.map(([gap, key, quote, text]) => gap + key + assigned(quote, text));
        const html = `<body>${"x".repeat(before)}<q-${tag}${written.join("")}>end`;
        const tree = parseFor(html, (lent) => copyOf(lent));
        expect(tree.name).toBe(`q-${tag}`.toLowerCase());
        const expected = new Map<string, string>();
        for (const [, key, quote, text] of list) {
          const lower = key.toLowerCase();
          if (!expected.has(lower)) expected.set(lower, valueOf(quote, text));
        }
        expect(tree.attributes).toEqual([...expected]);
        expect(tree.text).toBe("end");
      }),
      { numRuns: 2000 },
    );
  });
});

describe("a machine that cannot run it", () => {
  afterEach(() => {
    vi.doUnmock("node:os");
    vi.unstubAllGlobals();
  });

  async function failure(): Promise<unknown> {
    vi.resetModules();
    const other = await import("dragline/html");
    try {
      return other.parse("<p>");
    } catch (error) {
      return error;
    }
  }

  it("is refused when it is big-endian", async () => {
    vi.doMock("node:os", () => ({ endianness: () => "BE" }));
    expect(await failure()).toMatchObject({ name: "HtmlError", code: "UNSUPPORTED_MACHINE" });
  });

  it("is refused without WebAssembly", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    expect(await failure()).toMatchObject({ name: "HtmlError", code: "UNSUPPORTED_MACHINE" });
  });
});

describe("known names", () => {
  /** Other characters whose five lowest bits, by which names are looked up, are the same. */
  function misspelled(name: string): string[] {
    const codes = Array.from(name, (letter) => letter.charCodeAt(0));
    return codes.flatMap((code, at) =>
      [code ^ 0x40, code + 0x100, code + 0x8000]
        .filter((other) => other !== 0x2f)
        .map((other) => name.slice(0, at) + String.fromCharCode(other) + name.slice(at + 1)),
    );
  }

  it.each(["href", "class", "data-lazy-srcset", "data-original-src"])(
    "an attribute is %s only when all letters are",
    (name) => {
      for (const other of misspelled(name)) {
        const tree = parse(`<body><p ${other}="1" ${name.toUpperCase()}="2">`);
        expect(tree.attribute(tree.firstOfTag(tagIds.p), name), other).toBe("2");
      }
    },
  );

  it.each(["br", "h1", "blockquote", "figcaption"] as const)(
    "an element is %s only when all letters are",
    (name) => {
      for (const other of misspelled(name).filter((each) => /^[a-z]/.test(each))) {
        const tree = parse(`<body><${other}>`);
        expect(tree.firstOfTag(tagIds[name]), other).toBe(0);
      }
      const tree = parse(`<body><${name.toUpperCase()} id=1>`);
      expect(tree.firstOfTag(tagIds[name])).toBeGreaterThan(0);
    },
  );
});

function assigned(quote: string, text: string): string {
  if (quote === "-") return "";
  return `=${quote}${valueOf(quote, text)}${quote}${quote === "" ? " " : ""}`;
}

function valueOf(quote: string, text: string): string {
  if (quote === "-") return "";
  if (quote === "") return `v${text.replace(/[ <>/='"]/g, "")}`;
  return text.replaceAll(quote, "");
}

function copyOf(tree: Tree): { name: string; attributes: unknown; text: string } {
  const nodes = Array.from({ length: tree.size }, (_, node) => node);
  const node = nodes.find((each) => tree.name(each).startsWith("q-")) ?? 0;
  const text = tree.text(tree.firstChild(node));
  return { name: tree.name(node), attributes: tree.attributes(node), text };
}
