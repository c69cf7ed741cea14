import { createCrawler } from "dragline/crawler";
import { createMapper } from "dragline/mapper";
import { createPageSource } from "dragline/scraper";
import { createFetcher } from "dragline/fetcher";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSite, type Site } from "dragline/testing";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { openTestBrowser } from "../browser/test-browser.ts";

const path = await chromiumPath();

/** An application whose pages are fragments, with a given sign of routes. */
const app = (sign: string, start: string): string => `<!doctype html><title>app</title>
  <nav></nav><main id=app></main><a href="#part">Part of the page</a><script>
  const pages = { "": "Home", one: "First page", two: "Second page", "deep/er?x=1": "Deeper" };
  document.querySelector("nav").innerHTML = Object.keys(pages).map((p) => '<a href="${sign}' + p + '">' + p + '</a> ').join("");
  const show = () => { app.innerHTML = "<h1>" + (pages[location.hash.slice(${sign.length})] ?? "Home") + "</h1>"; };
  addEventListener("hashchange", show); ${start} show();</script>`;

describe.skipIf(path === undefined)(`${browserTitle("pages", path)} of hash routes`, () => {
  let site: Site;
  const browser = openTestBrowser({ allow: ["127.0.0.1"] });
  const fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
  const source = createPageSource(
    { fetcher, browser },
    { engine: "browser", visiting: { job: "site" } },
  );
  beforeAll(async () => {
    site = await createSite({
      "/slash": app("#/", ""),
      "/bang": app("#!", ""),
      "/bangslash": app("#!/", ""),
      "/start": app("#/", `if (location.hash === "") location.hash = "#/";`),
    });
  });
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await fetcher[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  const pathOf = (url: string): string => url.slice(new URL(url).origin.length);

  async function crawled(seed: string, keepFragment: boolean): Promise<string[]> {
    const crawler = createCrawler({ fetcher, source });
    const crawl = crawler.crawl(site.url(seed), { keepFragment, maxPages: 20, obeyRobots: false });
    const pages: string[] = [];
    for await (const page of crawl) {
      const text = page.status === "completed" ? page.markdown : page.error;
      const heading = /^# (.*)$/m.exec(text ?? "")?.[1] ?? text;
      pages.push(`${pathOf(page.url)} ${heading}`);
    }
    await crawler[Symbol.asyncDispose]?.();
    return pages.toSorted();
  }

  it.each([
    ["slash", "#/"],
    ["bang", "#!"],
    ["bangslash", "#!/"],
  ])("are crawled each with its own text: %s", async (name, sign) => {
    expect(await crawled(`/${name}`, true)).toEqual(
      [
        `/${name} Home`,
        `/${name}${sign} Home`,
        `/${name}${sign}deep/er?x=1 Deeper`,
        `/${name}${sign}one First page`,
        `/${name}${sign}two Second page`,
      ].toSorted(),
    );
  });

  it("are crawled where the application leads on to its first route", async () => {
    expect(await crawled("/start", true)).toEqual(
      expect.arrayContaining(["/start#/one First page", "/start#/two Second page"]),
    );
  });

  it("are one page without the option", async () => {
    expect(await crawled("/slash", false)).toEqual(["/slash Home"]);
  });

  it("are mapped", async () => {
    const mapper = createMapper({ fetcher, source });
    const call = { sitemaps: false, obeyRobots: false };
    const { links } = await mapper.map(site.url("/slash"), { ...call, keepFragment: true });
    expect(links.map(pathOf).toSorted()).toEqual(
      ["/slash", "/slash#/", "/slash#/deep/er?x=1", "/slash#/one", "/slash#/two"].toSorted(),
    );
    expect((await mapper.map(site.url("/slash"), call)).links).toEqual([site.url("/slash")]);
  });
});
