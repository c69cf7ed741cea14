import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createRobots, type RobotsSource } from "../../../../src/fetcher/robots/robots.ts";
import { DENY, SITE } from "../robots-source.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Robots over a source that answers at once with what `answers` holds, in order, then the last. */
function answering(...answers: (readonly [status: number, text?: string] | Error)[]) {
  const clock = new FakeClock();
  const asked: string[] = [];
  const source: RobotsSource = {
    async get(url) {
      asked.push(url);
      const answer = answers[Math.min(asked.length, answers.length) - 1];
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error("no answer");
      return { status: answer[0], bytes: Buffer.from(answer[1] ?? "") };
    },
  };
  return { robots: createRobots({ source, clock }), clock, asked };
}

describe("Robots.check", () => {
  it("says which rule decides and what else the file asks", async () => {
    const { robots, asked } = answering([200, DENY]);
    const about = {
      crawlDelayMs: 5000,
      sitemaps: [`${SITE}/map.xml`],
      robotsUrl: `${SITE}/robots.txt`,
      status: 200,
    };
    expect(await robots.check(`${SITE}/private/x?y#z`)).toEqual({
      allowed: false,
      reason: "rule",
      rule: { type: "disallow", pattern: "/private", line: 2 },
      ...about,
    });
    expect(await robots.check(new URL(`${SITE}/public`))).toEqual({
      allowed: true,
      reason: "no-rule",
      ...about,
    });
    expect(asked).toEqual([`${SITE}/robots.txt`]);
  });

  it("judges the escaped form of a URL given as text", async () => {
    const { robots } = answering([200, "User-agent: *\nDisallow: /caf%C3%A9"]);
    expect((await robots.check(`${SITE}/café`)).allowed).toBe(false);
  });

  it("asks each origin for itself", async () => {
    const { robots, asked } = answering([200, DENY]);
    for (const origin of ["https://a.example", "http://a.example", "http://a.example:81"]) {
      await robots.check(`${origin}/x`);
      await robots.check(`${origin}/y`);
    }
    expect(asked).toEqual([
      "https://a.example/robots.txt",
      "http://a.example/robots.txt",
      "http://a.example:81/robots.txt",
    ]);
  });

  it("allows every robots.txt without asking for one", async () => {
    const { robots, asked } = answering([200, "User-agent: *\nDisallow: /"]);
    expect(await robots.check(`${SITE}/robots.txt`)).toEqual({
      allowed: true,
      reason: "robots-file",
      sitemaps: [],
      robotsUrl: `${SITE}/robots.txt`,
    });
    expect(asked).toEqual([]);
    expect((await robots.check(`${SITE}/a/robots.txt`)).allowed).toBe(false);
  });

  it.each([400, 401, 403, 404, 410, 451, 301, 304])("allows all on %d", async (status) => {
    const { robots } = answering([status, "User-agent: *\nDisallow: /"]);
    expect(await robots.check(`${SITE}/x`)).toEqual({
      allowed: true,
      reason: "no-file",
      sitemaps: [],
      robotsUrl: `${SITE}/robots.txt`,
      status,
    });
  });

  it.each([429, 500, 503, 599, 100])("forbids all on %d", async (status) => {
    const { robots } = answering([status, "User-agent: *\nAllow: /"]);
    expect(await robots.check(`${SITE}/x`)).toEqual({
      allowed: false,
      reason: "unavailable",
      sitemaps: [],
      robotsUrl: `${SITE}/robots.txt`,
      status,
    });
  });

  it("forbids all when no answer comes, and says why", async () => {
    const cause = new Error("connection refused");
    const { robots } = answering(cause);
    expect(await robots.check(`${SITE}/x`)).toEqual({
      allowed: false,
      reason: "unavailable",
      sitemaps: [],
      robotsUrl: `${SITE}/robots.txt`,
      cause,
    });
  });

  it.each([
    ["an empty file", ""],
    ["a page instead of a file", "<!doctype html><title>Not found</title>"],
    ["bytes", "\0\u{FFFF}\u{1}"],
  ])("allows all by %s", async (_, text) => {
    const { robots } = answering([200, text]);
    expect(await robots.check(`${SITE}/x`)).toMatchObject({ allowed: true, reason: "no-rule" });
  });

  it("asks again after a day, and after five minutes when the site could not say", async () => {
    const { robots, clock, asked } = answering([404], [503], [200, DENY]);
    await robots.check(SITE);
    await clock.advance(24 * HOUR - 1);
    expect(await robots.check(SITE)).toMatchObject({ reason: "no-file" });
    expect(asked.length).toBe(1);
    await clock.advance(1);
    expect(await robots.check(SITE)).toMatchObject({ reason: "unavailable" });
    await clock.advance(5 * MINUTE - 1);
    expect(await robots.check(SITE)).toMatchObject({ reason: "unavailable" });
    expect(asked.length).toBe(2);
    await clock.advance(1);
    expect(await robots.check(SITE)).toMatchObject({ reason: "no-rule" });
    expect(asked.length).toBe(3);
  });

  it("keeps to the last rules while the site cannot say, however long", async () => {
    const lost = new Error("connection lost");
    const { robots, clock, asked } = answering([200, DENY], [503], lost, lost, [404]);
    await robots.check(SITE);
    for (const failure of [{ status: 503 }, { cause: lost }, { cause: lost }]) {
      await clock.advance(40 * 24 * HOUR);
      const denied = await robots.check(`${SITE}/private`);
      expect(denied).toMatchObject({ allowed: false, reason: "rule", crawlDelayMs: 5000 });
      expect(denied).toMatchObject({ sitemaps: [`${SITE}/map.xml`], ...failure });
      expect(await robots.check(`${SITE}/x`)).toMatchObject({ allowed: true, reason: "no-rule" });
    }
    await clock.advance(5 * MINUTE);
    expect(await robots.check(`${SITE}/private`)).toMatchObject({ reason: "no-file" });
    expect(asked.length).toBe(5);
  });

  it("shortens crawl delays, and resolves and sorts out sitemaps", async () => {
    const lines = ["/a.xml", "https://x.example/b", "ftp://x/c", "http://", "/a.xml"];
    const file = `${lines.map((url) => `Sitemap: ${url}`).join("\n")}\nUser-agent: *\nCrawl-delay: 900`;
    const { robots } = answering([200, file]);
    expect(await robots.check(SITE)).toMatchObject({
      crawlDelayMs: 60_000,
      sitemaps: [`${SITE}/a.xml`, "https://x.example/b"],
    });
  });

  it("is addressed by its product token, or another one for one question", async () => {
    const file = "User-agent: Dragline\nDisallow: /a\nUser-agent: other\nDisallow: /b\n";
    const { robots } = answering([200, file]);
    expect((await robots.check(`${SITE}/a`)).allowed).toBe(false);
    expect((await robots.check(`${SITE}/b`)).allowed).toBe(true);
    expect((await robots.check(`${SITE}/b`, { userAgent: "Other/1.0" })).allowed).toBe(false);
  });

  it.each(["", "x", "/x", "ftp://example.com/", "javascript:1"])("refuses %j", async (url) => {
    const { robots, asked } = answering([200, DENY]);
    await expect(robots.check(url)).rejects.toMatchObject({ code: "INVALID_URL" });
    expect(asked).toEqual([]);
  });
});
