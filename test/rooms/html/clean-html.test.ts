import { array, assert, constantFrom, property } from "fast-check";
import { cleanPage, parse, toCleanHtml, toHtml, wholePage } from "dragline/html";
import { parse as parse5, serialize } from "parse5";
import { describe, expect, it } from "vitest";

const clean = (html: string, url = "https://example.com/dir/"): string =>
  toCleanHtml(wholePage(parse(html), url === "" ? {} : { url }));

describe("toCleanHtml", () => {
  it.each([
    ["structure", "<h1 id=x class=y>a<p style=z>b<i>c</i>", "<h1>a<p>b<i>c</i></p></h1>"],
    [
      "absolute links",
      "<a href=../b target=_blank rel=x>c</a>",
      '<a href="https://example.com/b">c</a>',
    ],
    ["mail links", "<a href=mailto:a@b.c>d</a>", '<a href="mailto:a@b.c">d</a>'],
    [
      "images",
      "<img src=a.png alt='b \"c\"' width=3 onload=x>",
      '<img src="https://example.com/dir/a.png" alt="b &quot;c&quot;" width="3">',
    ],
    ["lazy images", "<img data-src=/a.png>", '<img src="https://example.com/a.png">'],
    [
      "tables",
      "<table><tr><td colspan=2 bgcolor=x>a",
      '<table><tbody><tr><td colspan="2">a</td></tr></tbody></table>',
    ],
    [
      "lists",
      "<ol start=3 reversed><li value=5>a</ol>",
      '<ol start="3" reversed=""><li value="5">a</li></ol>',
    ],
    ["languages", "<p lang=de dir=ltr>a", '<p lang="de" dir="ltr">a</p>'],
    [
      "languages of code",
      "<pre><code class='hljs language-c++ x'>a&lt;b</code></pre>",
      '<pre><code class="language-c++">a&lt;b</code></pre>',
    ],
    ["times", "<time datetime=2020-01-01>a</time>", '<time datetime="2020-01-01">a</time>'],
    [
      "quotations",
      "<blockquote cite=/a>b</blockquote>",
      '<blockquote cite="https://example.com/a">b</blockquote>',
    ],
    ["math", "<math display=block><mi onclick=x>a</mi></math>", "<math><mi>a</mi></math>"],
    ["content of unknown elements", "<x-y><font color=red>a</font></x-y>", "a"],
  ])("writes %s", (_, html, expected) => {
    expect(clean(html)).toBe(expected);
  });

  it("keeps URLs relative where the page's address is not known", () => {
    expect(clean("<a href='../b'>c</a><img src=d>", "")).toBe('<a href="../b">c</a><img src="d">');
    expect(clean("<a href='//e.example/x'>c</a>", "")).toBe("<a>c</a>");
  });

  // Constructs of OWASP's and cure53's public lists.
  it.each([
    "<script>alert(1)</script>",
    "<SCRIPT SRC=http://xss.example/xss.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<img src=x onerror=alert(1)>",
    "<img src=javascript:alert(1)>",
    "<IMG SRC=&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)>",
    "<a href='jav\tascript:alert(1)'>x</a>",
    "<a href=' \u0001javascript:alert(1)'>x</a>",
    "<a href='JaVaScRiPt:alert(1)'>x</a>",
    "<a href='javascript&colon;alert(1)'>x</a>",
    "<a href='vbscript:x'>x</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
    "<a href='feed:javascript:alert(1)'>x</a>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
    "<math><a xlink:href='javascript:alert(1)'>x</a></math>",
    "<math><maction actiontype=statusline xlink:href='javascript:alert(1)'>x</maction></math>",
    "<math><annotation-xml encoding='text/html'><script>alert(1)</script></annotation-xml></math>",
    "<math><mtext><img src=x onerror=alert(1)></mtext></math>",
    "<iframe src=javascript:alert(1)></iframe>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<object data=javascript:alert(1)></object><embed src=javascript:alert(1)>",
    "<form action=javascript:alert(1)><button formaction=javascript:alert(1)>x</button></form>",
    "<style>@import 'javascript:alert(1)'</style><p style='background:url(javascript:alert(1))'>x",
    "<link rel=stylesheet href=javascript:alert(1)><meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
    "<base href='javascript:alert(1)//'><a href=x>x</a>",
    "<p title='\"><script>alert(1)</script>'>x</p>",
    "<img alt='`><script>alert(1)</script>' src=x>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "<textarea><script>alert(1)</script></textarea><xmp><script>alert(1)</script></xmp>",
    "<plaintext><script>alert(1)</script>",
    "<template><script>alert(1)</script></template>",
    "<!--><script>alert(1)</script>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<table background='javascript:alert(1)'><td background='javascript:alert(1)'>x",
    "<blockquote cite='javascript:alert(1)'>x</blockquote>",
    "<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)></audio>",
    "<details open ontoggle=alert(1)>x</details>",
    "<math><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<svg></p><style><a id='</style><img src=1 onerror=alert(1)>'>",
  ])("lets no script through: %s", (html) => {
    for (const url of ["https://example.com/", ""]) expect(dangers(clean(html, url))).toEqual([]);
  });

  it("is safe and keeps the text when applied twice, whatever the page", () => {
    const piece = constantFrom(
      ..."<p> </p> <b> </b> <a§href='x&y'> </a> <table> <td> <ul> <li> <img§src=x§alt='<\">'> <math> <mi> </math> <svg> </svg> <pre> \n < > & &lt; <script> </script> <style> </style> <!-- --> <textarea> </textarea> <h1> <br> <select> <option>"
        .split(" ")
        .map((text) => text.replaceAll("§", " ")),
    );
    assert(
      property(array(piece, { maxLength: 20 }), (pieces) => {
        const once = clean(pieces.join(""));
        expect(dangers(once)).toEqual([]);
        expect(bare(clean(once))).toBe(bare(once));
      }),
      { numRuns: 500 },
    );
  });

  it("leaves out what the view drops", () => {
    const view = cleanPage(parse("<nav>a</nav><main><p>b is the content here</p></main>"));
    expect(toCleanHtml(view)).toBe("<main><p>b is the content here</p></main>");
  });
});

/** The text of clean HTML without its tags and white space. */
function bare(html: string): string {
  return html.replace(/<[^>]*>|\s+/g, "");
}

interface Parse5Node {
  readonly tagName?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Parse5Node[];
}

/** What a browser could run or load in the HTML, as parse5 sees it. */
function dangers(html: string): string[] {
  const found: string[] = [];
  const waiting = [parse5(html) as Parse5Node];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { tagName = "", attrs = [], childNodes = [] } = node;
    if (/^(?:script|style|iframe|object|embed|form|svg|link|meta|base|template)$/.test(tagName)) {
      found.push(tagName);
    }
    for (const { name, value } of attrs) {
      if (/^on|^style$|^srcdoc$|^xlink|action$/.test(name)) found.push(name);
      if (
        /^(?:href|src|cite)$/.test(name) &&
        !/^(?:https?|mailto|tel):|^[\w./?#&=-]*$/.test(value)
      ) {
        found.push(value);
      }
    }
    waiting.push(...childNodes);
  }
  return found;
}

describe("toHtml", () => {
  it.each([
    '<!DOCTYPE html><html lang="de"><head><title>a &amp; b</title><script>a<b</script></head><body><p class="x y">c&nbsp;&lt;<br></p><!--d--></body></html>',
    "<html><head></head><body><table><tbody><tr><td>a</td></tr></tbody></table></body></html>",
    "<html><head></head><body><pre>\n\na</pre><textarea>\n\nb</textarea></body></html>",
  ])("writes a page as browsers do: %s", (html) => {
    expect(toHtml(parse(html))).toBe(html);
    expect(serialize(parse5(toHtml(parse(html))))).toBe(serialize(parse5(html)));
  });

  it("writes what reads as the same page", () => {
    const html =
      "<p a='\"<>&'>x<b>y<p>z</b><!-- -- ><table><td>&lt;</table><svg><path d='M'/></svg>";
    const once = toHtml(parse(html));
    expect(toHtml(parse(once))).toBe(once);
  });
});
