import { createFetcher } from "dragline/fetcher";
import { createRawSite, createSite, FakeClock, type Site } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { reasonOf } from "./failures.ts";
import { createInternet } from "./internet.ts";

const allow = ["127.0.0.1"];
const reason = new Error("enough");

describe("cancelling a fetch", () => {
  it("before it begins sends nothing", async () => {
    await using site = await createSite({ "/": "page" });
    await using fetcher = createFetcher({}, { allow });
    const signal = AbortSignal.abort(reason);
    expect(await reasonOf(fetcher.fetch(site.url("/"), { signal }))).toBe(reason);
    expect(site.connections).toBe(0);
  });

  it("while the name resolves ends it", async () => {
    const control = new AbortController();
    let aborted = false;
    const resolver = {
      resolve(_: string, signal: AbortSignal): Promise<never> {
        return new Promise((__, reject) => {
          signal.addEventListener("abort", () => {
            aborted = true;
            reject(signal.reason);
          });
          queueMicrotask(() => control.abort(reason));
        });
      },
    };
    await using fetcher = createFetcher({ resolver });
    const { signal } = control;
    expect(await reasonOf(fetcher.fetch("http://a.test/", { signal }))).toBe(reason);
    expect(aborted).toBe(true);
  });

  it("during the TLS handshake closes the socket", async () => {
    const control = new AbortController();
    await using site = await createRawSite((socket) =>
      socket.once("data", () => control.abort(reason)),
    );
    const internet = createInternet({ "a.test": site });
    await using fetcher = createFetcher(internet);
    const { signal } = control;
    expect(await reasonOf(fetcher.fetch("https://a.test/", { signal }))).toBe(reason);
    await site.idle();
  });

  it("before the response closes the socket", async () => {
    const control = new AbortController();
    await using site = await createSite({ "/": () => control.abort(reason) });
    await using fetcher = createFetcher({}, { allow });
    const { signal } = control;
    expect(await reasonOf(fetcher.fetch(site.url("/"), { signal }))).toBe(reason);
    await site.idle();
    expect(site.requests.length).toBe(1);
  });

  it("on a connection used before closes it too", async () => {
    const control = new AbortController();
    await using site = await createSite({
      "/1": "page",
      "/2": () => control.abort(reason),
    });
    await using fetcher = createFetcher({}, { allow });
    await fetcher.fetch(site.url("/1"));
    const { signal } = control;
    expect(await reasonOf(fetcher.fetch(site.url("/2"), { signal }))).toBe(reason);
    await site.idle();
  });

  it.each([
    ["plain", {}],
    ["gzip", { "content-encoding": "gzip" }],
    ["br", { "content-encoding": "br" }],
    ["zstd", { "content-encoding": "zstd" }],
  ])("in the middle of a %s body closes the socket", async (_, headers) => {
    const clock = new FakeClock();
    const control = new AbortController();
    await using site = await createSite({
      "/": (__, response) => {
        response.writeHead(200, headers);
        response.write("");
        response.flushHeaders();
      },
    });
    await using fetcher = createFetcher({ clock }, { allow, idleTimeoutMs: 7_000 });
    const { signal } = control;
    const fetching = reasonOf(fetcher.fetch(site.url("/"), { signal }));
    await clock.timerOf(7_000);
    control.abort(reason);
    expect(await fetching).toBe(reason);
    await site.idle();
    expect(clock.waiting).toBe(0);
  });

  it("while it waits to try again ends the wait", async () => {
    const clock = new FakeClock();
    const control = new AbortController();
    await using site = await createSite({ "/": { status: 503, headers: { "retry-after": "5" } } });
    await using fetcher = createFetcher({ clock }, { allow, idleTimeoutMs: 7_000 });
    const { signal } = control;
    const fetching = reasonOf(fetcher.fetch(site.url("/"), { signal }));
    await clock.timerOf(5_000);
    control.abort(reason);
    expect(await fetching).toBe(reason);
    expect([site.requests.length, clock.waiting]).toEqual([1, 0]);
  });

  it("in the middle of a redirect's body ends it", async () => {
    const clock = new FakeClock();
    const control = new AbortController();
    await using site = await createSite({
      "/": (_, response) => {
        response.writeHead(302, { location: "/next" });
        response.write("part");
      },
      "/next": "next",
    });
    await using fetcher = createFetcher({ clock }, { allow, idleTimeoutMs: 7_000 });
    const { signal } = control;
    const fetching = reasonOf(fetcher.fetch(site.url("/"), { signal }));
    await clock.timerOf(7_000);
    control.abort(reason);
    expect(await fetching).toBe(reason);
    await site.idle();
    expect(site.requests.length).toBe(1);
  });

  it("leaves other fetches alone", async () => {
    const control = new AbortController();
    const finish: (() => void)[] = [];
    await using site = await createSite({
      "*": (_, response) => void finish.push(() => response.end("page")),
    });
    await using fetcher = createFetcher({}, { allow });
    const other = fetcher.fetch(site.url("/other"));
    const fetching = reasonOf(fetcher.fetch(site.url("/own"), { signal: control.signal }));
    await Promise.all([site.seen("/other"), site.seen("/own")]);
    control.abort(reason);
    expect(await fetching).toBe(reason);
    for (const end of finish) end();
    expect((await other).text).toBe("page");
  });

  it("with a falsy reason throws that reason", async () => {
    const control = new AbortController();
    await using site = await createSite({ "/": () => control.abort(null) });
    await using fetcher = createFetcher({}, { allow });
    const { signal } = control;
    expect(await reasonOf(fetcher.fetch(site.url("/"), { signal }))).toBe(null);
  });

  it("after it has ended does nothing", async () => {
    const control = new AbortController();
    await using site: Site = await createSite({ "/": "page" });
    await using fetcher = createFetcher({}, { allow });
    await fetcher.fetch(site.url("/"), { signal: control.signal });
    control.abort(reason);
    expect((await fetcher.fetch(site.url("/"))).text).toBe("page");
    expect(site.connections).toBe(1);
  });
});
