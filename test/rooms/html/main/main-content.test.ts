import { extractImages, isHtmlError, mainContent, parse, toText } from "dragline/html";
import { describe, expect, it } from "vitest";

const prose = (about: string, count = 6): string =>
  Array.from(
    { length: count },
    (_, at) =>
      `<p>Sentence ${at} about ${about} goes on for a while, because people who write about ${about} have something to say, and say it in full.</p>`,
  ).join("");

const menu = `<header class=site-header><nav class=main-nav><ul>${["Home", "Shop", "Contact us"]
  .map((name) => `<li><a href=/${name}>${name}</a>`)
  .join("")}</ul></nav></header>`;
const footer = `<footer class=site-footer><p>© 2026 Example Ltd. All rights reserved.</p><ul><li><a href=/privacy>Privacy policy</a><li><a href=/terms>Terms of use</a></ul></footer>`;

const page = (title: string, body: string): string =>
  `<!doctype html><html><head><title>${title} | Example</title></head><body>${menu}${body}${footer}</body></html>`;

const textOf = (html: string, url: string, options = {}): string =>
  toText(mainContent(parse(html), { url, ...options }));

const comments = `<section id=comments class=comments-area><h2>2 comments</h2><ol class=comment-list>
  <li class=comment><p class=comment-author>Ann</p><div class=comment-content><p>The comment of Ann is that she liked it very much indeed.</p></div>
  <li class=comment><p class=comment-author>Bob</p><div class=comment-content><p>The comment of Bob is that he did not like it at all, sorry.</p></div>
</ol><form class=comment-form><label>Your name</label><button>Post comment</button></form></section>`;

const related = `<aside class=related-posts><h2>Related articles</h2><ul>${[1, 2, 3]
  .map((at) => `<li><a href=/r${at}>Another story of ours, number ${at}</a>`)
  .join("")}</ul></aside>`;

const article = page(
  "How rivers find the sea",
  `<main><article class=post><header><h1>How rivers find the sea</h1></header><div class=share-buttons><a href=/s>Share on Facebook</a> <a href=/t>Tweet</a></div><div class=entry-content>${prose("rivers")}</div></article>${related}${comments}</main>`,
);
const articleUrl = "https://example.com/blog/how-rivers-find-the-sea";

describe("mainContent of an article", () => {
  const text = textOf(article, articleUrl);

  it("is its title and its text", () => {
    expect(text).toContain("How rivers find the sea");
    expect(text).toContain("Sentence 0 about rivers");
    expect(text).toContain("Sentence 5 about rivers");
  });

  it.each([
    ["navigation", "Contact us"],
    ["the site's footer", "All rights reserved"],
    ["sharing", "Tweet"],
    ["related articles", "Another story of ours"],
    ["comments", "The comment of Ann"],
  ])("is without %s", (_, snippet) => {
    expect(text).not.toContain(snippet);
  });

  it("has its comments when they are asked for", () => {
    const commented = textOf(article, articleUrl, { comments: true });
    expect(commented).toContain("The comment of Ann");
    expect(commented).toContain("The comment of Bob");
    expect(commented).toContain("Sentence 0 about rivers");
    expect(commented).not.toContain("Another story of ours");
  });

  it("keeps the title that stands outside the text's part", () => {
    const html = page(
      "How rivers find the sea",
      `<div class=page-head><h1>How rivers find the sea</h1></div><div class=cols><div class=article-body>${prose("rivers")}</div></div>`,
    );
    expect(textOf(html, articleUrl)).toMatch(/^How rivers find the sea\n/);
  });

  it("keeps tables, code, lists and images", () => {
    const inside =
      "<table><tr><th>River<th>Length<tr><td>Rhine<td>1233 km</table><pre><code>flow(down)</code></pre><ul><li>Source<li>Mouth</ul><p><img src=/river.jpg alt=River>";
    const html = article.replace("</div></article>", `${inside}${prose("seas")}</div></article>`);
    const view = mainContent(parse(html), { url: articleUrl });
    const text = toText(view);
    for (const part of ["Rhine\t1233 km", "flow(down)", "Mouth"]) expect(text).toContain(part);
    const { tree, dropped } = view;
    const image = Array.from({ length: tree.size }, (_, at) => at).find(
      (at) => tree.name(at) === "img",
    );
    expect(dropped[image ?? 0]).toBe(0);
  });

  it("keeps the picture of a figure whose caption is no content", () => {
    const figure =
      "<figure><img src=/mouth.jpg alt=Mouth><figcaption><a href=/share>Share on Facebook</a> <a href=/tweet>Tweet</a></figcaption></figure>";
    const html = page(
      "How rivers find the sea",
      `<main><article><h1>How rivers find the sea</h1>${prose("rivers")}${figure}${prose("seas")}</article></main>`,
    );
    const view = mainContent(parse(html), { url: articleUrl });
    expect(extractImages(view)).toEqual([{ src: "https://example.com/mouth.jpg", alt: "Mouth" }]);
    expect(toText(view)).not.toContain("Facebook");
  });
});

describe("mainContent by kind of page", () => {
  it("of documentation is without sidebar and table of contents", () => {
    const names = ["Install", "Configure", "Deploy", "Upgrade", "Changelog"];
    const links = names.map((name) => `<li><a href=#${name}>${name} the tool</a>`).join("");
    const html = page(
      "Configure the tool",
      `<div class=sidebar><nav><ul>${links}</ul></nav></div><main><h1>Configure the tool</h1>${prose("settings")}<h2>Options</h2><pre><code>tool --verbose</code></pre>${prose("options")}</main><nav class=toc><h2>On this page</h2><ul>${links}</ul></nav>`,
    );
    const text = textOf(html, "https://docs.example.com/guide/configure");
    expect(text).toContain("Configure the tool");
    expect(text).toContain("tool --verbose");
    expect(text).toContain("Sentence 5 about options");
    expect(text).not.toContain("Deploy the tool");
  });

  it("of a thread is every post", () => {
    const posts = ["pumps", "hoses", "valves"].map(
      (about, at) =>
        `<article class="message message--post"><div class=message-user><a class=username href=/u/${at}>user${at}</a><div>Joined: Jan 5, 2020</div></div><div class="message-body bbWrapper">${prose(about, 2)}</div><div class=message-actions><a href=/like>Like</a> <a href=/reply>Reply</a></div></article>`,
    );
    const html = page("Which pump?", `<h1>Which pump?</h1><div>${posts.join("")}</div>`);
    const content = mainContent(parse(html), { url: "https://forum.example.com/threads/pump.5/" });
    const text = toText(content);
    expect(content.kind).toBe("forum");
    for (const about of ["pumps", "hoses", "valves"]) {
      expect(text).toContain(`Sentence 1 about ${about}`);
    }
  });

  it("of a product is its name and description, without what others buy", () => {
    const html = page(
      "Steel kettle",
      `<script type="application/ld+json">{"@type":"Product","name":"Steel kettle"}</script><main><h1 class=product-title>Steel kettle</h1><div class=price>$49.00</div><button>Add to cart</button><div class=product-description>${prose("the kettle", 4)}<h2>Specifications</h2><ul><li>Holds 1.7 litres of water<li>Weighs 900 grams</ul></div></main><section class=recommendations><h2>You may also like</h2><ul>${[1, 2, 3].map((at) => `<li class=card><a href=/p${at}>Glass teapot ${at}</a> <span>$2${at}.00</span>`).join("")}</ul></section>`,
    );
    const text = textOf(html, "https://example.com/products/steel-kettle");
    expect(text).toContain("Steel kettle");
    expect(text).toContain("Sentence 3 about the kettle");
    expect(text).toContain("Holds 1.7 litres");
    expect(text).not.toContain("Glass teapot");
    expect(text).not.toContain("Add to cart");
  });

  it.each([
    ["collection", "https://example.com/collections/kettles", "Kettle model"],
    ["listing", "https://example.com/tag/kettles/page", "Kettle news"],
  ])("of a %s is its items", (_, url, name) => {
    const items = Array.from(
      { length: 12 },
      (_item, at) =>
        `<li class=item><h3><a href=/i/${at}>${name} ${at} for the kitchen</a></h3><p>What there is to know about number ${at}, in one sentence.</p></li>`,
    );
    const html = page(
      "All kettles",
      `<main><h1>All kettles</h1><ul class=grid>${items.join("")}</ul></main>`,
    );
    const text = textOf(html, url);
    expect(text).toContain(`${name} 0 for the kitchen`);
    expect(text).toContain(`${name} 11 for the kitchen`);
    expect(text).not.toContain("Privacy policy");
  });

  it("of a service is all its sections", () => {
    const sections = ["planning", "building", "support"].map(
      (about) => `<section class=feature><h2>Our ${about}</h2>${prose(about, 2)}</section>`,
    );
    const html = page("What we offer", `<main><h1>What we offer</h1>${sections.join("")}</main>`);
    const text = textOf(html, "https://example.com/services/houses");
    for (const about of ["planning", "building", "support"]) {
      expect(text).toContain(`Sentence 1 about ${about}`);
    }
    expect(text).not.toContain("All rights reserved");
  });
});

describe("mainContent options", () => {
  it("include: the matched elements alone are the content", () => {
    const content = mainContent(parse(article), {
      url: articleUrl,
      include: [".comment-content", "h1", "h1 *"],
    });
    expect(toText(content)).toBe(
      "How rivers find the sea\nThe comment of Ann is that she liked it very much indeed.\nThe comment of Bob is that he did not like it at all, sorry.",
    );
    expect(content).toMatchObject({ kind: "article", confidence: 1 });
  });

  it("include: a page in which nothing matches is judged as without", () => {
    expect(textOf(article, articleUrl, { include: ["#absent"] })).toBe(textOf(article, articleUrl));
  });

  it("exclude: the matched elements are left out of whatever is chosen", () => {
    const text = textOf(article, articleUrl, { exclude: ["h1", ".entry-content p:first-child"] });
    expect(text).not.toContain("How rivers find the sea");
    expect(text).not.toContain("Sentence 0 about rivers");
    expect(text).toContain("Sentence 1 about rivers");
    expect(
      textOf(article, articleUrl, { include: [".comment"], exclude: [".comment-author"] }),
    ).not.toContain("Bob\n");
  });

  it("include: furniture that matches is shown as it stands, scripts never", () => {
    const tree = parse("<nav><a href=/>Home</a></nav><p>Text</p><script>x</script>");
    expect(toText(mainContent(tree, { include: ["nav", "script"] }))).toBe("Home");
  });

  it("refuses a selector that cannot be read", () => {
    let thrown: unknown;
    try {
      mainContent(parse(article), { exclude: ["p["] });
    } catch (error) {
      thrown = error;
    }
    expect(isHtmlError(thrown, "INVALID_SELECTOR")).toBe(true);
    expect(thrown).toMatchObject({ details: { selector: "p[" } });
  });

  it("refuses unknown options", () => {
    expect(() => mainContent(parse(""), { only: "x" } as never)).toThrow(/Unknown option 'only'/);
  });
});

describe("mainContent of a page that shows little", () => {
  it("is the whole page when there is too little to choose from", () => {
    const content = mainContent(parse("<nav>a</nav>b"));
    expect(content.confidence).toBe(0);
    expect(toText(content)).toBe("a\nb");
    expect(toText(mainContent(parse("")))).toBe("");
  });

  it("is the linked data's text where the page shows none", () => {
    const body = "A sentence of the article that scripts would show. ".repeat(8).trim();
    const linked = JSON.stringify({ "@type": "NewsArticle", articleBody: `${body}\n\nThe <end>.` });
    const tree = parse(`<div id=app></div><script type="application/ld+json">${linked}</script>`);
    const view = mainContent(tree, { url: "https://example.com/a" });
    expect(toText(view)).toBe(`${body}\nThe <end>.`);
    expect(view.baseUrl).toBe("https://example.com/a");
  });
});

describe("mainContent confidence", () => {
  it("is higher for a clear article than for a page of links", () => {
    const links = Array.from({ length: 60 }, (_, at) => `<div><a href=/${at}>Page ${at}</a></div>`);
    const clear = mainContent(parse(article), { url: articleUrl }).confidence;
    const doubtful = mainContent(parse(page("Links", links.join("")))).confidence;
    expect(clear).toBeGreaterThan(0.85);
    expect(doubtful).toBeLessThan(clear);
  });
});

describe("mainContent of hostile pages", () => {
  it.each([
    ["20,000 elements deep", "<div class=a>".repeat(20_000) + prose("depth")],
    ["100,000 blocks", "<p>A few words here, and some more of them.".repeat(100_000)],
    ["100,000 links", "<li><a href=/a>one link</a>".repeat(100_000)],
    ["100,000 headings", "<div><h2>Related</h2>text of it</div>".repeat(50_000)],
    ["20,000 tables in tables", "<table><tr><td>x ".repeat(20_000)],
    [
      "100,000 class names",
      Array.from({ length: 100_000 }, (_, at) => `<p class=c${at}>x`).join(""),
    ],
    ["one megabyte in one line", `<p>${"word ".repeat(200_000)}`],
    ["20,000 line breaks", `<p>${"a<br> <br>".repeat(20_000)}`],
  ])("ends: %s", (_, html) => {
    const content = mainContent(parse(html), { url: "https://example.com/a" });
    expect(content.confidence).toBeGreaterThanOrEqual(0);
    expect(toText(content).length).toBeGreaterThan(0);
  });
});
