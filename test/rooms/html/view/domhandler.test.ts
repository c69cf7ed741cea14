import { parseDocument } from "htmlparser2";
import { cloneNode, Document, Element, isTag, isText, type ChildNode, type Text } from "domhandler";
import { parse, toDomhandler } from "dragline/html";
import { describe, expect, it } from "vitest";

function outline(nodes: readonly ChildNode[]): unknown[] {
  return nodes.map((node) => {
    if (isTag(node)) return [node.name, node.attribs, outline(node.children)];
    return isText(node) ? node.data : node.type;
  });
}

describe("toDomhandler", () => {
  it("makes the nodes that htmlparser2 makes of the same page", () => {
    const html =
      '<!DOCTYPE html><html lang="de"><head><title>a &amp; b</title></head><body><p class="x">c<br>d</p><!--e--><ul><li>f</li><li>g</li></ul></body></html>';
    const ours = toDomhandler(parse(html));
    expect(ours).toBeInstanceOf(Document);
    expect(outline(ours.children)).toEqual(outline(parseDocument(html).children));
  });

  it("links parents and siblings", () => {
    const body = toDomhandler(parse("<body>a<b>c</b>d")).children[0];
    const parent = body instanceof Element ? body.children[0] : undefined;
    expect(parent).toBeInstanceOf(Element);
    const [first, second, third] = (parent as Element).children;
    expect([first?.prev, first?.next]).toEqual([null, second]);
    expect([third?.prev, third?.next]).toEqual([second, null]);
    expect([first?.parent, third?.parent]).toEqual([parent, parent]);
  });

  it("makes nodes that domhandler knows and clones", () => {
    const document = toDomhandler(parse("<p class=a>b &amp; c<script>d</script></p>"));
    const copy = cloneNode(document, true);
    expect(outline(copy.children)).toEqual(outline(document.children));
    const [html] = document.children;
    expect(html).toBeInstanceOf(Element);
    expect(html).toMatchObject({ nodeType: 1, tagName: "html", attributes: [] });
  });

  it("keeps what is written to a node", () => {
    const document = toDomhandler(parse("<p a=b>c"));
    const body = (document.children[0] as Element).children.at(-1) as Element;
    const paragraph = body.children[0] as Element;
    const text = paragraph.children[0] as Text;
    paragraph.attribs["a"] = "d";
    text.data += "e";
    expect([paragraph.attribs, text.data]).toEqual([{ a: "d" }, "ce"]);
    paragraph.attribs = { f: "g" };
    expect(paragraph.attribs).toEqual({ f: "g" });
  });

  it("makes new nodes with each call", () => {
    const tree = parse("a");
    expect(toDomhandler(tree)).not.toBe(toDomhandler(tree));
  });
});
