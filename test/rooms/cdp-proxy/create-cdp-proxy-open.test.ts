import { CdpProxyError } from "dragline/cdp-proxy";
import { describe, expect, it } from "vitest";
import { OWNER, proxyError, ProxyStage, SESSION_ID, type Step } from "./proxy-stage.ts";

const everything = { sessionId: SESSION_ID, saveSession: "new", saveUrl: "https://site.test/" };
const opened = ["find", "hold", "reserve", "admit", "proxyFor", "proxyFor"];
const ready = [...opened, "take", "loadState", "record", "attach"];

describe("CdpProxy.open", () => {
  it("makes everything ready in the order in which the interface checks", async () => {
    const stage = new ProxyStage();
    const acceptor = await stage.proxy.open(stage.order({ ...everything, country: "de" }));
    expect(stage.log).toEqual(ready);
    expect(acceptor.connectionId).toMatch(/^[\w-]{1,64}$/);
    expect(stage.proxy.status()).toEqual({ connections: 1, waiting: 3, memoryBytes: 0 });
    await acceptor.leave();
    expect(stage.leaks).toEqual({});
    expect(stage.refunds).toEqual([true]);
  });

  const steps: readonly Step[] = [
    "hold",
    "reserve",
    "admit",
    "take",
    "loadState",
    "record",
    "attach",
  ];
  it.each(steps)("gives back once what it took when %s fails", async (step) => {
    const stage = new ProxyStage();
    stage.fail(step, proxyError("SESSION_IN_USE"));
    await expect(stage.proxy.open(stage.order(everything))).rejects.toBeInstanceOf(CdpProxyError);
    expect(stage.leaks).toEqual({});
    expect(stage.proxy.status().connections).toBe(0);
  });

  const all: readonly Step[] = ["find", ...steps.slice(0, 3), "proxyFor", ...steps.slice(3)];
  it.each(all)("gives back once what it took when the client goes during %s", async (step) => {
    const stage = new ProxyStage();
    const gone = new AbortController();
    stage.faults.set(step, async () => gone.abort(new Error("gone")));
    const opening = stage.proxy.open(stage.order({ ...everything, signal: gone.signal }));
    await expect(opening).rejects.toThrow("gone");
    expect(stage.leaks).toEqual({});
    expect(stage.refunds.every((refund) => refund)).toBe(true);
  });

  it("tells the first failure, also when giving back fails", async () => {
    const stage = new ProxyStage();
    stage.fail("attach");
    stage.fail("end", new Error("the browser would not end"));
    const opening = stage.proxy.open(stage.order(everything));
    await expect(opening).rejects.toMatchObject({ code: "BROWSER_UNAVAILABLE" });
    expect(stage.leaks).toEqual({});
  });

  it.each([
    ["a session of another owner", { owner: "other" }],
    ["no session", undefined],
  ])("finds none for %s", async (_, other) => {
    const stage = new ProxyStage();
    stage.session = other && stage.session && { ...stage.session, ...other };
    const opening = stage.proxy.open(stage.order({ sessionId: SESSION_ID }));
    await expect(opening).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
    expect(stage.log).toEqual(["find"]);
  });

  it("finds none by an id that is no UUID, without a look", async () => {
    const stage = new ProxyStage();
    const opening = stage.proxy.open(stage.order({ sessionId: "1 OR 1", sessionName: "loaded" }));
    await expect(opening).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
    expect(stage.log).toEqual([]);
  });

  it.each([
    [{ saveSession: "" }, "save_session"],
    [{ saveSession: "x".repeat(101) }, "save_session"],
    [{ saveSession: "\uD800" }, "save_session"],
    [{ saveSession: "n", saveUrl: "ftp://site.test" }, "save_url"],
    [{ saveUrl: `https://site.test/${"x".repeat(2048)}` }, "save_url"],
    [{ saveUrl: "https://user:secret@site.test/" }, "save_url"],
  ])("refuses %j", async (parts, parameter) => {
    const stage = new ProxyStage();
    const error: unknown = await stage.proxy.open(stage.order(parts)).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "INVALID_REQUEST", details: { parameter } });
    expect(String(error)).not.toContain("secret");
    expect(stage.log).toEqual([]);
  });

  it("neither finds nor saves without a session store", async () => {
    const stage = new ProxyStage({}, { bare: true });
    const named = stage.proxy.open(stage.order({ sessionName: "loaded" }));
    await expect(named).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
    const saving = stage.proxy.open(stage.order({ saveSession: "new" }));
    await expect(saving).rejects.toMatchObject({ code: "NOT_CONFIGURED" });
  });

  it("counts an owner's connections where no admission is given", async () => {
    const stage = new ProxyStage({ maxPerOwner: 2 }, { bare: true });
    const first = await stage.proxy.open(stage.order());
    await stage.proxy.open(stage.order());
    const third = stage.proxy.open(stage.order());
    const details = { limit: 2, retryAfterMs: 30_000 };
    await expect(third).rejects.toMatchObject({ code: "TOO_MANY_CONNECTIONS", details });
    await stage.proxy.open(stage.order({ owner: "other" }));
    await first.leave();
    await first.leave();
    await stage.proxy.open(stage.order());
    await expect(stage.proxy.open(stage.order())).rejects.toThrow("At most 2 connections");
  });

  it("says why no browser could be had", async () => {
    const stage = new ProxyStage();
    const cause = new Error("no Chromium");
    stage.fail("take", cause);
    const opening = stage.proxy.open(stage.order());
    await expect(opening).rejects.toMatchObject({ code: "BROWSER_UNAVAILABLE", cause });
  });

  it("keeps what it holds while it waits for a browser", async () => {
    const stage = new ProxyStage();
    const { promise, resolve } = Promise.withResolvers<void>();
    const waits = new Promise<void>((reached) => {
      stage.faults.set("take", () => {
        reached();
        return promise;
      });
    });
    const opening = stage.proxy.open(stage.order(everything));
    await waits;
    await stage.clock.advance(61_000);
    const kept = stage.log.filter((entry) => entry.startsWith("keep"));
    expect(kept.toSorted()).toEqual(
      ["hold", "hold", "place", "place", "reserve", "reserve"].map((name) => `keep ${name}`),
    );
    resolve();
    await (await opening).leave();
    expect(stage.clock.waiting).toBe(0);
  });

  it("is given up when nobody comes for it within the idle time", async () => {
    const stage = new ProxyStage();
    await stage.proxy.open(stage.order(everything));
    await stage.clock.advance(60_000);
    expect(stage.leaks).toEqual({});
    expect(stage.refunds).toEqual([true]);
    expect(stage.proxy.status().connections).toBe(0);
  });
});

describe("country", () => {
  const proxyUrls = { DE: new URL("http://de.test"), US: new URL("http://us.test") };
  it.each([
    ["de", "DE", "http://de.test/"],
    ["fr", "US", "http://us.test/"],
    ["Germany", "US", "http://us.test/"],
    [undefined, "US", "http://us.test/"],
  ])("%s leads through %s", async (country, expected, proxy) => {
    const stage = new ProxyStage();
    stage.proxyUrls = proxyUrls;
    await (await stage.proxy.open(stage.order({ country }))).leave();
    expect(stage.ways).toEqual([{ country: expected, proxy }]);
  });

  it("does not count where a session remembers its proxy", async () => {
    const stage = new ProxyStage();
    stage.proxyUrls = proxyUrls;
    stage.remembered = new URL("http://static.test");
    const order = stage.order({ owner: OWNER, sessionName: "loaded", country: "de" });
    await (await stage.proxy.open(order)).leave();
    expect(stage.ways).toEqual([{ country: "DE", proxy: "http://static.test/" }]);
  });
});
