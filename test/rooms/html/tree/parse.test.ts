import { array, assert, constantFrom, property } from "fast-check";
import { CoreError } from "dragline";
import {
  HtmlError,
  isHtmlError,
  NodeKind,
  parse,
  tagIds,
  type NodeId,
  type Tree,
} from "dragline/html";
import { describe, expect, it } from "vitest";

function find(tree: Tree, name: string): NodeId {
  for (let node = 1; node < tree.size; node++) if (tree.name(node) === name) return node;
  throw new Error(`No ${name} in ${tree.source}`);
}

function texts(html: string): string[] {
  const tree = parse(html);
  return Array.from({ length: tree.size }, (_, node) => node)
    .filter((node) => tree.kind(node) === NodeKind.text)
    .map((node) => tree.text(node));
}

describe("parse", () => {
  it("makes html, head and body where a page leaves them out", () => {
    const tree = parse("<title>a</title>b");
    const html = tree.firstChild(0);
    expect(tree.name(html)).toBe("html");
    expect(tree.name(tree.firstChild(html))).toBe("head");
    expect(tree.name(tree.lastChild(html))).toBe("body");
    expect(tree.attributes(html)).toEqual([]);
  });

  it("takes any text as a page", () => {
    expect(parse("").size).toBe(1);
    expect(parse("\0").size).toBeLessThan(6);
    expect(texts("\uFEFFa")).toEqual(["a"]);
    expect(texts("a < b </")).toEqual(["a < b </"]);
  });

  it("refuses what is no string", () => {
    for (const input of [undefined, null, 1, {}, new Uint8Array(2)]) {
      expect(() => parse(input as never)).toThrow(HtmlError);
    }
    let thrown: unknown;
    try {
      parse(null as never);
    } catch (error) {
      thrown = error;
    }
    expect(isHtmlError(thrown, "INVALID_INPUT")).toBe(true);
    expect(String(thrown)).toContain("got null");
  });

  it("refuses more than maxLength characters", () => {
    expect(parse("abc", { maxLength: 3 }).size).toBe(4);
    let thrown: unknown;
    try {
      parse("abcd", { maxLength: 3 });
    } catch (error) {
      thrown = error;
    }
    expect(isHtmlError(thrown, "INPUT_TOO_LARGE")).toBe(true);
    expect((thrown as HtmlError).details).toEqual({ length: 4, maxLength: 3 });
  });

  it("refuses options that are unknown or out of bounds", () => {
    expect(() => parse("", { depth: 1 } as never)).toThrow(CoreError);
    expect(() => parse("", { maxNodes: 15 })).toThrow(CoreError);
    expect(() => parse("", { maxLength: -1 })).toThrow(CoreError);
  });

  it("stops at maxNodes and says so", () => {
    const tree = parse("<p>a".repeat(100), { maxNodes: 50 });
    expect(tree.size).toBe(50);
    expect(tree.truncated).toBe(true);
    expect(parse("<p>a").truncated).toBe(false);
  });

  it("gives the same tree when called again, whatever was parsed between", () => {
    const html = "<ul><li>a<li>b</ul>";
    const first = parse(html);
    parse("<table><tr><td>x</table>".repeat(5000));
    const again = parse(html);
    expect(again.size).toBe(first.size);
    for (let node = 0; node < first.size; node++) {
      expect(again.parent(node)).toBe(first.parent(node));
      expect(again.text(node)).toBe(first.text(node));
    }
  });

  it("links every node to its neighbours, whatever the page", () => {
    const piece = constantFrom(
      ..."<p> </p> <b> </b> <a> </a> <table> </table> <td> <tr> <li> <ul> </ul> x <!--c--> <svg> </svg> <select> <option> <template> <form> </form>".split(
        " ",
      ),
    );
    assert(
      property(array(piece, { maxLength: 40 }), (pieces) => {
        const tree = parse(pieces.join(""));
        let seen = 0;
        for (let node = 0; node < tree.size; node++) {
          let previous = 0;
          for (let child = tree.firstChild(node); child !== 0; child = tree.nextSibling(child)) {
            expect(tree.parent(child)).toBe(node);
            expect(tree.previousSibling(child)).toBe(previous);
            previous = child;
            seen++;
          }
          expect(tree.lastChild(node)).toBe(previous);
        }
        // Copies of formatting elements may be left without a place.
        expect(seen).toBeLessThanOrEqual(tree.size - 1);
      }),
    );
  });

  it("never throws on a page that breaks off", () => {
    const html =
      '<!doctype html><html lang="de"><head><script>a<!--b</script><title>x</title></head><body class=\'y\'><p>&amp;<table><tr><td><a href="z">q</a></table><svg><![CDATA[r]]></svg><textarea>s</textarea><!-- t --></body>';
    for (let end = 0; end <= html.length; end++) {
      expect(parse(html.slice(0, end)).size).toBeGreaterThan(0);
    }
  });
});

describe("Tree", () => {
  it("reads names, tags and kinds", () => {
    const tree = parse("<!doctype html><DIV><X-Card>a</X-Card><svg><P-ath/></svg><!--c-->");
    const div = find(tree, "div");
    expect(tree.tag(div)).toBe(tagIds.div);
    expect(tree.kind(div)).toBe(NodeKind.element);
    const card = find(tree, "x-card");
    expect(tree.tag(card)).toBe(0);
    expect(tree.isForeign(card)).toBe(false);
    const path = find(tree, "p-ath");
    expect([tree.tag(path), tree.isForeign(path)]).toEqual([0, true]);
    expect(tree.tag(find(tree, "svg"))).toBe(tagIds.svg);
    expect(tree.kind(tree.firstChild(0))).toBe(NodeKind.doctype);
    expect(tree.name(0)).toBe("");
    const comment = tree.lastChild(div);
    expect([tree.kind(comment), tree.text(comment)]).toEqual([NodeKind.comment, "c"]);
  });

  it.each([
    ["<a href=x>", [["href", "x"]]],
    [
      "<a href = 'x y' B>",
      [
        ["href", "x y"],
        ["b", ""],
      ],
    ],
    ['<a a="1" A="2">', [["a", "1"]]],
    ["<a href=/x/>", [["href", "/x/"]]],
    [
      '<a title="a>b" c>',
      [
        ["title", "a>b"],
        ["c", ""],
      ],
    ],
    [
      '<a x="y"z=1>',
      [
        ["x", "y"],
        ["z", "1"],
      ],
    ],
    ['<a "x>', [['"x', ""]]],
    ["<a =x>", [["=x", ""]]],
    [
      "<a/b/c>",
      [
        ["b", ""],
        ["c", ""],
      ],
    ],
    ["<a href='?a=1&reg=2&amp;b&copy;'>", [["href", "?a=1&reg=2&b©"]]],
    ["<a b='c\r\nd'>", [["b", "c\nd"]]],
    ["<a\nb\t=\f'c'>", [["b", "c"]]],
    ["<a b=c>d</a>", [["b", "c"]]],
  ])("reads the attributes of %j", (html, expected) => {
    const tree = parse(`${html}text`);
    const link = find(tree, "a");
    expect(tree.attributes(link)).toEqual(expected);
    for (const [name = "", value] of expected) expect(tree.attribute(link, name)).toBe(value);
    expect(tree.attribute(link, "missing")).toBeUndefined();
  });

  it("has no attributes on nodes that are no elements", () => {
    const tree = parse("some text that is long enough");
    for (let node = 0; node < tree.size; node++) {
      expect(tree.attributes(node)).toEqual([]);
      expect(tree.attribute(node, "some")).toBeUndefined();
    }
  });

  it("keeps the attributes of formatting elements that are reopened", () => {
    const tree = parse('<p><a href="x">b<p>c');
    const links = Array.from({ length: tree.size }, (_, node) => node).filter(
      (node) => tree.tag(node) === tagIds.a,
    );
    expect(links.map((node) => tree.attribute(node, "href"))).toEqual(["x", "x"]);
  });

  it("decodes entities in text as browsers do", () => {
    expect(texts("<p>&lt;&AMP;&nbsp;&#8364;&#x80;&notit;&not;&unknown;&amp</p>")).toEqual([
      "<&\u00a0€€¬it;¬&unknown;&",
    ]);
    expect(texts("<style>a&amp;b</style>")).toEqual(["a&amp;b"]);
    expect(texts("<title>a&amp;b</title>")).toEqual(["a&b"]);
    expect(texts("<svg><desc><![CDATA[a&amp;<b>]]></desc></svg>")).toEqual(["a&amp;<b>"]);
    expect(texts("a\r\nb\rc\0d")).toEqual(["a\nb\ncd"]);
    expect(texts("<title>a\0b</title><style>c\0d</style>")).toEqual(["a\uFFFDb", "c\uFFFDd"]);
  });

  it("ends scripts where browsers do", () => {
    expect(texts("<script>a</scripty>b</script >c")).toEqual(["a</scripty>b", "c"]);
    expect(texts("<script><!--<script>a</script>b--></script>c")).toEqual([
      "<!--<script>a</script>b-->",
      "c",
    ]);
    expect(texts("<script><!--a</script>b")).toEqual(["<!--a", "b"]);
    expect(texts("<script><!--><script>a</script>b")).toEqual(["<!--><script>a", "b"]);
    expect(texts("<script>a")).toEqual(["a"]);
  });

  it("ends raw text in a noscript with the noscript, as browsers that run scripts do", () => {
    expect(texts("<noscript><iframe src=a>b</noscript>c")).toEqual(["b", "c"]);
    expect(texts("<noscript><iframe>a</iframe>b</noscript>c<iframe>d</iframe>e")).toEqual([
      "a",
      "b",
      "c",
      "d",
      "e",
    ]);
    expect(texts("<noscript><style>a</NOSCRIPT >b</style>c")).toEqual(["a", "b", "c"]);
    expect(texts("<head><noscript><noframes>a</noscript><title>b</title>")).toEqual(["a", "b"]);
    expect(texts("<iframe>a</noscript>b</iframe>c")).toEqual(["a</noscript>b", "c"]);
    expect(texts("<noscript>a</noscript><iframe>b</noscript>c")).toEqual(["a", "b</noscript>c"]);
    expect(texts("<noscript><iframe>a</noscripts>b")).toEqual(["a</noscripts>b"]);
  });
});
