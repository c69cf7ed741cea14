import { cleanPage, parse, select, toText, wholePage } from "dragline/html";
import { textLength } from "../../../src/html/view/text.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("textLength", () => {
  it("counts the characters that the text has, without white space between its parts", () => {
    const word = fc.stringMatching(/^[a-z&;<>]{0,6}$/);
    const element = fc.tuple(fc.constantFrom("p", "b", "pre", "td", "script"), word);
    fc.assert(
      fc.property(fc.array(element), (elements) => {
        const html = elements.map(([tag, text]) => `<${tag}> ${text} </${tag}>`).join("\n");
        const view = wholePage(parse(html), { url: "https://a.test/" });
        expect(textLength(view)).toBe(toText(view).replaceAll(/\s/g, "").length);
      }),
    );
  });

  it("folds white space within a text", () => {
    const view = wholePage(parse("<p>two \n\t words</p>"), { url: "https://a.test/" });
    expect(textLength(view)).toBe("two words".length);
  });

  it("stops where it is enough", () => {
    const view = wholePage(parse("<p>one<p>two<p>three"), { url: "https://a.test/" });
    expect([0, 3, 4, 6, 100].map((enough) => textLength(view, enough))).toEqual([0, 3, 4, 6, 11]);
  });

  it("leaves out what is not seen", () => {
    const tree = parse("<nav>menu</nav><main>text</main><p hidden>no</p><style>a{}</style>");
    const view = cleanPage(tree, { url: "https://a.test/" });
    expect(textLength(view)).toBe(toText(view).replaceAll("\n", "").length);
    expect(textLength(view)).toBe("menutext".length);
    expect(select(tree, "style")).toHaveLength(1);
  });

  it("refuses what is no view", () => {
    expect(() => textLength({} as never)).toThrow("Expected a view of a page");
  });
});
