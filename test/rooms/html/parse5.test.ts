import { readdirSync } from "node:fs";
import { join } from "node:path";
import { array, assert, constantFrom, oneof, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { corpus, corpusMissing, corpusText } from "../../corpus.ts";
import { agreement, ownRuns, ownTags, parse5Runs, parse5Tags } from "./compare.ts";

function samplePages(): string[] {
  const folders = ["wcxb/html", "articles/html"].flatMap((folder) =>
    readdirSync(join(corpus, folder))
      .filter((file) => file.endsWith(".html.gz"))
      .map((file) => `${folder}/${file}`),
  );
  const readability = readdirSync(join(corpus, "readability"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `readability/${entry.name}/source.html.gz`);
  return [...folders, ...readability].filter((_, index) => index % 8 === 0);
}

/**
 * A page with the end tags of frames that its `noscript`s leave out, without which parse5 (with
 * scripting disabled) takes the rest of the page as the frame's text; this library does not.
 */
function withFrameEnds(html: string): string {
  return html.replace(/<iframe\b[^>]*>(?=\s*<\/noscript>)/gi, "$&</iframe>");
}

describe("parse, compared with parse5", () => {
  it.skipIf(corpusMissing)(
    `builds the same texts in the same elements on real pages${corpusMissing}`,
    { timeout: 60_000 },
    () => {
      const pages = samplePages();
      expect(pages.length).toBeGreaterThan(90);
      let exact = 0;
      for (const page of pages) {
        const html = corpusText(page);
        const ours = ownRuns(html);
        const theirs = parse5Runs(withFrameEnds(html));
        const text = (runs: typeof ours): string => runs.map(([run]) => run).join("");
        const share = text(ours) === text(theirs) ? agreement(ours, theirs) : 0;
        expect({ page, agrees: share > 0.995 }).toEqual({ page, agrees: true });
        if (share === 1) exact++;
      }
      expect(exact / pages.length).toBeGreaterThanOrEqual(0.98);
    },
  );

  it.each([
    ["implied end tags", "<p>a<p>b<ul><li>c<li>d<ul><li>e</ul><li>f</ul><dl><dt>g<dd>h<dt>i</dl>"],
    ["headings in headings", "<h1>a<h2>b</h2>c"],
    ["misnested formatting", "<b>a<i>b</b>c</i>d"],
    ["formatting across blocks", "<b>a<p>b</b>c</p>d"],
    ["formatting reopened in each block", "<p><b><i>a<p>b<p>c</b>d</i>e"],
    ["formatting around several blocks", "<a>1<div>2<div>3</a>4</div>5</div>6"],
    ["links in links", "<a>b<a>c</a>d"],
    ["links in links over blocks", "<a>1<div>2<a>3</div>4</a>5"],
    ["links in cells", "<a>1<table><tr><td><a>2</a>3</table>4"],
    ["four alike formats", "<p><b><b><b><b>x</p>y<p>z"],
    ["text in a table", "<table>a<tr>b<td>c</td>d</tr>e</table>f"],
    ["blocks in a table", "<table><div>a</div><tr><td>b<p>c<td>d</table>e"],
    ["formatting in a table", "<table><b>a<tr><td>b</b>c</table>d"],
    ["missing table parts", "<table><td>a<tr><th>b<tfoot><td>c<caption>d<col><td>e</table>"],
    ["a table in a table", "<table><tr><td>a<table><tr><td>b</table>c<table>d</table></table>e"],
    ["a table directly in a table", "<table><table><tr><td>a</table>b"],
    ["a table in a paragraph", "<p>a<table><tr><td>b</table>c"],
    ["a table in a paragraph with a doctype", "<!doctype html><p>a<table><tr><td>b</table>c"],
    ["stray end tags", "a</p>b</div>c</li>d</td>e</br>f</b>g</table>h"],
    ["buttons in buttons", "<button>a<p>b<button>c</button>d</p>e"],
    ["a block in a button", "<p>a<button><div>b</p>c</div></button>d"],
    ["forms in forms", "<form>a<div>b<form>c</form>d</div>e"],
    ["select content", "<select><option>a<option>b<optgroup><option>c<div>d</select>e"],
    ["an input in a select", "<select><option>a<input>b"],
    ["a select in a table", "<table><tr><td><select><option>a<td>b</table>"],
    ["list items past blocks", "<ul><li><div>a<li>b</div><li><section>c<li>d</section></ul>"],
    ["ruby", "<ruby>a<rt>b<rp>c<rb>d<rtc>e<rt>f</ruby>g"],
    ["a missing head", "<title>t</title>a<body>b"],
    ["a head without an end", "<head><title>t</title><p>a"],
    ["content after body", "<body>a</body>b</html>c"],
    ["a late head element", "<head></head><meta><title>a</title><body>b"],
    ["svg with HTML in it", "<svg><title>a</title><foreignObject><p>b<p>c</foreignObject></svg>d"],
    ["HTML that breaks out of svg", "<svg><g><p>a</p>b</svg>c"],
    ["math with HTML in it", "<p>a<math><mtext><b>b</mtext></math>c"],
    ["templates with rows", "<template><tr><td>a</template>b"],
    ["marquee and object", "<b>a<object>b</b>c</object>d"],
    ["nobr in nobr", "<nobr>a<nobr>b</nobr>c"],
    ["text areas with tags", "<textarea>\n<b>a</textarea>b"],
    ["plaintext", "a<plaintext>b</plaintext>c"],
    ["image", "<p>a<image>b"],
    ["frameset page", "<p>a</p><frameset><frame></frameset>b"],
  ])("agrees on %s", (_, html) => {
    expect(ownRuns(html)).toEqual(parse5Runs(html));
  });

  it("reads a frame without an end in a noscript as parse5 reads one with an end", () => {
    const html = "<p>a<noscript><iframe src=b></noscript><p>c<p>d";
    expect(ownRuns(html)).toEqual(parse5Runs(withFrameEnds(html)));
    expect(ownRuns(html)).not.toEqual(parse5Runs(html));
  });

  it("agrees on any mixture of tags and text", () => {
    const names =
      "p div b i a nobr li ul td th tr tbody thead caption colgroup col table h1 h2 button select optgroup option dd dl object marquee template ruby rt rb rtc hr br pre font small address center body head html title svg g foreignObject desc math mi mtext input form x-a";
    const name = constantFrom(...names.split(" "));
    const piece = oneof(
      name.map((tag) => `<${tag}>`),
      name.map((tag) => `</${tag}>`),
      constantFrom("x", "y ", "\n", "<!-- c -->", "&amp;"),
    );
    assert(
      property(array(piece, { minLength: 1, maxLength: 16 }), (pieces) => {
        const html = `<!doctype html><body>${pieces.join("")}`;
        expect(ownRuns(html)).toEqual(parse5Runs(html));
      }),
      { numRuns: 1500 },
    );
  });

  it("agrees on any mixture of fragments of markup", () => {
    const pieces =
      "< </ > / ! -- - <!-- --> --!> <! <? <a <p </p> <script> </script> <textarea> </textarea> <title> </title> <style> </style <svg> </svg> <![CDATA[ ]]> &amp; &amp &lt &reg &regx &#65; &#x41 &#0; &notit; &hellip = \" ' x a= b=' c=\" <i§id=1> <img§src=x/> <br/> <DIV§CLASS=A> </DIV> é 😀 & &nbsp; &copy= &copy1 § \n \r"
        .split(" ")
        .map((piece) => piece.replaceAll("§", " "));
    assert(
      property(array(constantFrom(...pieces), { minLength: 1, maxLength: 24 }), (chosen) => {
        const html = `<!doctype html><body>${chosen.join("")}`;
        expect(ownRuns(html)).toEqual(parse5Runs(html));
        expect(ownTags(html)).toEqual(parse5Tags(html));
      }),
      { numRuns: 1500 },
    );
  });
});
