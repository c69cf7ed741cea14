import { isFetchError } from "dragline/fetcher";
import { isHtmlError } from "dragline/html";
import { createScraper, isScrapeError, type ScrapeSuccess } from "dragline/scraper";
import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { page, scrapeFrom, scrapeSuccess } from "./scraping.ts";

describe("createScraper", () => {
  it("makes every format from one page", async () => {
    await using site = await createSite({ "/page": page });
    const formats = ["markdown", "html", "cleanedHtml", "links", "images", "links"] as const;
    const result = await scrapeFrom(site, "/page", { formats });
    expect(result).toMatchObject({
      status: "completed",
      url: site.url("/page"),
      finalUrl: site.url("/page"),
      httpStatus: 200,
      contentType: "text/html",
      kind: "html",
      metadata: { title: "Hafen", language: "de" },
      cached: false,
      warnings: [],
      error: null,
      html: page,
      links: [
        { href: site.url("/"), text: "Start" },
        { href: site.url("/schiff"), text: "Schiff" },
      ],
      images: [{ src: site.url("/bagger.png"), alt: "Bagger" }],
    });
    const { markdown, cleanedHtml } = result as ScrapeSuccess;
    expect(markdown).toContain(
      `# Hafen\n\nEin **Bagger** und ein [Schiff](${site.url("/schiff")}).`,
    );
    expect(cleanedHtml).toContain(`<a href="${site.url("/schiff")}">Schiff</a>`);
    expect(cleanedHtml).not.toContain("tracking");
    expect(site.requests).toHaveLength(1);
  });

  it("leaves metadata unread when told to, and knows a challenge by its title all the same", async () => {
    const challenge =
      "<title>Just a moment...</title><script src=/cdn-cgi/challenge-platform/x></script>";
    await using site = await createSite({ "/page": page, "/wait": challenge });
    const result = await scrapeFrom(site, "/page", { metadata: false });
    expect(result).toMatchObject({
      status: "completed",
      markdown: expect.stringContaining("Hafen"),
    });
    expect(result).toHaveProperty("metadata", { openGraph: {}, jsonLd: [] });
    const blocked = await scrapeFrom(site, "/wait", { metadata: false });
    expect(blocked).toMatchObject({ status: "failed", code: "BLOCKED" });
  });

  it("gives markdown alone by default, and the main content on request", async () => {
    const whole = await scrapeSuccess(page);
    expect(whole).not.toHaveProperty("html");
    expect(whole.markdown).toContain("Start");
    const main = await scrapeSuccess(page, { main: true });
    expect(main.markdown).toContain("Bagger");
    expect(main.markdown).not.toContain("Start");
  });

  it("takes what include matches without what exclude matches, and comments when told to", async () => {
    const selection = { include: ["nav", "h1", "p"], exclude: ["b"] };
    const whole = await scrapeSuccess(page, selection);
    expect(whole.markdown).toMatch(/Start.*# Hafen\n\nEin und ein /s);
    const main = await scrapeSuccess(page, { ...selection, main: true, comments: true });
    expect(main.markdown).toMatch(/# Hafen\n\nEin und ein /);
    const none = await scrapeSuccess(page, { include: ["#none"] });
    expect(none.markdown).toMatch(/Start.*Bagger/s);
  });

  it("follows redirects and resolves URLs against the last", async () => {
    await using site = await createSite({
      "/old": { status: 302, headers: { location: "/new/" } },
      "/new/": `<a href="x">x</a>`,
    });
    const result = await scrapeFrom(site, "/old");
    expect(result).toMatchObject({ url: site.url("/old"), finalUrl: site.url("/new/") });
    expect(result).toMatchObject({
      markdown: expect.stringContaining(site.url("/new/x")) as string,
    });
  });

  it("refuses an unknown format, selector, option or header by throwing", async () => {
    await using scraper = createScraper();
    await expect(
      scraper.scrape("https://a.test", { formats: ["pdf" as "html"] }),
    ).rejects.toSatisfy((error: unknown) => isScrapeError(error, "INVALID_FORMAT"));
    await expect(scraper.scrape("https://a.test", { exclude: ["p["] })).rejects.toSatisfy(
      (error: unknown) => isHtmlError(error, "INVALID_SELECTOR"),
    );
    await expect(scraper.scrape("https://a.test", { format: "html" } as never)).rejects.toThrow(
      /Unknown option 'format'/,
    );
    await expect(
      scraper.scrape("https://a.test", { headers: { "bad name": "x" } }),
    ).rejects.toSatisfy((error: unknown) => isFetchError(error, "INVALID_HEADER"));
    expect(() => createScraper({}, { timeoutMs: 0 })).toThrow(/timeoutMs/);
  });
});
