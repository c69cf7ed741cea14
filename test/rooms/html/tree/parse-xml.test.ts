import fc from "fast-check";
import { isHtmlError, NodeKind, parseXml, type NodeId, type Tree } from "dragline/html";
import { describe, expect, it } from "vitest";

function outline(tree: Tree, node: NodeId = 0): string {
  let text = "";
  for (let child = tree.firstChild(node); child !== 0; child = tree.nextSibling(child)) {
    if (tree.kind(child) === NodeKind.text) text += tree.text(child);
    else if (tree.kind(child) === NodeKind.element)
      text += `(${tree.name(child)} ${outline(tree, child)})`;
  }
  return text;
}

describe("parseXml", () => {
  it("keeps the content of elements that are empty or raw in HTML", () => {
    expect(outline(parseXml("<rss><link>x</link><title>a<b>c</b></title><br>d</br></rss>"))).toBe(
      "(rss (link x)(title a(b c))(br d))",
    );
  });

  it("knows self-closing tags, prefixes, CDATA, entities, comments and instructions", () => {
    const xml = `<?xml version="1.0"?><!-- c --><f><a href="x&amp;y"/><dc:date>1</dc:date><p><![CDATA[<b>&amp;]]></p>&lt;&#233;</f>`;
    const tree = parseXml(xml);
    expect(outline(tree)).toBe("(f (a )(dc:date 1)(p <b>&amp;)<é)");
    const link = [...Array(tree.size).keys()].find((node) => tree.name(node) === "a") ?? 0;
    expect(tree.attribute(link, "href")).toBe("x&y");
  });

  it("ignores stray end tags and closes what is open", () => {
    expect(outline(parseXml("</x><a><b>1</a>2</b><c>3"))).toBe("(a (b 1))2(c 3)");
  });

  it("holds 20,000 levels, 100,000 stray end tags and a cut at any place", () => {
    const deep = "<a>".repeat(20_000) + "x";
    expect(parseXml(deep).size).toBe(20_002);
    expect(outline(parseXml(`<a>${"</b>".repeat(100_000)}x</a>`))).toBe("(a x)");
    const xml = `<a b="c"><![CDATA[d]]><!-- e --><f/></a>`;
    fc.assert(
      fc.property(fc.nat({ max: xml.length }), (cut) => parseXml(xml.slice(0, cut)).size > 0),
    );
  });

  it("cuts at the limit of nodes and says so", () => {
    const tree = parseXml("<a/>".repeat(100), { maxNodes: 16 });
    expect([tree.truncated, tree.size]).toEqual([true, 16]);
  });

  it("refuses what is no text or too long", () => {
    expect(() => parseXml(null as never)).toThrowError(
      expect.toSatisfy((error: unknown) => isHtmlError(error, "INVALID_INPUT")),
    );
    expect(() => parseXml("<a/>", { maxLength: 3 })).toThrowError(
      expect.toSatisfy((error: unknown) => isHtmlError(error, "INPUT_TOO_LARGE")),
    );
  });
});
