import { describe, expect, it } from "vitest";
import { md } from "./page-markdown.ts";

describe("escaping", () => {
  it.each([
    ["2 * 3 * 4", "2 * 3 * 4"],
    ["snake_case and __init__", "snake_case and \\_\\_init\\_\\_"],
    ["*a* **b**", "\\*a* \\*\\*b\\*\\*"],
    ["5* hotel", "5* hotel"],
    ["a `b` c", "a \\`b\\` c"],
    ["a ~b~ ~~c~~ ~5", "a ~b\\~ \\~\\~c\\~\\~ ~5"],
    ["[a] [b](c) [d]: e", "[a] [b\\](c) [d\\]: e"],
    ["x < y &lt;b> &lt;/b> &lt;3", "x < y \\<b> \\</b> <3"],
    ["AT&amp;T &amp;amp; &amp;copy;", "AT&T \\&amp; \\&copy;"],
    ["C:\\dir \\* \\", "C:\\dir \\\\* \\"],
    ["a | b", "a | b"],
    ["> a", "\\> a"],
    ["# a", "\\# a"],
    ["#a", "#a"],
    ["- a", "\\- a"],
    ["-a", "-a"],
    ["--- ---", "\\--- ---"],
    ["+ a", "\\+ a"],
    ["1. a", "1\\. a"],
    ["1) a", "1\\) a"],
    ["1.5 a", "1.5 a"],
    ["1234567890. a", "1234567890. a"],
    ["* * *", "\\* * *"],
    ["_ _ _", "\\_ _ _"],
    ["[ ] a", "\\[ ] a"],
    ["a<br>===", "a  \n\\==="],
    ["a<br>- b", "a  \n\\- b"],
    ["a | b<br>--|--", "a | b  \n\\--|--"],
    ["<span>1</span>. a", "1\\. a"],
    ["<span>-</span> a", "\\- a"],
    ["<span>-</span>a", "-a"],
    ["see https://x.example/a_b.", "see https://x.example/a_b."],
    ["see https://x.example/*a*", "see https\\://x.example/\\*a*"],
    ["wow !<a href=/x>b</a>", "wow \\![b](https://site.example/x)"],
    ["wow! <a href=/x>b</a>", "wow! [b](https://site.example/x)"],
    ["$5 and $6, a@b.example #tag", "$5 and $6, a@b.example #tag"],
  ])("%s", (html, expected) => {
    expect(md(html)).toBe(expected);
  });

  it("guards number signs at the end of a heading", () => {
    expect(md("<h2>C #</h2>")).toBe("## C \\#");
    expect(md("<h2>C#</h2>")).toBe("## C#");
    expect(md("<h2>#</h2>")).toBe("## \\#");
  });

  it("escapes all brackets where definitions exist", () => {
    expect(md("[1] <a href=/x>b</a>", { links: "reference" })).toBe(
      "\\[1] [b][1]\n\n[1]: https://site.example/x",
    );
  });
});
