import { extractImages, extractLinks, parse, toCleanHtml, wholePage } from "dragline/html";
import { describe, expect, it } from "vitest";

const hrefs = [
  "file:///etc/passwd",
  "FILE:/etc/passwd",
  "chrome://settings",
  "about:blank",
  "java\nscript:f()",
  "&#1;javascript:f()",
  "data:text/html,x",
  "vbscript:f",
  "blob:https://x.example/1",
  "fi\tle:///x",
  "ms-settings:",
  "ftp://x.example/",
];

describe("links that do not lead to the web", () => {
  it.each(hrefs)("are in no cleaned HTML, links or images: %j", (href) => {
    for (const options of [{ url: "https://site.example/a" }, {}]) {
      const html = `<p>a <a href="${href}">b</a><img src="${href}" alt=c><area href="${href}"></p>`;
      const view = wholePage(parse(html), options);
      expect(extractLinks(view)).toEqual([]);
      expect(extractImages(view)).toEqual([]);
      const cleaned = toCleanHtml(view);
      expect(cleaned).toContain("<a>b</a>");
      expect(cleaned).not.toMatch(/href|src/);
    }
  });

  it.each(["mailto:a@b.example", "tel:+49301"])("are kept in cleaned HTML as %s", (href) => {
    const view = wholePage(parse(`<p><a href="${href}">b</a></p>`));
    expect(toCleanHtml(view)).toContain(`<a href="${href}">b</a>`);
    expect(extractLinks(view)).toEqual([]);
  });
});
