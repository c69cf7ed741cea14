import { createFetcher } from "dragline/fetcher";
import type { SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { HOUR, setUp } from "./caching.ts";

/** Answers 304 to the right validator, else the page. */
function validated(headers: Record<string, string>, fresh: Record<string, string> = {}): SiteRoute {
  return (request, response) => {
    const { "if-none-match": tag, "if-modified-since": time } = request.headers;
    const known = tag === undefined ? time === headers["last-modified"] : tag === headers["etag"];
    if ((tag ?? time) !== undefined && known) response.writeHead(304, fresh).end();
    else response.writeHead(200, headers).end("page");
  };
}

describe("maxAgeMs", () => {
  it("gives a copy that is young enough without a request", async () => {
    await using world = await setUp({ "/": "page" });
    const { site, clock, fetcher } = world;
    const first = await fetcher.fetch(site.url("/"), { maxAgeMs: HOUR });
    await clock.advance(HOUR);
    const second = await fetcher.fetch(site.url("/#part"), { maxAgeMs: HOUR });
    await clock.advance(1);
    const third = await fetcher.fetch(site.url("/"), { maxAgeMs: HOUR });
    expect([first, second, third].map(({ fromCache }) => fromCache)).toEqual([false, true, false]);
    expect(second).toMatchObject({
      status: 200,
      url: site.url("/#part"),
      headers: first.headers,
      remoteAddress: undefined,
      timings: { firstByteMs: 0, bodyMs: 0 },
    });
    expect([second.text, second.charset]).toEqual([first.text, first.charset]);
    expect(site.requests.length).toBe(2);
  });

  it("is neither asked nor filled when absent", async () => {
    await using world = await setUp({ "/": "page" });
    const { site, fetcher } = world;
    await fetcher.fetch(site.url("/"));
    await fetcher.fetch(site.url("/"), { maxAgeMs: HOUR });
    await fetcher.fetch(site.url("/"));
    expect(site.requests.length).toBe(3);
  });

  it.each([
    ["an ETag", { etag: '"1"' }, { "if-none-match": '"1"' }],
    ["a weak ETag", { etag: 'W/"1"' }, { "if-none-match": 'W/"1"' }],
    [
      "Last-Modified",
      { "last-modified": "Thu, 01 Jan 2026 00:00:00 GMT" },
      { "if-modified-since": "Thu, 01 Jan 2026 00:00:00 GMT" },
    ],
  ])("has an old copy confirmed by %s", async (_, headers, asked) => {
    await using world = await setUp({ "/": validated(headers, { "x-fresh": "1", ...headers }) });
    const { site, clock, fetcher } = world;
    await fetcher.fetch(site.url("/"), { maxAgeMs: HOUR });
    await clock.advance(2 * HOUR);
    const page = await fetcher.fetch(site.url("/"), { maxAgeMs: HOUR });
    expect(page).toMatchObject({ status: 200, fromCache: true, revalidated: true });
    expect([page.text, page.headers["x-fresh"]]).toEqual(["page", "1"]);
    expect(site.requests[1]?.headers).toMatchObject(asked);
    await clock.advance(HOUR);
    await fetcher.fetch(site.url("/"), { maxAgeMs: HOUR });
    expect(site.requests.length).toBe(2);
  });

  it("of zero has every copy confirmed", async () => {
    await using world = await setUp({ "/": validated({ etag: '"1"' }) });
    const { site, clock, fetcher } = world;
    await fetcher.fetch(site.url("/"), { maxAgeMs: 0 });
    await clock.advance(1);
    expect((await fetcher.fetch(site.url("/"), { maxAgeMs: 0 })).revalidated).toBe(true);
  });

  it("takes the new page when the old one no longer holds", async () => {
    let version = 0;
    await using world = await setUp({
      "/": (_, response) => {
        version += 1;
        response.writeHead(200, { etag: `"${version}"` }).end(`page ${version}`);
      },
    });
    const { site, clock, fetcher } = world;
    const fetch = () => fetcher.fetch(site.url("/"), { maxAgeMs: HOUR });
    await fetch();
    await clock.advance(2 * HOUR);
    const page = await fetch();
    expect([page.text, page.fromCache, page.revalidated]).toEqual(["page 2", false, false]);
    expect((await fetch()).text).toBe("page 2");
  });

  it("keeps the copy while the server only has errors", async () => {
    let down = false;
    await using world = await setUp({
      "/": (_, response) => void response.writeHead(down ? 500 : 200).end(down ? "sorry" : "page"),
    });
    const { site, fetcher } = world;
    const fetch = async (maxAgeMs: number) =>
      (await fetcher.fetch(site.url("/"), { maxAgeMs: maxAgeMs })).text;
    await fetch(HOUR);
    down = true;
    await world.clock.advance(1);
    expect([await fetch(0), await fetch(HOUR)]).toEqual(["sorry", "page"]);
  });

  it.each<[string, SiteRoute]>([
    ["no-store", { headers: { "cache-control": "no-store" }, body: "page" }],
    ["Vary: *", { headers: { vary: "*" }, body: "page" }],
    ["status 500", { status: 500, body: "page" }],
    ["status 403", { status: 403, body: "page" }],
  ])("never keeps %s", async (_, route) => {
    await using world = await setUp({ "/": route });
    const { site, fetcher } = world;
    for (let time = 0; time < 2; time += 1) {
      expect((await fetcher.fetch(site.url("/"), { maxAgeMs: HOUR })).fromCache).toBe(false);
    }
  });

  it.each(["max-age=0", "no-cache", "private", "must-revalidate"])(
    "is the caller's judgement, whatever %s says of freshness",
    async (directive) => {
      await using world = await setUp({
        "/": { headers: { "cache-control": directive }, body: "page" },
      });
      const { site, fetcher } = world;
      await fetcher.fetch(site.url("/"), { maxAgeMs: HOUR });
      expect((await fetcher.fetch(site.url("/"), { maxAgeMs: HOUR })).fromCache).toBe(true);
    },
  );

  it("keeps copies apart by session, country, method and the caller's headers", async () => {
    await using world = await setUp({ "/": "page" });
    const { site, fetcher } = world;
    const calls = [
      {},
      { session: "one" },
      { session: "two" },
      { country: "de" },
      { method: "HEAD" as const },
      { headers: { authorization: "Bearer 1" } },
      { headers: { authorization: "Bearer 2" } },
      { headers: { "x-api-key": "1" } },
    ];
    for (const fromCache of [false, true]) {
      for (const call of calls) {
        const page = await fetcher.fetch(site.url("/"), { maxAgeMs: HOUR, ...call });
        expect([call, page.fromCache]).toEqual([call, fromCache]);
      }
    }
  });

  it("keeps apart what the cookies of a redirect have opened", async () => {
    await using world = await setUp({
      "/login": { status: 302, headers: { location: "/account", "set-cookie": "who=alice" } },
      "/account": ({ headers }, response) => void response.end(`of ${headers.cookie ?? "nobody"}`),
    });
    const { site, fetcher } = world;
    const call = { maxAgeMs: HOUR };
    expect((await fetcher.fetch(site.url("/login"), call)).text).toBe("of who=alice");
    expect((await fetcher.fetch(site.url("/account"), call)).text).toBe("of nobody");
    expect((await fetcher.fetch(site.url("/login"), call)).text).toBe("of who=alice");
  });

  it("keeps no redirect that sets a cookie, which the copy would not", async () => {
    const headers = { location: "/page", "set-cookie": "ok=1", "cache-control": "max-age=60" };
    await using world = await setUp({
      "/": { status: 302, headers },
      "/page": (request, response) => {
        const known = request.headers.cookie === "ok=1";
        if (known) response.end("page");
        else response.writeHead(302, { location: "/", "cache-control": "max-age=60" }).end();
      },
    });
    const { site, fetcher } = world;
    for (let time = 0; time < 2; time += 1) {
      expect((await fetcher.fetch(site.url("/"), { maxAgeMs: HOUR })).text).toBe("page");
    }
    expect(site.requests.map(({ path }) => path)).toEqual(["/", "/page", "/"]);
  });

  it("keeps to Vary", async () => {
    await using world = await setUp({
      "/set": { headers: { "set-cookie": "a=1" }, body: "set" },
      "/": { headers: { vary: "Cookie, Accept" }, body: "page" },
    });
    const { site, fetcher } = world;
    const call = { maxAgeMs: HOUR, session: "s" };
    await fetcher.fetch(site.url("/"), call);
    expect((await fetcher.fetch(site.url("/"), call)).fromCache).toBe(true);
    await fetcher.fetch(site.url("/set"), { session: "s" });
    expect((await fetcher.fetch(site.url("/"), call)).fromCache).toBe(false);
  });

  it("leaves the caller's own conditions to the server", async () => {
    await using world = await setUp({ "/": validated({ etag: '"1"' }) });
    const { site, fetcher } = world;
    const headers = { "if-none-match": '"1"' };
    await fetcher.fetch(site.url("/"), { maxAgeMs: HOUR });
    const page = await fetcher.fetch(site.url("/"), { maxAgeMs: HOUR, headers });
    expect([page.status, page.fromCache, page.text]).toEqual([304, false, ""]);
  });

  it("gives a 304 without a copy as it is", async () => {
    await using world = await setUp({ "/": { status: 304, headers: { etag: '"1"' } } });
    const { site, fetcher } = world;
    const page = await fetcher.fetch(site.url("/"), { maxAgeMs: HOUR });
    expect([page.status, page.bytes.length, page.fromCache]).toEqual([304, 0, false]);
  });

  it("keeps redirects that HTTP allows to keep", async () => {
    await using world = await setUp({
      "/old": { status: 301, headers: { location: "/new" } },
      "/new": "page",
    });
    const { site, fetcher } = world;
    await fetcher.fetch(site.url("/old"), { maxAgeMs: HOUR });
    const page = await fetcher.fetch(site.url("/old"), { maxAgeMs: HOUR });
    expect([page.url, page.redirects.length, site.requests.length]).toEqual([
      site.url("/new"),
      1,
      2,
    ]);
  });

  it("never gives what another fetcher may fetch and this one may not", async () => {
    const cache = new Map<string, unknown>();
    await using world = await setUp({ "/": "page" }, { cache });
    const { site, fetcher } = world;
    await fetcher.fetch(site.url("/"), { maxAgeMs: HOUR });
    expect(cache.size).toBe(1);
    await using strict = createFetcher({ cache });
    await expect(strict.fetch(site.url("/"), { maxAgeMs: HOUR })).rejects.toMatchObject({
      code: "ADDRESS_NOT_ALLOWED",
    });
  });
});
