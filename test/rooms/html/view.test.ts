import { cleanPage, mainContent, parse, toText, wholePage } from "dragline/html";
import { describe, expect, it } from "vitest";

const whole = (html: string): string => toText(wholePage(parse(html)));
const clean = (html: string): string => toText(cleanPage(parse(html)));

describe("wholePage", () => {
  it.each([
    ["the head", "<head><title>t</title></head><p>a", "a"],
    ["scripts and styles", "<p>a<script>b</script><style>c</style>d", "ad"],
    ["comments", "<p>a<!--b-->c", "ac"],
    ["templates", "<template>a</template>b", "b"],
    ["svg", "<svg><text>a</text></svg>b", "b"],
    ["what stands in for media", "<video>a</video><canvas>b</canvas><iframe>c</iframe>d", "d"],
    ["suggestions", "<datalist><option>a</datalist>b", "b"],
  ])("leaves out %s", (_, html, text) => {
    expect(whole(html)).toBe(text);
  });

  it("keeps declarative shadow roots", () => {
    expect(whole("<x-a><template shadowrootmode=open>a</template></x-a>b")).toBe("ab");
  });

  it("keeps what is hidden, which scripts may show", () => {
    expect(whole("<p hidden>a</p><nav>b</nav>")).toBe("a\nb");
  });

  it("shows noscript only where the page is empty without it", () => {
    expect(whole("<body><noscript>Please enable scripts</noscript>")).toBe("Please enable scripts");
    const text = "enough words to read ".repeat(10).trim();
    expect(whole(`<body><noscript>Please enable scripts</noscript>${text}`)).toBe(text);
  });

  it("takes its base from the base element, relative to the page", () => {
    const tree = parse("<base target=_blank><base href='/b/'><base href='/c/'>");
    expect(wholePage(tree, { url: "https://example.com/a" }).baseUrl).toBe(
      "https://example.com/b/",
    );
    expect(wholePage(tree).baseUrl).toBeUndefined();
    expect(wholePage(parse("<base href='https://b.example/'>")).baseUrl).toBe("https://b.example/");
    const bad = parse("<base href='javascript:1'>");
    expect(wholePage(bad, { url: "https://example.com/a" }).baseUrl).toBe("https://example.com/a");
  });

  it("refuses unknown options", () => {
    expect(() => wholePage(parse(""), { base: "x" } as never)).toThrow(/Unknown option 'base'/);
  });
});

describe("cleanPage", () => {
  const content = "<p>The content of the page is long enough to be more than its furniture is.";

  it.each([
    ["navigation", "<nav>b</nav>"],
    ["the site's header", "<header>b</header>"],
    ["the site's footer", "<footer>b</footer>"],
    ["roles of furniture", "<div role=navigation>b</div><div role=' Banner '>c</div>"],
    ["hidden elements", "<p hidden>b<p aria-hidden=true>c<p style='display: none'>d"],
    ["controls", "<button>b</button><select><option>c</select><textarea>d</textarea>"],
    ["closed dialogs", "<dialog>b</dialog>"],
    [
      "cookie notices",
      "<div id=onetrust-banner-sdk>b</div><div class='x cookie-consent-y'>c</div>",
    ],
  ])("leaves out %s", (_, html) => {
    expect(clean(content + html)).toBe(content.slice(3));
  });

  it.each([
    [
      "an article's header and footer",
      "<article><header>b</header><footer>c</footer></article>",
      "b\nc",
    ],
    ["a header with the title", "<header><h1>b</h1></header>", "b"],
    ["questions that are buttons", "<h3><button>b</button></h3>", "b"],
    ["open dialogs", "<dialog open>b</dialog>", "b"],
    ["names that only resemble", "<div class='discookie-bannerman'>b</div>", "b"],
  ])("keeps %s", (_, html, text) => {
    expect(clean(content + html)).toBe(`${content.slice(3)}\n${text}`);
  });

  it("keeps a hidden element that holds most of the page, which scripts show", () => {
    expect(clean(`<div style='visibility:hidden'>${content}</div><p>b`)).toBe(
      `${content.slice(3)}\nb`,
    );
  });

  it("leaves the tree and other views as they were", () => {
    const tree = parse(`${content}<nav>b</nav>`);
    const before = toText(wholePage(tree));
    cleanPage(tree);
    mainContent(tree);
    expect(toText(wholePage(tree))).toBe(before);
  });
});

describe("toText", () => {
  it.each([
    ["folds white space", "<p> a \n b\t</p>", "a b"],
    ["begins a line for each block", "<div>a<p>b</p>c<ul><li>d<li>e</ul></div>", "a\nb\nc\nd\ne"],
    ["breaks at br", "a<br>b", "a\nb"],
    ["separates cells by tabs", "<table><tr><td>a<td>b c<tr><td>d<td>e</table>", "a\tb c\nd\te"],
    ["keeps words that elements touch", "a<b>b</b> <i> c</i>d", "ab cd"],
    ["keeps pre as it is", "<pre>a\n  b\n\nc</pre>", "a\n  b\n\nc"],
    ["keeps no-break spaces", "<p>a&nbsp;&nbsp;b", "a\u00a0\u00a0b"],
    ["is empty for an empty page", "", ""],
  ])("%s", (_, html, text) => {
    expect(whole(html)).toBe(text);
  });
});

describe("mainContent", () => {
  const story = Array.from(
    { length: 8 },
    (_, index) =>
      `<p>Paragraph ${index} tells a part of the story in a sentence that is long enough.</p>`,
  ).join("");
  const links = `<ul>${Array.from({ length: 9 }, (_, i) => `<li><a href=/${i}>Another story ${i}</a>`).join("")}</ul>`;
  const main = (html: string, url = "https://example.com/news/a-long-story"): string =>
    toText(mainContent(parse(html), { url }));

  it("is what main holds", () => {
    expect(main(`<div>Menu</div><main>${story}</main><div>Imprint of the site</div>`)).toBe(
      toText(wholePage(parse(story))),
    );
  });

  it("is the densest part without main", () => {
    const html = `<div id=a><p>A word of the site</div><div id=b><div>${story}</div></div><div id=c>${links}</div>`;
    expect(main(html)).toBe(toText(wholePage(parse(story))));
  });

  it("leaves out asides, footers, small forms and groups of links", () => {
    const html = `<main>${story}<aside>Ad</aside><form>Subscribe</form>${links}<footer>Tags</footer></main>`;
    expect(main(html)).toBe(toText(wholePage(parse(story))));
  });

  it("keeps groups of links where they are the content", () => {
    const text = main(`<main>${story}${links}</main>`, "https://example.com/collections/all");
    expect(text).toContain("Another story 8");
  });

  it("names the sort of page and how sure it is", () => {
    const product = parse(
      `<script type="application/ld+json">{"@type":"Product"}</script><main>${story}</main>`,
    );
    expect(mainContent(product)).toMatchObject({ kind: "product", confidence: 0.9 });
    const thread = { url: "https://example.com/forum/threads/5" };
    expect(mainContent(parse(story), thread)).toMatchObject({ kind: "forum", confidence: 0.7 });
    expect(mainContent(parse(story))).toMatchObject({ kind: "unknown", confidence: 0.3 });
  });

  it("is the whole page when there is too little to choose from", () => {
    expect(mainContent(parse("<nav>a</nav>b")).confidence).toBe(0);
    expect(main("<nav>a</nav>b")).toBe("a\nb");
    expect(main("")).toBe("");
  });

  it("is the linked data's text where the page shows none", () => {
    const body = "A sentence of the article that scripts would show. ".repeat(8).trim();
    const data = JSON.stringify({ "@type": "NewsArticle", articleBody: `${body}\n\nThe <end>.` });
    const tree = parse(`<div id=app></div><script type="application/ld+json">${data}</script>`);
    const view = mainContent(tree, { url: "https://example.com/a" });
    expect(toText(view)).toBe(`${body}\nThe <end>.`);
    expect(view.baseUrl).toBe("https://example.com/a");
  });
});
