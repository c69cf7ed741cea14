import { describe, expect, it } from "vitest";
import { FakeSocket } from "./fake-socket.ts";
import { InteractiveStage } from "./interactive-stage.ts";

const { signal } = new AbortController();
const purpose = "connect:docks";

describe("createInteractiveSessions: take", () => {
  it("hands the state over, ends the browser, and stores and reserves nothing", async () => {
    const stage = new InteractiveStage();
    const { id } = await stage.start("anna", { purpose });
    expect(stage.interactive.find(id)).toMatchObject({ owner: "anna", purpose });
    expect(stage.sessions.rows.size).toBe(0);
    const order = { id, purpose, signal };
    expect(await stage.interactive.take(order, async (state) => state)).toBe(stage.state);
    expect(stage.browser.isDisposed).toBe(true);
    expect(stage.sessions.rows.size).toBe(0);
    await expect(stage.interactive.take(order, async () => 0)).rejects.toThrow("no open");
  });

  it("keeps the browser when the state is refused, for another try", async () => {
    const stage = new InteractiveStage();
    const order = { id: (await stage.start("anna", { purpose })).id, purpose, signal };
    const refuse = () => Promise.reject(new Error("no cookie"));
    await expect(stage.interactive.take(order, refuse)).rejects.toThrow("no cookie");
    expect(stage.browser.isDisposed).toBe(false);
    expect(await stage.interactive.take(order, async () => "taken")).toBe("taken");
  });

  it("gives one of two at once the state", async () => {
    const stage = new InteractiveStage();
    const order = { id: (await stage.start("anna", { purpose })).id, purpose, signal };
    const take = () => stage.interactive.take(order, async () => "taken");
    const both = await Promise.allSettled([take(), take()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("refuses another purpose, a save of it, and a take of what is to be saved", async () => {
    const stage = new InteractiveStage();
    const { id } = await stage.start("anna", { purpose });
    const other = { id, purpose: "connect:quay", signal };
    await expect(stage.interactive.take(other, async () => 0)).rejects.toThrow("no open");
    await expect(stage.interactive.save({ id, signal })).rejects.toThrow("no open");
    const { id: plain } = await stage.start("bert");
    const wrong = { id: plain, purpose, signal };
    await expect(stage.interactive.take(wrong, async () => 0)).rejects.toThrow("no open");
    expect(stage.browser.isDisposed).toBe(false);
  });

  it.each(["take", "end", "time"])(
    "keeps what the viewer's own button saved until %s",
    async (how) => {
      const stage = new InteractiveStage();
      const { id, token } = await stage.start("anna", { purpose });
      const socket = new FakeSocket();
      void stage.interactive.viewer(id, token)?.accept(socket);
      socket.say({ type: "save", name: "" });
      while (!stage.browser.isDisposed) await stage.clock.advance(0);
      expect(stage.interactive.find(id)).toMatchObject({ purpose });
      const order = { id, purpose, signal };
      const refuse = () => Promise.reject(new Error("no cookie"));
      await expect(stage.interactive.take(order, refuse)).rejects.toThrow("no cookie");
      if (how === "take") await stage.interactive.take(order, async () => 0);
      if (how === "end") expect(await stage.interactive.end(id)).toBe(true);
      if (how === "time") await stage.clock.advance(600_000);
      expect(stage.interactive.find(id)).toBeUndefined();
      await expect(stage.interactive.take(order, async () => 0)).rejects.toThrow("no open");
      expect(stage.sessions.rows.size).toBe(0);
    },
  );
});
