import { CoreError, isDraglineError } from "dragline";
import { cleanPage, parse, wholePage } from "dragline/html";
import { isMarkdownError, MarkdownError, toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";
import { md, url } from "./page-markdown.ts";
import { renderCommonMark } from "./rendering.ts";

describe("toMarkdown", () => {
  it("gives an empty string for a page without content", () => {
    for (const html of ["", " \n ", "<p></p>", "<!-- x -->", "<ul><li></ul>", "<b> </b>", "\0"]) {
      expect(md(html).replace("\ufffd", ""), html).toBe("");
    }
  });

  it("takes a view, and drops what the view drops", () => {
    const tree = parse("<nav>menu</nav><main><p>some more text <a href=x>l</a>");
    expect(toMarkdown(cleanPage(tree, { url }))).toBe(
      "some more text [l](https://site.example/a/x)",
    );
    expect(toMarkdown(wholePage(tree))).toBe("menu\n\nsome more text [l](x)");
  });

  it("separates the roots of a view", () => {
    const tree = parse("<i>a</i><i>b</i>");
    const body = tree.lastChild(tree.lastChild(0));
    const first = tree.firstChild(body);
    const view = { ...wholePage(tree), roots: [first, tree.nextSibling(first)] };
    expect(toMarkdown(view)).toBe("*a*\n\n*b*");
  });

  it.each([undefined, null, 1, {}, { tree: {}, roots: [], dropped: [] }])(
    "refuses the input %j",
    (input) => {
      expect(() => toMarkdown(input as never)).toThrow(MarkdownError);
      try {
        toMarkdown(input as never);
      } catch (error) {
        expect(isMarkdownError(error, "INVALID_INPUT")).toBe(true);
      }
    },
  );

  it("refuses unknown options and values", () => {
    expect(() => toMarkdown("", { head: 1 } as never)).toThrow(/Unknown option 'head'/);
    expect(() => toMarkdown("", { bullet: "x" } as never)).toThrow(
      /'bullet' must be one of -, \*, \+/,
    );
    expect(() => toMarkdown("", { links: "none" } as never)).toThrow(CoreError);
    try {
      toMarkdown("", { flavor: "html" } as never);
    } catch (error) {
      expect(isDraglineError(error, "INVALID_OPTION")).toBe(true);
    }
    expect(toMarkdown("<p>a", { bullet: undefined })).toBe("a");
  });

  it("gives the same for the same page again", () => {
    const html = "<ul><li><b>a</b></ul><ul><li>b</ul><table><tr><th>x<th>y<tr><td>1<td>2</table>";
    expect(md(html)).toBe(md(html));
  });
});

describe("flavor commonmark", () => {
  it("uses no extension", () => {
    const html =
      "<table><tr><td>a<td>b<tr><td>c<td>d</table><del>e</del><ul><li><input type=checkbox>f</ul>";
    const markdown = md(html, { flavor: "commonmark" });
    expect(markdown).toBe("a b\n\nc d\n\ne\n\n- f");
    expect(renderCommonMark(markdown)).not.toContain("|");
  });
});
