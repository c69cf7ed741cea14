import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createRobots, type RobotsSource } from "../../../src/fetcher/robots.ts";

const SITE = "https://example.com";
const DENY = "User-agent: *\nDisallow: /private\nCrawl-delay: 5\nSitemap: /map.xml\n";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Call {
  readonly url: string;
  readonly signal: AbortSignal;
  answer(status: number, text?: string): void;
  fail(cause: unknown): void;
}

/** A source whose answers the test gives when it wants to. */
class FakeSource implements RobotsSource {
  readonly calls: Call[] = [];

  get(url: string, signal: AbortSignal): ReturnType<RobotsSource["get"]> {
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      this.calls.push({
        url,
        signal,
        answer: (status, text = "") => resolve({ status, bytes: Buffer.from(text) }),
        fail: reject,
      });
    });
  }

  get last(): Call {
    const call = this.calls.at(-1);
    if (call === undefined) throw new Error("Nothing was asked");
    return call;
  }
}

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

describe("Robots.check at the same time", () => {
  it("shares one request of an origin", async () => {
    const source = new FakeSource();
    const robots = createRobots({ source, clock: new FakeClock() });
    const verdicts = ["/private", "/b", "/c"].map((path) => robots.check(SITE + path));
    expect(source.calls.length).toBe(1);
    source.last.answer(200, DENY);
    const allowed = (await Promise.all(verdicts)).map((verdict) => verdict.allowed);
    expect(allowed).toEqual([false, true, true]);
    expect(source.last.signal.aborted).toBe(false);
  });

  it("lets one question be cancelled without the others", async () => {
    const source = new FakeSource();
    const robots = createRobots({ source, clock: new FakeClock() });
    const controller = new AbortController();
    const cancelled = robots.check(SITE, { signal: controller.signal });
    const other = robots.check(SITE);
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(cancelled).rejects.toBe(reason);
    expect(source.last.signal.aborted).toBe(false);
    source.last.answer(404);
    expect(await other).toMatchObject({ reason: "no-file" });
  });

  it("stops the request when everyone has left, and asks anew the next time", async () => {
    const source = new FakeSource();
    const robots = createRobots({ source, clock: new FakeClock() });
    const controllers = [new AbortController(), new AbortController()];
    const questions = controllers.map(({ signal }) => robots.check(SITE, { signal }));
    const reason = new Error("enough");
    for (const controller of controllers) controller.abort(reason);
    for (const question of questions) await expect(question).rejects.toBe(reason);
    const [first] = source.calls;
    expect(first?.signal).toMatchObject({ aborted: true, reason });
    const next = robots.check(SITE);
    expect(source.calls.length).toBe(2);
    source.last.answer(200, DENY);
    expect(await next).toMatchObject({ reason: "no-rule" });
    expect(await robots.check(SITE)).toMatchObject({ reason: "no-rule" });
    expect(source.calls.length).toBe(2);
  });

  it("joins no request that is being stopped, however slowly", async () => {
    const answers: ((answer: { status: number; bytes: Uint8Array }) => void)[] = [];
    const source: RobotsSource = { get: () => new Promise((resolve) => answers.push(resolve)) };
    const robots = createRobots({ source, clock: new FakeClock() });
    const controller = new AbortController();
    const cancelled = robots.check(SITE, { signal: controller.signal });
    controller.abort();
    await expect(cancelled).rejects.toBe(controller.signal.reason);
    const next = robots.check(SITE);
    expect(answers.length).toBe(2);
    answers[0]?.({ status: 500, bytes: new Uint8Array() });
    answers[1]?.({ status: 404, bytes: new Uint8Array() });
    expect(await next).toMatchObject({ reason: "no-file" });
    expect(await robots.check(SITE)).toMatchObject({ reason: "no-file" });
  });

  it("asks nothing for a signal that has aborted", async () => {
    const source = new FakeSource();
    const robots = createRobots({ source, clock: new FakeClock() });
    const reason = new Error("enough");
    await expect(robots.check(SITE, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(source.calls).toEqual([]);
  });

  it("survives a source that throws at once", async () => {
    const cause = new Error("broken");
    const source: RobotsSource = {
      get() {
        throw cause;
      },
    };
    const robots = createRobots({ source, clock: new FakeClock() });
    expect(await robots.check(SITE)).toMatchObject({ reason: "unavailable", cause });
  });
});

describe("createRobots", () => {
  it("lets go of the sites not asked for longest when their files take too much", async () => {
    const asked: string[] = [];
    const source: RobotsSource = {
      async get(url) {
        asked.push(new URL(url).hostname);
        return { status: 200, bytes: Buffer.from("#".repeat(1000)) };
      },
    };
    const options = { maxCacheBytes: 3 * 2024 };
    const robots = createRobots({ source, clock: new FakeClock() }, options);
    for (const host of ["a", "b", "c", "a", "d", "a", "c", "b"]) {
      await robots.check(`https://${host}/`);
    }
    expect(asked).toEqual(["a", "b", "c", "d", "b"]);
  });

  it("keeps nothing when told so", async () => {
    const clock = new FakeClock();
    const source: RobotsSource = { get: async () => ({ status: 404, bytes: new Uint8Array() }) };
    for (const options of [{ maxAge: 0 }, { maxCacheBytes: 0 }]) {
      const robots = createRobots({ source, clock }, options);
      expect(await robots.check(SITE)).toMatchObject({ reason: "no-file" });
      expect(await robots.check(SITE)).toMatchObject({ reason: "no-file" });
    }
  });

  it.each([
    { maxAge: -1 },
    { maxAge: 86_400_001 },
    { failureMaxAge: Number.NaN },
    { maxCrawlDelay: -1 },
    { maxCacheBytes: 1.5 },
    { userAgent: "" },
    { userAgent: "my bot" },
    { userAgent: 1 },
    { agent: "x" },
  ])("refuses %j", (options) => {
    const collaborators = { source: new FakeSource(), clock: new FakeClock() };
    const make = (): unknown => createRobots(collaborators, options as never);
    expect(make).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});
