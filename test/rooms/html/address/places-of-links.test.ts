import { documentBase, extractLinks, parse, tagIds, wholePage } from "dragline/html";
import { parseTags } from "../../../../src/html/tree/parse-tags.ts";
import { followable, parseLinks, findReferences } from "dragline/mapper";
import { describe, expect, it } from "vitest";

const page = "https://site.example/dir/page";

/** Both ways of reading a page have to agree. */
function linksOf(html: string): string[] {
  const [whole, quick] = [parse(html), parseLinks(html)].map((tree) =>
    followable(tree, page).links.map(({ reference }) => reference),
  );
  expect(quick).toEqual(whole);
  const references = findReferences(parse(html), page).references.map(({ url }) => url);
  expect(references).toEqual(whole);
  return quick ?? [];
}

describe("links in odd places", () => {
  it.each([
    ["of a template", '<template><a href="no">x</a></template><a href="1">', ["1"]],
    [
      "of templates in templates",
      "<template><template><a href=no></template><a href=no></template><a href=1>",
      ["1"],
    ],
    ["of a template in the head", "<head><template><a href=no></template></head><a href=1>", ["1"]],
    ["of a template that is not closed", "<a href=1></a><template><a href=no>", ["1"]],
    ["of frames in a template", "<template><iframe src=no></iframe></template><a href=1>", ["1"]],
    [
      "of a refresh in a template",
      '<template><meta http-equiv=refresh content="0;no"></template><a href=1>',
      ["1"],
    ],
    [
      "of a shadow root",
      "<div><template shadowrootmode=open><a href=1>x</a></template></div>",
      ["1"],
    ],
    ["behind the end of no template", "</template><a href=1>", ["1"]],
    ["of svg by href", '<svg><a href="1"><text>x</text></a></svg>', ["1"]],
    ["of svg by xlink:href", '<svg><g><a xlink:href="1"><text>x</text></a></g></svg>', ["1"]],
    ["of svg by both", '<svg><a xlink:href="no" href="1"></a></svg><a href=2>', ["1", "2"]],
    [
      "of svg in svg",
      '<svg><svg><a xlink:href="1"></a></svg><a XLINK:HREF="2"></a></svg>',
      ["1", "2"],
    ],
    ["of HTML by xlink:href, which are none", '<a xlink:href="no">x</a><a href="1">', ["1"]],
    [
      "of svg behind HTML",
      '<a href="1">x</a><svg><a xlink:href="2"></a></svg><a href="3">',
      ["1", "2", "3"],
    ],
  ])("%s", (_, html, expected) => {
    expect(linksOf(html)).toEqual(expected.map((path) => `https://site.example/dir/${path}`));
  });

  it.each([
    ["of svg", '<svg><base href="/no/"></svg>', "/dir/1"],
    ["of math", '<math><base href="/no/"></math>', "/dir/1"],
    ["of a template", '<template><base href="/no/"></template>', "/dir/1"],
    [
      "of a template before one of the page",
      '<template><base href="/no/"></template><base href="/b/">',
      "/b/1",
    ],
    ["of svg before one of the page", '<svg><base href="/no/"/></svg><base href="/b/">', "/b/1"],
    ["without an address before another", '<base target=x><base href="/b/">', "/b/1"],
  ])("are not relative to a base %s", (_, head, path) => {
    const html = `${head}<a href="1">x</a>`;
    expect(linksOf(html)).toEqual([`https://site.example${path}`]);
    const view = wholePage(parse(html), { url: page });
    expect(extractLinks(view)[0]?.href).toBe(`https://site.example${path}`);
    const quick = parseTags(html, [tagIds.base]);
    expect(documentBase(quick, page)).toBe(documentBase(parse(html), page));
  });
});
