import { isHtmlError, nodeText, parse, tagIds, type Tree } from "dragline/html";
import { parseTags } from "../../../../src/html/tree/parse-tags.ts";
import { describe, expect, it } from "vitest";

function elementsOf(tree: Tree): string[] {
  const found: string[] = [];
  for (let node = tree.firstChild(0); node !== 0; node = tree.nextSibling(node)) {
    const attributes = tree.attributes(node).map(([name, value]) => `${name}=${value}`);
    found.push([tree.name(node), ...attributes].join(" "));
  }
  return found;
}

const { a, script, title, meta } = tagIds;

describe("parseTags", () => {
  it("finds the elements asked for with their attributes, in the order of the page", () => {
    const html = `<!doctype html><TITLE x>t</TITLE><p class=y><A HREF="1&amp;2" b='c'>x</a><b><a d>`;
    expect(elementsOf(parseTags(html, [a, title]))).toEqual(["title x=", "a href=1&2 b=c", "a d="]);
    expect(elementsOf(parseTags(html, [meta]))).toEqual([]);
    expect(elementsOf(parseTags(html, []))).toEqual([]);
  });

  it("chains them by their tags", () => {
    const tree = parseTags("<a><title>t</title><a>", [a, title]);
    const first = tree.firstOfTag(a);
    expect([tree.tag(first), tree.nextOfTag(tree.nextOfTag(first))]).toEqual([a, 0]);
    expect([tree.isOrdered, tree.truncated]).toEqual([true, false]);
  });

  it("has the text of those that are text", () => {
    const tree = parseTags("<title> A &amp; <b> </title><script>a<b && '</b>'</script>", [
      title,
      script,
    ]);
    expect(nodeText(tree, tree.firstOfTag(title))).toBe("A & <b>");
    expect(tree.text(tree.firstChild(tree.firstOfTag(script)))).toBe("a<b && '</b>'");
  });

  it("knows svg and math from the page", () => {
    const html = `<svg><title>no</title><script/><style/><![CDATA[<a x>]]><a y></svg>
      <svg><p><title>yes</title><![CDATA[<a z>]]><math/><style/><a no></style><a last>`;
    expect(elementsOf(parseTags(html, [a, title]))).toEqual(["a y=", "title", "a last="]);
  });

  it("leaves out what follows plaintext", () => {
    expect(elementsOf(parseTags("<a x><plaintext><a y>", [a]))).toEqual(["a x="]);
  });

  it("reads what was parsed before another page", () => {
    const first = parseTags("<a href=first>", [a]);
    parse("<p>".repeat(1000));
    expect(elementsOf(first)).toEqual(["a href=first"]);
  });

  it("ends raw text in a noscript with the noscript", () => {
    const html = "<noscript><iframe src=x></noscript><a href=1></a><iframe></noscript><a href=2>";
    expect(elementsOf(parseTags(html, [a]))).toEqual(["a href=1"]);
  });

  it("puts what is of the head into one, when it is asked for", () => {
    const { head, base } = tagIds;
    const under = (html: string): string[] => {
      const tree = parseTags(html, [head, title, base, a]);
      const found: string[] = [];
      for (const tag of [title, base, a]) {
        for (let node = tree.firstOfTag(tag); node !== 0; node = tree.nextOfTag(node)) {
          found.push(`${tree.name(tree.parent(node))} > ${tree.name(node)}`);
        }
      }
      return found;
    };
    expect(under("<head x><title>t</title><base></head><body><a>")).toEqual([
      "head > title",
      "head > base",
      " > a",
    ]);
    expect(under("<title>t</title><a><base>")).toEqual(["head > title", " > base", " > a"]);
    expect(under("<a><head><title>t</title>")).toEqual([" > title", " > a"]);
    const tree = parseTags("<head><head><p><head>", [head]);
    expect(tree.nextOfTag(tree.firstOfTag(head))).toBe(0);
  });

  it("leaves out what is in templates, and has these when they are asked for", () => {
    const { template } = tagIds;
    const html = "<template x><a no></template><a y><template shadowrootmode=open><a z></template>";
    expect(elementsOf(parseTags(html, [a]))).toEqual(["a y=", "a z="]);
    expect(elementsOf(parseTags(html, [a, template]))).toEqual([
      "template x=",
      "a y=",
      "template shadowrootmode=open",
      "a z=",
    ]);
  });

  it("refuses what is no text", () => {
    for (const html of [null, 1]) {
      expect(() => parseTags(html as unknown as string, [a])).toThrow(
        expect.objectContaining({ code: "INVALID_INPUT" }),
      );
    }
    try {
      parseTags("x".repeat(67_108_865), [a]);
    } catch (error) {
      expect(isHtmlError(error, "INPUT_TOO_LARGE")).toBe(true);
    }
  });
});
