import { describe, expect, it } from "vitest";
import { failureOf, map, paths } from "./fake-map.ts";
import { fakeSite, home, page, redirect, urlset, type FakeRoute } from "./fake-site.ts";

describe("Mapper.map's redirects and failures", () => {
  it("names what robots.txt forbids and does not fetch it, unless it is not obeyed", async () => {
    const rules = (url: string) => ({ allowed: !url.includes("/private") });
    const site = fakeSite(
      { "/": page("/private", "/a"), "/a": redirect("/private/2"), "*": page("/x") },
      rules,
    );
    const result = await map(site);
    expect(paths(result)).toEqual(["/", "/private", "/private/2"]);
    expect(result.failures).toMatchObject([
      { url: `${home}/private`, reason: "robots" },
      { url: `${home}/a`, leadsTo: `${home}/private/2`, reason: "robots" },
    ]);
    expect(site.asked).toEqual(["/", "/a"]);
    expect(paths(await map(site, { obeyRobots: false }))).toEqual([
      "/",
      "/private",
      "/private/2",
      "/x",
    ]);
  });

  it("puts what redirects under its last URL, once", async () => {
    const site = fakeSite({
      "/": page("/old", "/older", "/new2", "/to-seed", "/known"),
      "/old": redirect("/hop", 301),
      "/hop": redirect("new"),
      "/older": redirect("/new"),
      "/new": page("relative"),
      "/new2": page("/x"),
      "/known": redirect("/new2"),
      "/to-seed": redirect("/?utm_source=x"),
    });
    const result = await map(site);
    expect(paths(result)).toEqual(["/", "/new", "/new2", "/relative", "/x"]);
    expect(result.counts).toMatchObject({ taken: 5, duplicate: 3 });
    expect(result.failures).toEqual([]);
    expect(site.asked.filter((path) => path === "/new2")).toHaveLength(1);
  });

  it("follows no redirect out of the site, and counts its target as external", async () => {
    const site = fakeSite({
      "/": page("/out", "/mail"),
      "/out": redirect("https://other.example/x#y"),
      "/mail": redirect("mailto:x"),
    });
    const result = await map(site, { includeExternalLinks: true });
    expect(paths(result)).toEqual(["/"]);
    expect(result.externalLinks).toEqual(["https://other.example/x"]);
    expect(result.failures).toMatchObject([
      { url: `${home}/out`, leadsTo: "https://other.example/x#y", reason: "redirect-scope" },
      { url: `${home}/mail`, leadsTo: "mailto:x", reason: "redirect-scope" },
    ]);
    expect(site.asked).toEqual(["/", "/out", "/mail"]);
  });

  it("gives up too many redirects, and keeps their first URL", async () => {
    let turn = 0;
    const site = fakeSite({
      "/": page("/endless", "/self", "/ping"),
      "/endless": () => redirect(`/endless/${(turn += 1)}`),
      "*": () => redirect(`/endless/${(turn += 1)}`),
      "/self": redirect("/self"),
      "/ping": redirect("/pong"),
      "/pong": redirect("/ping"),
    });
    const result = await map(site);
    expect(paths(result)).toEqual(["/", "/endless", "/self", "/ping"]);
    expect(result.failures.map(({ reason }) => reason)).toEqual([
      "redirects",
      "redirects",
      "redirects",
    ]);
    expect(site.asked.length).toBeLessThan(20);
  });

  it("follows a redirect to the same URL that a cookie ends", async () => {
    const answers = [redirect("/a?sid=5"), redirect("/a")];
    const site = fakeSite({
      "/": page("/a"),
      "/a": () => answers.pop() ?? page("/in"),
      "/a?sid=5": page("/in"),
    });
    expect(paths(await map(site))).toEqual(["/", "/a", "/in"]);
  });

  it("judges where a browser ended by itself", async () => {
    const site = fakeSite({
      "/": page("/in", "/out"),
      "/in": { url: `${home}/shown`, body: page("/x") },
      "/out": { url: "https://other.example/", body: page("/y") },
    });
    const result = await map(site);
    expect(paths(result)).toEqual(["/", "/shown", "/x"]);
    expect(result.failures).toMatchObject([{ reason: "redirect-scope" }]);
  });

  it("goes on behind pages that cannot be had, and names them", async () => {
    const site = fakeSite({
      "/": page("/dead", "/gone", "/file", "/good"),
      "/dead": () => Promise.reject(new Error("no such host")),
      "/file": { type: "application/pdf", body: page("/never") },
      "/good": page("/x"),
    });
    const result = await map(site);
    expect(paths(result)).toEqual(["/", "/dead", "/gone", "/file", "/good", "/x"]);
    expect(result.failures).toEqual([
      {
        url: `${home}/dead`,
        leadsTo: undefined,
        reason: "failed",
        status: undefined,
        error: "no such host",
      },
      { url: `${home}/gone`, leadsTo: undefined, reason: "status", status: 404, error: undefined },
    ]);
  });

  it.each<[string, FakeRoute, string]>([
    ["a status", { status: 500, body: page("/a") }, "the answer was 500"],
    ["no answer", () => Promise.reject(new Error("no such host.")), "no such host"],
    [
      "a redirect to another site",
      redirect("https://other.example/"),
      "it redirects to https://other.example/, which is on another site",
    ],
    ["redirects without end", redirect("/"), "its redirects do not end"],
  ])("fails when the seed gives %s", async (_, route, sentence) => {
    const error = await failureOf(map(fakeSite({ "/": route })));
    expect(error).toMatchObject({ code: "SEED_FAILED", details: { url: `${home}/` } });
    expect(error.message).toBe(`Expected a page at '${home}/'; ${sentence}.`);
  });

  it("fails when robots.txt forbids the seed", async () => {
    const site = fakeSite({ "*": "" }, () => ({ allowed: false }));
    const error = await failureOf(map(site, { depth: 0 }));
    expect(error.details).toMatchObject({ reason: "robots" });
    expect(error.message).toContain("robots.txt does not allow");
    expect(site.asked).toEqual([]);
  });

  it("says that robots.txt could not be loaded, which is another thing than a rule", async () => {
    const rules = (url: string) => ({ allowed: url === `${home}/`, reason: "unavailable" });
    const result = await map(fakeSite({ "/": page("/a"), "*": "" }, rules));
    const error = `robots.txt of ${home} could not be loaded, so nothing on the site may be fetched`;
    expect(result.failures).toMatchObject([{ url: `${home}/a`, reason: "robots", error }]);
    const none = fakeSite({ "*": "" }, () => ({ allowed: false, reason: "unavailable" }));
    const failure = await failureOf(map(none, { depth: 0 }));
    expect(failure.message).toContain(error);
  });

  it("stands on the sitemaps alone when the seed cannot be had", async () => {
    const site = fakeSite({ "/sitemap.xml": urlset("/a"), "/a": page("/b") });
    const result = await map(site, { sitemaps: true });
    expect(paths(result)).toEqual(["/", "/a", "/b"]);
    expect(result.failures).toMatchObject([{ url: `${home}/`, reason: "status", status: 404 }]);
    const moved = fakeSite({ "/": redirect("https://x.example/"), "/sitemap.xml": urlset("/a") });
    expect((await failureOf(map(moved, { sitemaps: true }))).code).toBe("SEED_FAILED");
  });

  it("starts from where the seed redirects to", async () => {
    const www = "https://www.site.example/start";
    const site = fakeSite({ "/": redirect(www), [www]: page("/a") });
    const result = await map(site);
    expect([result.url, result.links]).toEqual([`${home}/`, [www, "https://www.site.example/a"]]);
  });
});
