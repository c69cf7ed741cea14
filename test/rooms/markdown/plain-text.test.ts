import fc from "fast-check";
import { NodeKind, parse, type NodeId, type Tree } from "dragline/html";
import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";
import { TextClass, textClass } from "../../../src/markdown/write/character.ts";

function textNodes(tree: Tree): NodeId[] {
  const nodes = Array.from({ length: tree.size - 1 }, (_, at) => at + 1);
  return nodes.filter((node) => tree.kind(node) === NodeKind.text);
}

function isPlainPage(tree: Tree): boolean {
  return textNodes(tree).every((node) => tree.isPlainText(node));
}

/** Much of ordinary text, some of what only looks like it, a little of everything. */
const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(..."abwxyz019 éßЖ中😀") },
  { weight: 3, arbitrary: fc.constantFrom(...".,:;!?#+-=>@/%^$(){}\"'") },
  { weight: 1, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 1 }) },
);

describe("Tree.isPlainText", () => {
  const special = Array.from(textClass.keys()).filter(
    (code) => textClass[code] !== TextClass.plain && textClass[code] !== TextClass.space,
  );

  it("is false for text with a character that markdown treats in its own way", () => {
    const believed = special.filter((code) => {
      const character = String.fromCharCode(code);
      // A space behind it, or `<` would begin a tag.
      const tree = parse(`<p>a${character} b</p>`);
      const [node = 0] = textNodes(tree);
      return !tree.text(node).includes(character) || tree.isPlainText(node);
    });
    expect(special.length).toBeGreaterThan(10);
    expect(believed).toEqual([]);
  });

  it("is false for white space but single spaces between words", () => {
    const spaces = Array.from(textClass.keys()).filter(
      (code) => textClass[code] === TextClass.space && code !== 32,
    );
    const plain = [...spaces.map((code) => String.fromCharCode(code)), "  "].filter((space) =>
      isPlainPage(parse(`<p>a${space}b</p>`)),
    );
    expect(plain).toEqual([]);
    expect(isPlainPage(parse("<p> a b </p>"))).toBe(true);
  });
});

describe("toMarkdown of plain text", () => {
  it("is the text, but for what begins a line", () => {
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 16 }), (text) => {
        const html = `<p>x ${text}</p>`;
        const tree = parse(html);
        fc.pre(isPlainPage(tree));
        const source = textNodes(tree).map((node) => tree.text(node));
        expect(toMarkdown(html)).toBe(source.join("").trim());
      }),
      { numRuns: 2000 },
    );
  });
});
