import {
  cleanPage,
  NodeKind,
  mainContent,
  parse,
  walk,
  toText,
  wholePage,
  type ViewOptions,
} from "dragline/html";
import { describe, expect, it } from "vitest";

const whole = (html: string): string => toText(wholePage(parse(html)));
const clean = (html: string): string => toText(cleanPage(parse(html)));

describe("wholePage", () => {
  it("is without comments and document type, wherever they are", () => {
    const tree = parse("<!doctype html><!-- a --><p>one<!-- b --> two</p><!-- c -->");
    const kinds = new Set<NodeKind>();
    walk(wholePage(tree), {
      enter(node) {
        kinds.add(tree.kind(node));
        return true;
      },
    });
    expect(kinds).toEqual(new Set([NodeKind.document, NodeKind.element, NodeKind.text]));
  });

  it.each([
    ["the head", "<head><title>t</title></head><p>a", "a"],
    ["scripts and styles", "<p>a<script>b</script><style>c</style>d", "ad"],
    ["comments", "<p>a<!--b-->c", "ac"],
    ["templates", "<template>a</template>b", "b"],
    ["drawings without text", "<svg><title>a</title><path/></svg>b", "b"],
    ["what stands in for media", "<video>a</video><canvas>b</canvas><iframe>c</iframe>d", "d"],
    ["suggestions", "<datalist><option>a</datalist>b", "b"],
  ])("leaves out %s", (_, html, text) => {
    expect(whole(html)).toBe(text);
  });

  it("keeps declarative shadow roots", () => {
    expect(whole("<x-a><template shadowrootmode=open>a</template></x-a>b")).toBe("ab");
  });

  it("keeps a page of nothing but hidden text, which scripts may show", () => {
    expect(whole("<p hidden>a</p>")).toBe("a");
    expect(whole("<p hidden>hidden</p><nav>navigation</nav>")).toBe("navigation");
  });

  it("shows noscript only where the page is empty without it", () => {
    expect(whole("<body><noscript>Please enable scripts</noscript>")).toBe("Please enable scripts");
    const text = "enough words to read ".repeat(10).trim();
    expect(whole(`<body><noscript>Please enable scripts</noscript>${text}`)).toBe(text);
  });

  it("shows noscript where it says more than eight times as much as the rest of the page", () => {
    const page = (words: number) => {
      const said = "enough words to read ".repeat(100);
      const rest = "<p>rest</p>".repeat(words);
      return parse(`${rest}<noscript><style>${"x".repeat(9999)}</style>${said}</noscript>`);
    };
    const shows = (words: number) => toText(wholePage(page(words))).includes("enough words");
    expect([shows(40), shows(65), shows(66), shows(200)]).toEqual([true, true, false, false]);
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

describe("wholePage and cleanPage with selectors", () => {
  const tree = parse(
    "<nav class=a>Home <a href=/>here</a></nav><div class=b><p>One<p class=c>Two</div><script class=b>x</script>",
  );
  const both = (options: ViewOptions): string[] =>
    [wholePage(tree, options), cleanPage(tree, options)].map(toText);

  it.each<[string, ViewOptions, string]>([
    ["the elements that match, in document order", { include: ["p.c", "p"] }, "One\nTwo"],
    ["each once", { include: ["p", ".b"] }, "One\nTwo"],
    ["not those that are excluded", { include: [".b"], exclude: [".c", ".none"] }, "One"],
    ["furniture that matches, whole", { include: ["nav"] }, "Home here"],
    ["parts of furniture that match", { include: ["nav a", ".c"] }, "here\nTwo"],
    ["nothing that no reader sees", { include: [".c", "script"] }, "Two"],
  ])("show %s", (_, options, text) => {
    expect(both(options)).toEqual([text, text]);
  });

  it("show all that they would where nothing matches", () => {
    expect(both({ include: [".none", "script"] })).toEqual(both({}));
    expect(both({ exclude: [".b"] })[0]).toBe("Home here");
    expect(both({ exclude: ["*"] })).toEqual(["", ""]);
  });

  it("refuse what is no selector", () => {
    expect(() => both({ include: ["p["] })).toThrow(
      expect.objectContaining({ code: "INVALID_SELECTOR", details: { selector: "p[" } }),
    );
    expect(() => both({ exclude: "p" as never })).toThrow(/'exclude' must be a list of CSS/);
    expect(() => both({ include: [5 as never] })).toThrow(/'include' must be a list of CSS/);
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
