import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSite, type Site } from "dragline/testing";
import { openDashboardWorld, type DashboardWorld, type Visitor } from "./dashboard-world.ts";

const linked = `<title>Lamps</title><main><h1>Lamps</h1><p>Mouth-blown, made to order.</p><a href="/opal">Opal</a> <a href="/gone">Gone</a> <a href="/slow">Slow</a></main>`;
const page = `<title>A lamp</title><main><h1>A lamp</h1><p>79.90 €, with its shade.</p></main>`;

describe("the playground's kinds", () => {
  const owned = new AsyncDisposableStack();
  let world: DashboardWorld;
  let alice: Visitor;
  let site: Site;
  let release = Promise.withResolvers<void>();

  beforeAll(async () => {
    site = owned.use(
      await createSite({
        "/": linked,
        "/opal": page,
        "/slow": (_, response) => {
          const answer = () => response.writeHead(200, { "content-type": "text/html" }).end(page);
          void release.promise.then(answer);
        },
      }),
    );
    world = owned.use(await openDashboardWorld());
    ({ alice } = world);
  });
  afterAll(async () => {
    release.resolve();
    await owned.disposeAsync();
  });

  /** The page of a job when it has ended. */
  async function ended(location: string | null): Promise<string> {
    let html = "";
    await expect
      .poll(async () => ({ html } = await alice.see(location ?? "")).html)
      .not.toContain("data-follow-job");
    return html;
  }

  it.each([
    ["crawl", ["maxPages", "depth", "include", "exclude", "useBrowser", "country", "schema"]],
    ["map", ["limit", "depth", "search", "includeSubdomains", "includeExternalLinks"]],
    ["batch", ["urls", "format", "schema"]],
    ["scrape", ["url", "format", "schema", "actions"]],
  ])("show the fields of a %s, and lead to the others", async (kind, names) => {
    const { html } = await alice.see(`/playground?kind=${kind}`);
    for (const name of names) expect(html).toContain(` name="${name}"`);
    for (const other of ["scrape", "crawl", "map", "batch"]) {
      expect(html).toContain(`href="/playground?kind=${other}"`);
    }
    expect(html).toMatch(new RegExp(`kind=${kind}" aria-current="page"`));
  });

  it("begin a crawl as it was asked for", async () => {
    release.resolve();
    const sent = await alice.send("/playground", {
      kind: "crawl",
      url: site.url("/"),
      maxPages: "5",
      depth: "1",
      include: "/opal\n\n/gone",
      exclude: "/gone",
    });
    expect(sent.location).toMatch(/^\/jobs\/job_/);
    const html = await ended(sent.location);
    expect(html).toContain("Pages (2)");
    expect(html).toContain(site.url("/opal"));
  });

  it("begin a map and a batch", async () => {
    release.resolve();
    const map = await alice.send("/playground", {
      kind: "map",
      url: site.url("/"),
      search: "opal",
    });
    expect(await ended(map.location)).toContain(">Of the site (1)<");
    const batch = await alice.send("/playground", {
      kind: "batch",
      urls: `${site.url("/")}\r\n${site.url("/opal")}\r\n`,
      format: "markdown",
    });
    expect(await ended(batch.location)).toContain("Pages (2)");
  });

  it("show each as code, with what was entered", async () => {
    const crawl = (await alice.see("/playground?kind=crawl&url=https://a.example/&maxPages=7"))
      .html;
    expect(crawl).toContain("/v1/crawl");
    expect(crawl).toContain("client.run(&quot;createCrawl&quot;, {");
    expect(crawl).toContain("&quot;maxPages&quot;: 7");
    const map = (await alice.see("/playground?kind=map")).html;
    expect(map).toContain("client.run(&quot;createMap&quot;, {");
    const batch = (await alice.see("/playground?kind=batch&url=https://a.example/")).html;
    expect(batch).toContain("/v1/url-scraper/batch");
    expect(batch).toContain("https://a.example/</textarea>");
  });

  it("keep what was entered where something is wrong", async () => {
    const wrong = await alice.send("/playground", {
      kind: "crawl",
      url: site.url("/"),
      maxPages: "many",
      exclude: "/cart*",
    });
    expect(wrong.html).toContain("The number of pages is no whole number.");
    for (const text of ['value="many"', "/cart*</textarea>", site.url("/")]) {
      expect(wrong.html).toContain(text);
    }
    const refused = await alice.send("/playground", {
      kind: "map",
      url: site.url("/"),
      limit: "0",
    });
    expect(refused.html).toContain('role="alert"');
    expect(refused.html).toMatch(/kind=map&amp;url=[^"]*" aria-current="page"/);
    const none = await alice.send("/playground", { kind: "batch", urls: " \n" });
    expect(none.html).toContain('role="alert"');
  });

  it("show the pages of a crawl that runs, and offer nothing again before its end", async () => {
    release = Promise.withResolvers();
    const order = { kind: "crawl", url: site.url("/"), maxPages: "5" };
    const { location } = await alice.send("/playground", order);
    const path = location ?? "";
    let html = "";
    await expect
      .poll(async () => ({ html } = await alice.see(path)).html)
      .toMatch(/2 pages completed, 1 failed/);
    expect(html).toMatch(/<section data-refresh>.*\/opal.*HTTP 404/s);
    expect(html).not.toMatch(/results|Do it again|export\/csv/);
    expect((await alice.see(`${path}/pages/0`)).html).toContain("Mouth-blown");
    release.resolve();
    expect(await ended(path)).toMatch(/Do it again as a new job.*Pages \(4\)/s);
  });
});
