import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { md } from "./page-markdown.ts";
import { lettersOf, render } from "./rendering.ts";

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
    ['so<b>"said"</b>', 'so&#8203;**"said"**'],
    ["中文<b>「强调」</b>后面", "中文&#8203;**「强调」**&#8203;后面"],
    ["中<b>注意：</b>文", "中**注意**：文"],
    ["a<b>(</b>b", "a&#8203;**(**&#8203;b"],
    ["a<b><img src=/i.png></b>b", "a&#8203;**![](https://site.example/i.png)**&#8203;b"],
    ["<del>$5.</del>30", "~~$5.~~&#8203;30"],
    ["<b>5.</b>30", "**5.**&#8203;30"],
    ["<b>a</b><i><b>b</b></i>", "**a**&#8203;***b***"],
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

/**
 * The letters in elements of each kind; invisible characters are none, and the punctuation of a
 * sentence may stand behind the mark.
 */
function marksOf(html: string): Record<string, string> {
  const found: Record<string, string> = { strong: "", em: "", del: "" };
  const open: string[] = [];
  for (const [, end, name = "", text = ""] of html.matchAll(/<(\/?)(\w+)[^>]*>|([^<]+)/g)) {
    if (text !== "") {
      const letters = lettersOf(text).replaceAll(/[.!]/g, "");
      for (const kind of new Set(open)) found[kind] += letters;
    } else if (end === "/" && name in found) open.splice(open.lastIndexOf(name), 1);
    else if (name in found) open.push(name);
  }
  return found;
}

const neighbours = fc.constantFrom(
  ..."a 9 中 한 ( ) [x] 【 】 《 》 “ ” - % $ * _ ` ~ ! # & \\ . \u{1f389} 𠮷 é = ' \" /".split(
    " ",
  ),
  " ",
  "",
  "<img src=/i.png alt=x>",
);
const marked = fc.letrec<{ inside: string }>((tie) => ({
  inside: fc
    .array(
      fc.oneof(
        { depthSize: "small" },
        neighbours,
        fc
          .tuple(fc.constantFrom("strong", "em", "del"), tie("inside"))
          .map(([name, inside]) => `<${name}>${inside}</${name}>`),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => parts.join("")),
})).inside;

describe("marks, rendered by micromark", () => {
  it("are around the same letters as in the page, whatever stands beside them", () => {
    fc.assert(
      fc.property(marked, (inside) => {
        const page = `<p>${inside}</p>`;
        expect(marksOf(render(md(page)))).toEqual(marksOf(page));
      }),
      { numRuns: Number(process.env["RUNS"] ?? 400) },
    );
  });
});
