import { convert } from "dragline/converter";
import { describe, expect, it } from "vitest";

const xmlns = 'xmlns="http://www.w3.org/1999/xhtml"';
const page = (body: string, head = '<?xml version="1.0"?>'): string =>
  `${head}<html ${xmlns}><body>${body}</body></html>`;

describe("convert of XHTML", () => {
  it.each([
    ["an element that does not end", page("<p>a<br></p>")],
    ["elements that cross", page("<b><i>a</b></i>")],
    ["a lone ampersand", page("<p>a & b</p>")],
    ["an attribute without quotes", page("<p class=x>a</p>")],
    ["an entity that XHTML does not know", page("<p>a&nonsense;</p>")],
    ["one that breaks off", page("<p>a</p>").slice(0, -8)],
    ["two roots", `${page("<p>a</p>")}<p>b</p>`],
  ])("warns of %s and reads it as HTML", (_, html) => {
    const { text, warnings } = convert(html, { formats: ["text"] });
    expect(warnings).toEqual(["malformed"]);
    expect(text).toMatch(/^a/);
  });

  it.each([
    ["well-formed", page("<p>a<br/></p>")],
    ["without a declaration", page("<p>a<br></p>", "")],
    ["HTML", "<p>a & b"],
    ["nothing", ""],
    ["an XML declaration before HTML", '<?xml version="1.0"?><html><p>a & b</html>'],
  ])("does not warn of a page that is %s", (_, html) => {
    expect(convert(html, { formats: ["text"] })).not.toHaveProperty("warnings");
  });
});
