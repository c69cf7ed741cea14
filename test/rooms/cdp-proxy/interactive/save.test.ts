import { BrowserError } from "dragline/browser";
import { isCdpProxyError } from "dragline/cdp-proxy";
import { describe, expect, it } from "vitest";
import { FakeSocket } from "./fake-socket.ts";
import { InteractiveStage } from "./interactive-stage.ts";

const { signal } = new AbortController();

describe("createInteractiveSessions: save", () => {
  it("saves the state of all origins that were visited, and ends the browser", async () => {
    const stage = new InteractiveStage();
    const { id } = await stage.start();
    const { channel } = stage.browser;
    const info = { targetId: "tab-1", type: "page", title: "t", url: "https://site.test/login" };
    channel.event("Target.targetInfoChanged", { targetInfo: info });
    const frame = { url: "https://id.test:8443/frame" };
    channel.event("Page.frameNavigated", { frame }, "s-tab-1");
    channel.popup("https://sso.test/");
    channel.popup("chrome://version/");
    await stage.clock.advance(0);
    const saved = await stage.interactive.save({ id, signal });
    expect(saved).toMatchObject({ id, name: "site.test", isSaved: true });
    expect(stage.browser.saves).toEqual([
      { origins: ["https://site.test", "https://id.test:8443", "https://sso.test"] },
    ]);
    expect(stage.browser.isDisposed).toBe(true);
    expect(stage.sessions.rows.get(id)?.content).toEqual({ state: stage.state });
    await expect(stage.interactive.save({ id, signal })).rejects.toThrow("no open interactive");
  });

  it("keeps the browser open when the name is another session's", async () => {
    const stage = new InteractiveStage();
    await stage.interactive.save({ id: (await stage.start()).id, signal });
    const { id } = await stage.start("anna", { name: "second" });
    const refused = await stage.interactive
      .save({ id, name: "site.test", signal })
      .catch((error: unknown) => error);
    expect(isCdpProxyError(refused, "DUPLICATE_NAME")).toBe(true);
    expect(stage.browser.isDisposed).toBe(false);
    expect(stage.browser.saves).toEqual([]);
    const saved = await stage.interactive.save({ id, name: "third", signal });
    expect(saved).toMatchObject({ name: "third" });
  });

  it("keeps the browser open when the store fails, so that it can be tried again", async () => {
    const stage = new InteractiveStage();
    const { id } = await stage.start();
    stage.sessions.failure = new Error("the disk is full");
    await expect(stage.interactive.save({ id, signal })).rejects.toThrow("the disk is full");
    expect(stage.browser.isDisposed).toBe(false);
    expect(await stage.interactive.save({ id, signal })).toMatchObject({ isSaved: true });
  });

  it("says that the browser is gone when it ends meanwhile", async () => {
    const stage = new InteractiveStage();
    const { id } = await stage.start();
    const lost = Promise.reject(new BrowserError("BROWSER_LOST", { message: "gone" }));
    lost.catch(() => {});
    stage.saving = lost;
    const failure = await stage.interactive.save({ id, signal }).catch((error: unknown) => error);
    expect(isCdpProxyError(failure, "BROWSER_UNAVAILABLE")).toBe(true);
    await stage.interactive[Symbol.asyncDispose]();
  });

  it("saves once when it is asked twice at a time", async () => {
    const stage = new InteractiveStage();
    const { id } = await stage.start();
    const results = await Promise.allSettled([
      stage.interactive.save({ id, signal }),
      stage.interactive.save({ id, signal }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(stage.browser.saves).toHaveLength(1);
  });

  it("finishes a save that has begun when the time is over", async () => {
    const stage = new InteractiveStage();
    const { id } = await stage.start();
    const held = Promise.withResolvers<void>();
    stage.saving = held.promise;
    const saving = stage.interactive.save({ id, signal });
    await stage.clock.advance(600_000);
    expect(stage.browser.isDisposed).toBe(false);
    held.resolve();
    expect(await saving).toMatchObject({ isSaved: true });
  });

  it("takes no notice of the pages that a save opens", async () => {
    const stage = new InteractiveStage();
    const { id } = await stage.start();
    const held = Promise.withResolvers<void>();
    stage.saving = held.promise;
    const saving = stage.interactive.save({ id, signal });
    stage.browser.channel.popup("https://site.test/");
    held.resolve();
    await saving;
    expect(stage.browser.channel.of("Target.attachToTarget")).toHaveLength(1);
  });

  it("is done by the viewer too; then the owner is given what was saved, once, under a new name", async () => {
    const stage = new InteractiveStage();
    const { id, token } = await stage.start();
    const socket = new FakeSocket();
    const shown = stage.interactive.viewer(id, token)?.accept(socket);
    socket.say({ type: "save", name: "" });
    await shown;
    expect(socket.closed).toEqual({ code: 4000, reason: "saved" });
    expect(stage.interactive.viewer(id, token)).toBeUndefined();
    expect(await stage.interactive.save({ id, name: "mine", signal })).toMatchObject({
      id,
      name: "mine",
    });
    expect(stage.interactive.find(id)).toBeUndefined();
    expect(stage.clock.waiting).toBe(0);
  });

  it("tells the viewer why it could not be done", async () => {
    const stage = new InteractiveStage();
    await stage.interactive.save({ id: (await stage.start()).id, signal });
    const { id, token } = await stage.start();
    const socket = new FakeSocket();
    void stage.interactive.viewer(id, token)?.accept(socket);
    socket.say({ type: "save", name: "site.test" });
    await stage.clock.advance(0);
    expect(socket.last("unsaved")).toEqual({ type: "unsaved", message: "The name is taken." });
    expect(stage.browser.isDisposed).toBe(false);
    await stage.interactive[Symbol.asyncDispose]();
  });
});
