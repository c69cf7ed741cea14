import { createSite, type Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { run, type Ran } from "./run.ts";

const chromium = await chromiumPath();

const links = (...paths: string[]) => paths.map((path) => `<a href="${path}">x</a>`).join("");

let site: Site;
beforeAll(async () => {
  site = await createSite({
    "/": links("/tides", "/news/1", "/private/log", "/gone", "https://other.example/"),
    "/tides": links("/tides/today", "/tides/tomorrow"),
    "/news/1": links("/news/2"),
    "/tides/today": links("/deep"),
    "/robots.txt": {
      headers: { "content-type": "text/plain" },
      body: "User-agent: *\nDisallow: /private/\nSitemap: /map.txt\n",
    },
    "/map.txt": (_, response) => {
      response.setHeader("content-type", "text/plain");
      response.end(`${site.url("/wrecks")}\n`);
    },
    "/wrecks": "",
    "/dead": { status: 500 },
    "/many": links(...Array.from({ length: 15 }, (_, index) => `/missing/${index}`)),
  });
});
afterAll(() => site[Symbol.asyncDispose]());

function map(path: string, ...flags: string[]): Promise<Ran> {
  return run(["map", site.url(path), "--allow-host", "127.0.0.1", ...flags]);
}

const lines = (...paths: string[]) => paths.map((path) => `${site.url(path)}\n`).join("");

describe("dragline map", () => {
  it("prints a URL per line on stdout, and a summary on stderr", async () => {
    const { code, stdout, stderr } = await map("/");
    expect(code).toBe(0);
    expect(stdout).toBe(
      lines(
        "/",
        "/tides",
        "/news/1",
        "/private/log",
        "/gone",
        "/wrecks",
        "/tides/today",
        "/tides/tomorrow",
        "/news/2",
      ),
    );
    expect(stderr).toBe(
      `${site.url("/private/log")}: not allowed by robots.txt\n${site.url("/gone")}: status 404\n` +
        "9 URLs, 4 pages read, 1 sitemap, 2 failed\n",
    );
  });

  it("says by which limit something was left out", async () => {
    const few = await map("/", "--limit", "3");
    expect(few.stdout).toBe(lines("/", "/tides", "/wrecks"));
    expect(few.stderr).toBe(
      "truncated: there are more URLs than --limit\n3 URLs, 1 page read, 1 sitemap\n",
    );
    const level = await map("/", "--limit-per-level=1", "--no-sitemaps");
    expect(level.stdout).toBe(lines("/", "/tides", "/tides/today"));
    expect(level.stderr).toContain("truncated: a level has more URLs than --limit-per-level\n");
  });

  it("goes as deep as it is told", async () => {
    expect((await map("/", "--depth", "0")).stdout).toBe(lines("/"));
    expect((await map("/", "--depth", "3")).stdout).toContain(site.url("/deep"));
  });

  it("prints other sites' URLs behind the site's own, and only what contains the search", async () => {
    const { stdout, stderr } = await map("/", "--external", "--search", "OTHER");
    expect(stdout).toBe("https://other.example/\n");
    expect(stderr).toContain("0 URLs, 1 of other sites");
    expect((await map("/", "--search", "NEWS")).stdout).toBe(lines("/news/1", "/news/2"));
  });

  it("fetches what robots.txt forbids when it is told to", async () => {
    const { stderr } = await map("/", "--ignore-robots");
    expect(stderr).toContain(`${site.url("/private/log")}: status 404`);
  });

  it("prints the whole map as JSON", async () => {
    const { stdout, code } = await map("/", "--json", "--depth", "1");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      url: site.url("/"),
      totalLinks: 6,
      truncated: false,
      stoppedBy: [],
      pages: 1,
      sitemaps: [{ url: site.url("/map.txt"), format: "text" }],
    });
  });

  it("sends headers, and reads a URL without a scheme", async () => {
    const { code, stdout } = await run([
      "map",
      `127.0.0.1:${site.port}/tides`,
      "--allow-host",
      "127.0.0.1",
      "--header",
      "X-Tide: high",
      "--depth",
      "1",
      "--no-sitemaps",
    ]);
    expect([code, stdout]).toEqual([0, lines("/tides", "/tides/today", "/tides/tomorrow")]);
    expect(site.requests.at(-1)?.headers["x-tide"]).toBe("high");
  });

  it("shows ten failures, and how many more there are", async () => {
    const { stderr } = await map("/many", "--no-sitemaps");
    expect(stderr.match(/status 404/g)).toHaveLength(10);
    expect(stderr).toContain(
      "and 5 more pages could not be read\n16 URLs, 1 page read, 15 failed\n",
    );
  });

  it("fails when the first page cannot be had", async () => {
    const { code, stdout, stderr } = await map("/dead", "--no-sitemaps");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      `dragline: Expected a page at '${site.url("/dead")}'; the answer was 500.\n`,
    );
    const closed = await run(["map", "http://10.0.0.1/"]);
    expect([closed.code, closed.stdout]).toEqual([1, ""]);
  });

  it("is interrupted", async () => {
    const stop = new AbortController();
    const route = await createSite({ "/robots.txt": { status: 404 }, "/": () => stop.abort() });
    await using slow = route;
    const argv = ["map", slow.url("/"), "--allow-host", "127.0.0.1"];
    expect(await run(argv, { signal: stop.signal })).toEqual({ code: 130, stdout: "", stderr: "" });
  });

  it.each([
    [[], "expected one URL"],
    [["a", "b"], "expected one URL"],
    [["http://a/", "--limit", "many"], "--limit takes a whole number; got 'many'"],
    [["http://a/", "--limit", "5001"], "'limit' must be"],
    [["http://a/", "--depth", "6"], "'depth' must be"],
    [["http://a/", "--depth=-1"], "--depth takes a whole number"],
    [["http://a/", "--limit-per-level", "0"], "'limitPerLevel' must be"],
    [["http://a/", "--browser", "--auto"], "cannot be combined"],
    [["http://a/", "--wat"], "--wat"],
    [["ftp://a/"], "http"],
  ])("refuses %j", async (args, message) => {
    const { code, stdout, stderr } = await run(["map", ...args]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });

  it("explains itself", async () => {
    const { code, stdout } = await run(["map", "--help"]);
    expect(code).toBe(0);
    for (const flag of [
      "--limit",
      "--depth",
      "--limit-per-level",
      "--search",
      "--json",
      "--auto",
    ]) {
      expect(stdout).toContain(flag);
    }
    expect((await run(["--help"])).stdout).toContain("map         list the URLs of a site");
  });
});

describe.skipIf(chromium === undefined)(
  `${browserTitle("dragline map", chromium)} in Chromium`,
  () => {
    it.each(["--browser", "--auto"])("finds with %s the links that scripts write", async (flag) => {
      await using scripted = await createSite({
        "/": `<div id="root"></div><script>root.innerHTML = '<a href="/more">more</a>'</script>`,
        "/more": "<p>There is more, and it is said in so many words.</p>",
        "/robots.txt": { headers: { "content-type": "text/plain" }, body: "Sitemap: /map.xml" },
        "/map.xml": {
          headers: { "content-type": "text/xml" },
          body: "<urlset><url><loc>/named</loc></url></urlset>",
        },
        "/named": "<p>Named.</p>",
      });
      const argv = ["map", scripted.url("/"), "--allow-host", "127.0.0.1", flag];
      const { code, stdout } = await run(argv);
      const expected = ["/", "/more", "/named"].map((path) => `${scripted.url(path)}\n`).join("");
      expect([code, stdout]).toEqual([0, expected]);
    });
  },
);
