import { createFetcher, FetchError } from "dragline/fetcher";
import {
  createMapper,
  type MapCall,
  type MapperOptions,
  type SiteMap,
  type SourceCall,
} from "dragline/mapper";
import { createSite, FakeClock, FakeIds } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { fakeSite, home, page, reasonOf, type FakeRoute, type FakeSite } from "./fake-site.ts";

const paths = Array.from({ length: 20 }, (_, index) => `/p${index}`);

interface Parts {
  readonly clock?: FakeClock;
  readonly options?: MapperOptions;
}

function map(
  site: FakeSite,
  call: MapCall = {},
  { clock = new FakeClock(), options }: Parts = {},
): Promise<SiteMap> {
  const parts = { source: site, robots: site.robots, clock, ids: new FakeIds() };
  return createMapper(parts, options).map(home, { sitemaps: false, ...call });
}

/** Runs a clock until the map is there. */
async function withClock<Result>(clock: FakeClock, work: Promise<Result>): Promise<Result> {
  const state = { done: false };
  const settled = work.finally(() => (state.done = true));
  settled.catch(() => {});
  while (!state.done) await clock.advance(clock.untilNext ?? 0);
  return settled;
}

/** Answers when its signal aborts, and not before. */
function silence({ signal }: SourceCall): Promise<FakeRoute> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function later(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe("Mapper.map's patience", () => {
  it.each([
    [undefined, 8],
    [3, 3],
    [1, 1],
  ])("asks with maxConcurrency %s for %i pages at once", async (maxConcurrency, most) => {
    const site = fakeSite({ "/": page(...paths), "*": async () => (await later(), page("/x")) });
    const options = maxConcurrency === undefined ? {} : { maxConcurrency };
    const { totalLinks } = await map(site, {}, { options });
    expect([site.mostAtOnce, totalLinks]).toEqual([most, 22]);
  });

  it("leaves between two requests to a host what robots.txt asks for", async () => {
    const clock = new FakeClock();
    const starts: number[] = [];
    const note = (body: string) => () => (starts.push(clock.monotonic()), body);
    const site = fakeSite({ "/": note(page("/a", "/b", "/c")), "*": note("") }, () => ({
      crawlDelayMs: 2000,
    }));
    await withClock(clock, map(site, {}, { clock }));
    expect(starts).toEqual([0, 2000, 4000, 6000]);
    starts.length = 0;
    await withClock(clock, map(site, { obeyRobots: false }, { clock }));
    expect(new Set(starts).size).toBe(1);
  });

  it("waits no longer than maxPauseMs for a crawl-delay", async () => {
    const clock = new FakeClock();
    const site = fakeSite({ "/": page("/a") }, () => ({ crawlDelayMs: 86_400_000 }));
    await withClock(clock, map(site, {}, { clock, options: { maxPauseMs: 5000 } }));
    expect(clock.monotonic()).toBe(5000);
  });

  it("lets other hosts go on while one has a delay", async () => {
    const clock = new FakeClock();
    const site = fakeSite(
      { "/": page("/a", "/b", "https://x.site.example/1", "https://x.site.example/2"), "*": "" },
      (url) => (url.includes("//x.") ? {} : { crawlDelayMs: 1000 }),
    );
    const mapping = map(site, { includeSubdomains: true }, { clock });
    await clock.timerOf(1000);
    await clock.advance(0);
    expect(site.asked).toEqual(["/", "https://x.site.example/1", "https://x.site.example/2"]);
    await withClock(clock, mapping);
  });

  it.each([408, 425, 429, 502, 503, 504])(
    "tries a page with status %i twice more",
    async (status) => {
      const clock = new FakeClock();
      const site = fakeSite({ "/": page("/a"), "/a": { status } });
      const { failures } = await withClock(clock, map(site, {}, { clock }));
      expect(site.asked).toEqual(["/", "/a", "/a", "/a"]);
      expect(failures).toMatchObject([{ reason: "status", status }]);
      // Half a second and one, with jitter.
      expect(clock.monotonic()).toBeGreaterThanOrEqual(750);
      expect(clock.monotonic()).toBeLessThanOrEqual(1500);
    },
  );

  it.each([400, 401, 403, 404, 410, 500, 501])(
    "tries a page with status %i once",
    async (status) => {
      const site = fakeSite({ "/": page("/a"), "/a": { status } });
      await map(site);
      expect(site.asked).toEqual(["/", "/a"]);
    },
  );

  it.each<[string, unknown, number]>([
    ["lost connections", new FetchError("CONNECTION_LOST", { message: "lost" }), 3],
    ["refused connections", new FetchError("CONNECT_FAILED", { message: "refused" }), 3],
    ["timeouts", new FetchError("TIMEOUT", { message: "late" }), 3],
    ["unknown names", new FetchError("DNS_FAILED", { message: "no name" }), 1],
    ["private addresses", new FetchError("ADDRESS_NOT_ALLOWED", { message: "no" }), 1],
    ["errors of others", new Error("no"), 1],
    ["what is no error", "no", 1],
  ])("counts its attempts at %s", async (_, error, attempts) => {
    const clock = new FakeClock();
    const site = fakeSite({ "/": page("/a"), "/a": () => Promise.reject(error) });
    const { failures } = await withClock(clock, map(site, {}, { clock }));
    expect(site.asked).toHaveLength(1 + attempts);
    expect(failures).toMatchObject([{ url: `${home}/a`, reason: "failed" }]);
  });

  it("takes a page that comes at the third attempt, and no more with retries 1", async () => {
    const flaky = () => {
      const answers: FakeRoute[] = [{ status: 503 }, { status: 503 }, page("/x")];
      return fakeSite({ "/": page("/a"), "/a": () => answers.shift() ?? "" });
    };
    const clock = new FakeClock();
    const found = await withClock(clock, map(flaky(), {}, { clock }));
    expect(found.totalLinks).toBe(3);
    const once = await withClock(clock, map(flaky(), {}, { clock, options: { retries: 1 } }));
    expect(once.totalLinks).toBe(2);
  });

  it.each([
    ["seconds", "30"],
    ["a date", new Date(Date.UTC(2026, 0, 1, 0, 0, 30)).toUTCString()],
  ])("leaves a host alone for what Retry-After asks in %s", async (_, header) => {
    const clock = new FakeClock();
    const starts: [string, number][] = [];
    const answers: FakeRoute[] = [{ status: 429, headers: { "retry-after": header } }];
    const route = (path: string) => (): FakeRoute => {
      starts.push([path, clock.monotonic()]);
      return path === "/a" ? (answers.shift() ?? "") : "";
    };
    const site = fakeSite({
      "/": page("/a", "https://x.site.example/", "/b"),
      "/a": route("/a"),
      "/b": route("/b"),
      // Holds the other slot, so that /b gets that of /a.
      "https://x.site.example/": async () => (await clock.timerOf(30_000), route("x")),
    });
    const options = { maxConcurrency: 2 };
    await withClock(clock, map(site, { includeSubdomains: true }, { clock, options }));
    expect(starts.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))).toEqual([
      ["/a", 0],
      ["/a", 30_000],
      ["/b", 30_000],
      ["x", 0],
    ]);
  });

  it("takes an answer for final whose Retry-After is longer than maxPauseMs", async () => {
    const site = fakeSite({
      "/": page("/a"),
      "/a": { status: 503, headers: { "retry-after": "61" } },
    });
    const { failures } = await map(site);
    expect(failures).toMatchObject([{ status: 503 }]);
    expect(site.asked).toEqual(["/", "/a"]);
  });

  it("gives a page up that takes longer than pageTimeoutMs, three times", async () => {
    const clock = new FakeClock();
    const site = fakeSite({ "/": page("/slow", "/b"), "/slow": silence, "/b": page("/x") });
    const found = await withClock(
      clock,
      map(site, {}, { clock, options: { pageTimeoutMs: 7000 } }),
    );
    expect(found.links).toContain(`${home}/x`);
    expect(found.failures).toMatchObject([{ url: `${home}/slow`, reason: "failed" }]);
    expect(clock.monotonic()).toBeGreaterThan(21_000);
    expect(clock.monotonic()).toBeLessThan(23_000);
  });

  it("reads the pages of a level in order, however long the first takes", async () => {
    const clock = new FakeClock();
    const slow = async () => {
      await clock.timerOf();
      return page("/first");
    };
    const site = fakeSite({ "/": page("/slow", "/fast"), "/slow": slow, "/fast": page("/second") });
    const mapping = map(site, {}, { clock });
    const { links } = await mapping;
    expect(links.slice(3)).toEqual([`${home}/first`, `${home}/second`]);
  });

  it("rejects with the signal's reason, whatever it is doing, and leaves nothing open", async () => {
    const clock = new FakeClock();
    const cases: [string, FakeSite][] = [
      ["fetching the seed", fakeSite({ "/": silence })],
      ["fetching pages", fakeSite({ "/": page(...paths), "*": silence })],
      ["waiting for another attempt", fakeSite({ "/": { status: 502 } })],
      ["waiting for a host", fakeSite({ "/": { status: 429, headers: { "retry-after": "9" } } })],
      ["reading sitemaps", fakeSite({ "/": "", "/sitemap.xml": silence })],
      ["obeying a delay", fakeSite({ "/": page("/a") }, () => ({ crawlDelayMs: 9000 }))],
    ];
    for (const [title, site] of cases) {
      const stop = new AbortController();
      const mapping = map(
        site,
        { signal: stop.signal, sitemaps: title.includes("sitemap") },
        { clock },
      );
      const reason = reasonOf(mapping);
      for (let turn = 0; turn < 20; turn++) await later();
      expect(site.asked.length, title).toBeGreaterThan(0);
      const why = new Error(title);
      stop.abort(why);
      expect(await reason).toBe(why);
      expect([site.open, clock.waiting], title).toEqual([0, 0]);
    }
  });

  it("asks for nothing when its signal has aborted", async () => {
    const site = fakeSite({ "/": "" });
    expect(await reasonOf(map(site, { signal: AbortSignal.abort("no") }))).toBe("no");
    expect(site.asked).toEqual([]);
  });

  it("closes its connections when it is cut off from a page that drips", async () => {
    await using site = await createSite({
      "/robots.txt": { status: 404 },
      "/": (_, response) => {
        response.setHeader("content-type", "text/html");
        response.write("<a href='/a'>");
      },
    });
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
    const stop = new AbortController();
    const reason = reasonOf(createMapper({ fetcher }).map(site.origin, { signal: stop.signal }));
    await site.seen("/");
    stop.abort("enough");
    expect(await reason).toBe("enough");
    await fetcher[Symbol.asyncDispose]();
    await site.idle();
  });
});
