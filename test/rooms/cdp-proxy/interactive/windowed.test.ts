import { describe, expect, it } from "vitest";
import { InteractiveStage } from "./interactive-stage.ts";

describe("createInteractiveSessions: windowed", () => {
  it("leaves pages as they are, and saves when the last window is closed", async () => {
    const stage = new InteractiveStage({ windowed: true });
    const { ended } = await stage.start();
    const { channel } = stage.browser;
    const id = channel.popup("https://sso.test/");
    await stage.clock.advance(0);
    channel.event("Target.targetDestroyed", { targetId: id });
    await stage.clock.advance(0);
    expect(stage.browser.isDisposed).toBe(false);
    channel.event("Target.targetDestroyed", { targetId: "tab-1" });
    expect(await ended).toMatchObject({ name: "site.test", isSaved: true });
    expect(channel.sent.map(({ method }) => method)).toEqual([
      "Target.getTargets",
      "Target.attachToTarget",
      "Target.setDiscoverTargets",
      "Page.navigate",
      "Target.attachToTarget",
    ]);
    await stage.interactive[Symbol.asyncDispose]();
  });

  it("saves what it stored some seconds before when the browser is quit", async () => {
    const stage = new InteractiveStage({ windowed: true });
    const { ended } = await stage.start();
    await stage.clock.advance(4000);
    expect(stage.browser.saves).toHaveLength(1);
    stage.browser.die();
    expect(await ended).toMatchObject({ isSaved: true });
    await stage.interactive[Symbol.asyncDispose]();
    expect(stage.clock.waiting).toBe(0);
  });

  it("saves nothing when it is ended, or quit before anything was seen", async () => {
    const stage = new InteractiveStage({ windowed: true });
    const first = await stage.start();
    stage.browser.die();
    expect(await first.ended).toBeUndefined();
    const second = await stage.start();
    await stage.clock.advance(8000);
    await stage.interactive.end(second.id);
    expect(await second.ended).toBeUndefined();
    expect(stage.sessions.names).toEqual([]);
  });
});
