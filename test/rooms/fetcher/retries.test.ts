import type { Ids } from "dragline";
import { createFetcher, type FetcherOptions } from "dragline/fetcher";
import { createRawSite, createSite, FakeClock, FakeIds, type SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { retryResponse } from "../../../src/fetcher/run/retry.ts";
import { failureOf } from "./failures.ts";

/** Fails so often, then succeeds. */
function failing(
  times: number,
  failure: SiteRoute,
  success: SiteRoute = { body: "page" },
): SiteRoute {
  let left = times;
  return (request, response) => {
    left -= 1;
    const route = left < 0 ? success : failure;
    if (typeof route === "function") route(request, response);
    else if (typeof route === "object") {
      response.writeHead(route.status ?? 200, { ...route.headers } as Record<string, string>);
      response.end(route.body ?? "sorry");
    }
  };
}

/** Chance in the middle: the first wait is 375 ms, the second 750. */
const ids: Ids = { uuid: () => "", token: () => "", random: () => 0.5 };

/** Fetches, and lets the waits pass that are expected. */
async function fetchOf(route: SiteRoute, waits: readonly number[], options: FetcherOptions = {}) {
  const clock = new FakeClock();
  await using site = await createSite({ "/": route });
  await using fetcher = createFetcher({ clock, ids }, { allow: ["127.0.0.1"], ...options });
  const fetching = fetcher.fetch(site.url("/"));
  for (const ms of waits) {
    await clock.timerOf(ms);
    await clock.advance(ms);
  }
  return { page: await fetching, requests: site.requests.length };
}

describe("retries", () => {
  it.each([408, 425, 429, 502, 503, 504])(
    "follow status %i, with a growing wait",
    async (status) => {
      const { page } = await fetchOf(failing(2, { status }), [375, 750]);
      expect([page.status, page.text, page.attempts]).toEqual([200, "page", 3]);
    },
  );

  it.each([400, 401, 403, 404, 500, 501])("do not follow status %i", async (status) => {
    const { page, requests } = await fetchOf(failing(1, { status }), []);
    expect([page.status, page.attempts, requests]).toEqual([status, 1, 1]);
  });

  it("end with the last response as the page", async () => {
    const { page, requests } = await fetchOf({ status: 503, body: "sorry" }, [375, 750]);
    expect([page.status, page.text, page.attempts, requests]).toEqual([503, "sorry", 3, 3]);
  });

  it("can be none", async () => {
    const { page, requests } = await fetchOf({ status: 503, body: "sorry" }, [], { retries: 0 });
    expect([page.status, page.attempts, requests]).toEqual([503, 1, 1]);
  });

  it("follow a lost connection", async () => {
    const { page } = await fetchOf(
      failing(1, (request) => request.socket.destroy()),
      [375],
    );
    expect([page.text, page.attempts]).toEqual(["page", 2]);
  });

  it("follow a connection lost in the middle of the body", async () => {
    const { page } = await fetchOf(
      failing(1, (request, response) => {
        response.writeHead(200, { "content-length": "100" });
        response.write("part", () => request.socket.destroy());
      }),
      [375],
    );
    expect([page.text, page.attempts]).toEqual(["page", 2]);
  });

  it("give up on a connection that is always lost", async () => {
    const clock = new FakeClock();
    await using site = await createRawSite((socket) => socket.once("data", () => socket.destroy()));
    await using fetcher = createFetcher({ clock, ids }, { allow: ["127.0.0.1"] });
    const failing = failureOf(fetcher.fetch(site.url("/")));
    for (const ms of [375, 750]) {
      await clock.timerOf(ms);
      await clock.advance(ms);
    }
    expect((await failing).code).toBe("CONNECTION_LOST");
    expect(site.connections).toBe(3);
  });

  it.each([
    ["ENOTFOUND", []],
    ["ENODATA", []],
    ["EAI_AGAIN", [375, 750]],
    ["ESERVFAIL", [375, 750]],
  ])("of a name that gives %s wait for %j ms", async (code, waits) => {
    const clock = new FakeClock();
    let asked = 0;
    const resolver = {
      async resolve(): Promise<never> {
        asked += 1;
        throw Object.assign(new Error("no"), { code });
      },
    };
    await using fetcher = createFetcher({ clock, resolver, ids });
    const failing = failureOf(fetcher.fetch("http://a.test/"));
    for (const ms of waits) {
      await clock.timerOf(ms);
      await clock.advance(ms);
    }
    expect([(await failing).code, asked]).toEqual(["DNS_FAILED", waits.length + 1]);
  });

  it("wait as long as Retry-After asks", async () => {
    const route = failing(1, { status: 429, headers: { "retry-after": "7" } });
    expect((await fetchOf(route, [7_000])).page.text).toBe("page");
  });

  it("do not wait longer than the limit: the response is the page", async () => {
    const route = failing(1, { status: 429, headers: { "retry-after": "11" } });
    const { page, requests } = await fetchOf(route, []);
    expect([page.status, page.text, requests]).toEqual([429, "sorry", 1]);
  });

  it("do not wait beyond the deadline", async () => {
    const route = failing(1, { status: 503, headers: { "retry-after": "9" } });
    const { page, requests } = await fetchOf(route, [], { timeoutMs: 8_000 });
    expect([page.status, page.text, requests]).toEqual([503, "sorry", 1]);
  });

  it("share one budget with redirects", async () => {
    const clock = new FakeClock();
    await using site = await createSite({
      "/": failing(1, { status: 503 }, { status: 302, headers: { location: "/next" } }),
      "/next": { status: 503, body: "sorry" },
    });
    const options = { allow: ["127.0.0.1"], retries: 2 };
    await using fetcher = createFetcher({ clock, ids }, options);
    const fetching = fetcher.fetch(site.url("/"));
    for (const ms of [375, 750]) {
      await clock.timerOf(ms);
      await clock.advance(ms);
    }
    const page = await fetching;
    expect([page.status, page.attempts, site.requests.length]).toEqual([503, 3, 4]);
  });
});

describe("retryResponse", () => {
  const clock = new FakeClock(Date.UTC(2026, 0, 1));
  const scope = { clock, ids: new FakeIds(), maxRetryAfterMs: 10_000 };

  it.each([
    ["0", 0],
    ["5", 5_000],
    ["10", 10_000],
    ["11", undefined],
    ["999999999", undefined],
    ["Thu, 01 Jan 2026 00:00:04 GMT", 4_000],
    ["Wed, 31 Dec 2025 00:00:00 GMT", 0],
    ["Fri, 02 Jan 2026 00:00:00 GMT", undefined],
  ])("reads Retry-After: %s as %s ms", (header, expected) => {
    const response = { status: 503, headers: { "retry-after": header } };
    expect(retryResponse(response, 1, scope)).toBe(expected);
  });

  it.each(["", "soon", "-5", "1.5", "1e3"])("does not believe Retry-After: %j", (header) => {
    const wait = retryResponse({ status: 503, headers: { "retry-after": header } }, 1, scope);
    expect(wait).toBeGreaterThanOrEqual(250);
  });
});
