import { isCdpProxyError } from "dragline/cdp-proxy";
import { describe, expect, it } from "vitest";
import { FakeSocket } from "./fake-socket.ts";
import { InteractiveStage } from "./interactive-stage.ts";

const { signal } = new AbortController();

/** A stage with a session that somebody sees. */
async function shown() {
  const stage = new InteractiveStage();
  const { id, token } = await stage.start();
  const socket = new FakeSocket();
  void stage.interactive.viewer(id, token)?.accept(socket);
  return { stage, id, socket };
}

describe("createInteractiveSessions: drain", () => {
  it("closes viewers with 1001, saves nothing that nobody asked to save, and starts nothing", async () => {
    const { stage, id, socket } = await shown();
    await stage.start("berta");
    await stage.interactive.drain();
    expect(socket.closed).toEqual({ code: 1001, reason: "draining" });
    expect(stage.browsers.map(({ isDisposed }) => isDisposed)).toEqual([true, true]);
    expect(stage.browsers.flatMap(({ saves }) => saves)).toEqual([]);
    expect(stage.sessions.names).toEqual([]);
    expect(stage.interactive.find(id)).toBeUndefined();
    const refused = await stage.start().catch((error: unknown) => error);
    expect(isCdpProxyError(refused, "DRAINING")).toBe(true);
    await stage.interactive[Symbol.asyncDispose]();
    expect(stage.clock.waiting).toBe(0);
  });

  it("finishes a save that has begun", async () => {
    const { stage, id, socket } = await shown();
    const reading = Promise.withResolvers<void>();
    stage.saving = reading.promise;
    const saving = stage.interactive.save({ id, signal });
    const drained = stage.interactive.drain();
    await stage.clock.advance(5000);
    expect(stage.browser.isDisposed).toBe(false);
    reading.resolve();
    expect(await saving).toMatchObject({ id, isSaved: true });
    await drained;
    expect(socket.closed).toEqual({ code: 4000, reason: "saved" });
    expect(stage.browser.isDisposed).toBe(true);
  });

  it("waits no longer than 15 s for a save that hangs", async () => {
    const { stage, id, socket } = await shown();
    stage.saving = new Promise(() => {});
    stage.interactive.save({ id, signal }).catch(() => {});
    const drained = stage.interactive.drain();
    await stage.clock.timerOf(15_000);
    await stage.clock.advance(15_000);
    await drained;
    expect(socket.closed).toMatchObject({ code: 1001 });
    expect([stage.browser.isDisposed, stage.sessions.names]).toEqual([true, []]);
  });

  it("gives up a session that is being opened", async () => {
    const stage = new InteractiveStage();
    const starting = stage.start().catch((error: unknown) => error);
    await stage.interactive.drain();
    expect(isCdpProxyError(await starting, "DRAINING")).toBe(true);
    expect(stage.browsers.every(({ isDisposed }) => isDisposed)).toBe(true);
  });
});
