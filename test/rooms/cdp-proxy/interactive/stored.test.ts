import { createCdpProxy, createInteractiveSessions, StorageLook } from "dragline/cdp-proxy";
import type { RemoteBrowsers } from "dragline/browser";
import { FakeClock } from "dragline/testing";
import { describe, expect, it, vi } from "vitest";
import { FakeSocket } from "./fake-socket.ts";
import { InteractiveStage } from "./interactive-stage.ts";

const GIB = 1_073_741_824;
const { signal } = new AbortController();

/** One look at what is stored, and what follows. */
async function look(stage: InteractiveStage): Promise<void> {
  await stage.clock.advance(1000);
  await stage.clock.advance(0);
}

describe("createInteractiveSessions: what browsers store", () => {
  it("ends a session whose browser wrote more than 1 GiB, and leaves nothing of it", async () => {
    const stage = new InteractiveStage();
    const { id, ended, whyEnded } = await stage.start();
    stage.browser.stored = GIB + 1;
    await look(stage);
    expect(await ended).toBeUndefined();
    expect(whyEnded()).toBe("tooMuchStored");
    expect(stage.browser.isDisposed).toBe(true);
    expect(stage.sessions.names).toEqual([]);
    expect(stage.interactive.find(id)).toBeUndefined();
    expect(stage.clock.waiting).toBe(0);
  });

  it("leaves one alone that wrote just as much as it may", async () => {
    const stage = new InteractiveStage();
    const { id, whyEnded } = await stage.start();
    stage.browser.stored = GIB;
    await look(stage);
    expect(whyEnded()).toBeUndefined();
    await stage.interactive.save({ id, signal });
    expect(whyEnded()).toBe("saved");
    expect(stage.clock.waiting).toBe(0);
  });

  it("tells the viewer why, by a close code of its own", async () => {
    const stage = new InteractiveStage();
    const { id, token } = await stage.start();
    const socket = new FakeSocket();
    const shown = stage.interactive.viewer(id, token)?.accept(socket);
    stage.browser.stored = GIB + 1;
    await look(stage);
    await shown;
    expect(socket.closed).toMatchObject({ code: 4003, reason: "tooMuchStored" });
  });

  it("saves nothing of it, also where its window would be saved at its end", async () => {
    const stage = new InteractiveStage({ windowed: true });
    const { ended } = await stage.start();
    await stage.clock.advance(4000);
    expect(stage.browser.saves).toHaveLength(1);
    stage.browser.stored = GIB + 1;
    await look(stage);
    stage.browser.die();
    expect(await ended).toBeUndefined();
    expect(stage.sessions.names).toEqual([]);
  });

  it("gives the owner the place back", async () => {
    const stage = new InteractiveStage();
    const first = await stage.start();
    stage.browser.stored = GIB + 1;
    await look(stage);
    await first.ended;
    expect(await stage.start()).toMatchObject({ name: "site.test" });
    await stage.interactive[Symbol.asyncDispose]();
    expect(stage.clock.waiting).toBe(0);
  });

  it("counts sessions and connections of a host together, and ends the largest", async () => {
    const clock = new FakeClock();
    const storage = new StorageLook(clock, {
      maxConnectionBytes: 100,
      maxOwnerBytes: 150,
      maxHostBytes: 160,
    });
    const stage = new InteractiveStage({}, { clock, storage });
    const exceed = vi.fn<() => void>();
    storage.add({ owner: "berta", browser: { stored: async () => 80 }, exceed });
    const { ended, whyEnded } = await stage.start();
    stage.browser.stored = 81;
    await look(stage);
    expect(await ended).toBeUndefined();
    expect(whyEnded()).toBe("tooMuchStored");
    expect(exceed).not.toHaveBeenCalled();
    storage[Symbol.dispose]();
  });

  it("takes a look in place of limits of its own, as a proxy does, but nothing else", () => {
    const browsers = { take: () => Promise.reject(new Error("none")) } as unknown as RemoteBrowsers;
    const { sessions } = new InteractiveStage();
    for (const maxHostBytes of [0, Number.NaN, -1]) {
      const limits = { maxConnectionBytes: 1, maxOwnerBytes: 1, maxHostBytes };
      expect(() => new StorageLook(new FakeClock(), limits)).toThrow("maxHostBytes");
    }
    const limits = { maxConnectionBytes: 1, maxOwnerBytes: 1, maxHostBytes: 1 };
    const storage = new StorageLook(new FakeClock(), limits);
    expect(createCdpProxy({ browsers, storage })).toBeDefined();
    const parts = { browsers, sessions: sessions.asStore(), storage };
    expect(createInteractiveSessions(parts)).toBeDefined();
  });
});
