import { BrowserError } from "dragline/browser";
import { CdpProxyError, isCdpProxyError } from "dragline/cdp-proxy";
import { describe, expect, it } from "vitest";
import { InteractiveStage } from "./interactive-stage.ts";

const { signal } = new AbortController();

async function failureOf(work: Promise<unknown>): Promise<CdpProxyError> {
  const failure: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (isCdpProxyError(failure)) return failure;
  throw new Error(`expected a CdpProxyError; got ${String(failure)}`);
}

describe("createInteractiveSessions: start", () => {
  it("opens the website, for 600 s, under the name of its domain", async () => {
    const stage = new InteractiveStage();
    const started = await stage.start();
    expect(started).toMatchObject({ name: "site.test", expiresAt: stage.clock.now() + 600_000 });
    expect(started.token.length).toBeGreaterThanOrEqual(43);
    expect(stage.browser.channel.of("Page.navigate")).toMatchObject([
      { params: { url: "https://site.test/login" }, sessionId: "s-tab-1" },
    ]);
    expect(stage.interactive.find(started.id)).toMatchObject({ owner: "anna" });
    await stage.interactive[Symbol.asyncDispose]();
  });

  it("makes the domain unique with -2, -3; a name of the caller's own that is taken is refused", async () => {
    const world = new InteractiveStage();
    for (const expected of ["site.test", "site.test-2", "site.test-3"]) {
      const { id, name } = await world.start();
      expect(name).toBe(expected);
      await world.interactive.save({ id, signal });
    }
    expect(await failureOf(world.start("anna", { name: "site.test" }))).toMatchObject({
      code: "DUPLICATE_NAME",
    });
    expect(world.browsers).toHaveLength(3);
    expect(await world.start("anna", { name: "mine" })).toMatchObject({ name: "mine" });
    await world.interactive[Symbol.asyncDispose]();
  });

  it("hands country and proxy to the browser, and remembers the proxy", async () => {
    const stage = new InteractiveStage();
    const proxy = new URL("http://user:pass@proxy.test:8080");
    const { id } = await stage.start("anna", { country: "de", proxy });
    expect(stage.browser.order).toMatchObject({ country: "de", proxy });
    expect(await stage.interactive.save({ id, signal })).toMatchObject({ hasProxy: true });
  });

  it("lets an owner have one, also while it is opened; others have their own", async () => {
    const stage = new InteractiveStage();
    const [first, second] = await Promise.allSettled([stage.start(), stage.start()]);
    expect([first.status, second.status]).toEqual(["fulfilled", "rejected"]);
    await stage.clock.advance(100_000);
    const refused = await failureOf(stage.start());
    const id = first.status === "fulfilled" ? first.value.id : "";
    expect(refused).toMatchObject({
      code: "TOO_MANY_CONNECTIONS",
      details: { sessionId: id, limit: 1, retryAfterMs: 500_000 },
    });
    await stage.start("berta");
    await stage.interactive.end(id);
    await stage.start();
    await stage.interactive[Symbol.asyncDispose]();
  });

  it.each([
    "ftp://site.test/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "site.test",
    "",
    "https://user:pass@site.test/",
    `https://site.test/${"a".repeat(2048)}`,
  ])("refuses the URL %s", async (websiteUrl) => {
    const stage = new InteractiveStage();
    const refused = await failureOf(stage.start("anna", { websiteUrl }));
    expect(refused).toMatchObject({
      code: "INVALID_REQUEST",
      details: { parameter: "websiteUrl" },
    });
    expect(stage.browsers).toEqual([]);
  });

  it("gives name and place back when no browser can be had", async () => {
    const stage = new InteractiveStage();
    stage.takeFailure = new BrowserError("NO_BROWSER_FREE", { message: "none" });
    expect(await failureOf(stage.start())).toMatchObject({ code: "BROWSER_UNAVAILABLE" });
    expect(stage.sessions.names).toEqual([]);
    expect(await stage.start()).toMatchObject({ name: "site.test" });
    await stage.interactive[Symbol.asyncDispose]();
  });

  it("leaves nothing when the caller goes while it is opened", async () => {
    const stage = new InteractiveStage();
    const caller = new AbortController();
    const starting = stage.start("anna", { signal: caller.signal });
    caller.abort(new Error("gone"));
    await expect(starting).rejects.toThrow("gone");
    expect(stage.sessions.names).toEqual([]);
    expect(stage.browsers.every(({ isDisposed }) => isDisposed)).toBe(true);
    await stage.start();
    await stage.interactive[Symbol.asyncDispose]();
  });

  it("records under the session's id when it is asked to", async () => {
    const stage = new InteractiveStage();
    const { id } = await stage.start("anna", { record: true });
    await stage.interactive.end(id);
    expect(stage.recorded.slice(0, 2)).toEqual([`begin ${id}`, `stop ${id}`]);
  });
});

describe("createInteractiveSessions: the end", () => {
  it("ends all after 600 s: browser, name, place, viewer", async () => {
    const stage = new InteractiveStage();
    const { id, token } = await stage.start();
    await stage.clock.advance(599_999);
    expect(stage.browser.isDisposed).toBe(false);
    expect(stage.sessions.kept).toBe(19);
    await stage.clock.advance(1);
    expect(stage.browser.isDisposed).toBe(true);
    expect(stage.browser.channel.isClosed).toBe(true);
    expect(stage.sessions.names).toEqual([]);
    expect(stage.interactive.find(id)).toBeUndefined();
    expect(stage.interactive.viewer(id, token)).toBeUndefined();
    expect(await failureOf(stage.interactive.save({ id, signal }))).toMatchObject({
      code: "SESSION_NOT_FOUND",
    });
    await stage.start();
    await stage.interactive[Symbol.asyncDispose]();
    expect(stage.clock.waiting).toBe(0);
  });

  it("ends when its browser does, and when its name is lost", async () => {
    const stage = new InteractiveStage();
    const first = await stage.start();
    stage.browser.die();
    await stage.clock.advance(0);
    expect(stage.interactive.find(first.id)).toBeUndefined();
    const second = await stage.start();
    stage.sessions.failure = new CdpProxyError("LEASE_LOST", { message: "lost" });
    await stage.clock.advance(30_000);
    expect(stage.interactive.find(second.id)).toBeUndefined();
    expect(stage.browser.isDisposed).toBe(true);
  });

  it("ends by its id, once", async () => {
    const stage = new InteractiveStage();
    const { id } = await stage.start();
    expect(await stage.interactive.end(id)).toBe(true);
    expect(await stage.interactive.end(id)).toBe(false);
    expect(await stage.interactive.end("unknown")).toBe(false);
    expect(stage.sessions.names).toEqual([]);
  });

  it("ends with its owner: disposed, nothing runs and nothing starts", async () => {
    const stage = new InteractiveStage();
    await stage.start();
    await stage.start("berta");
    await stage.interactive[Symbol.asyncDispose]();
    expect(stage.browsers.map(({ isDisposed }) => isDisposed)).toEqual([true, true]);
    expect(stage.sessions.names).toEqual([]);
    expect(stage.clock.waiting).toBe(0);
    expect(await failureOf(stage.start())).toMatchObject({ code: "CLOSED" });
  });
});
