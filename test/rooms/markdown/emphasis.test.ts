import { describe, expect, it } from "vitest";
import { md } from "./page-markdown.ts";

describe("emphasis", () => {
  it.each([
    ["<b>a</b> <i>b</i> <del>c</del>", "**a** *b* ~~c~~"],
    ["a<b> b </b>c", "a **b** c"],
    ["<b> </b>a<i></i>", "a"],
    ["<b>a</b><b>b</b>", "**ab**"],
    ["<b>a</b> <b>b</b>", "**a** **b**"],
    ["<b>a <strong>b</strong></b>", "**a b**"],
    ["<b><i>a</i></b>", "***a***"],
    ["<b>a</b><i>b</i>", "**a***b*"],
    ["un<i>believ</i>able", "un*believ*able"],
    ["<b>Note:</b>text", "**Note**:text"],
    ['so<b>"said"</b>', 'so"**said"**'],
    ["中文<b>「强调」</b>后面", "中文「**强调**」后面"],
    ["a<b>(</b>b", "a(b"],
    ["a<b><img src=/i.png></b>b", "a![](https://site.example/i.png)b"],
    ["<b>a<p>b</p>c</b>", "**a**\n\n**b**\n\n**c**"],
    ["<b>a<br>b</b>", "**a  \nb**"],
    ["<h1><b>a</b></h1>", "# **a**"],
    ["x<sup>2</sup> <mark>m</mark> <u>u</u>", "x² m u"],
  ])("%s", (html, expected) => {
    expect(md(html)).toBe(expected);
  });

  it("writes underscores where they count and asterisks elsewhere", () => {
    const options = { emphasis: "_", strong: "__" } as const;
    expect(md("<i>a</i> <b>b</b>", options)).toBe("_a_ __b__");
    expect(md("un<i>believ</i>able <b>bold</b>ly", options)).toBe("un*believ*able **bold**ly");
  });

  it("writes HTML for what markdown lacks on request only", () => {
    expect(md("H<sub>2</sub>O <kbd>x</kbd>", { inlineHtml: true })).toBe("H<sub>2</sub>O `x`");
    const table = "<table><tr><th>a<th>b<tr><td>1<br>2<td>3</table>";
    expect(md(table, { inlineHtml: true })).toContain("| 1<br>2 | 3 |");
    expect(md(table)).toContain("| 1 2 | 3 |");
  });
});
