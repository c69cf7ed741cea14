import { describe, expect, it } from "vitest";
import type { RunCall } from "dragline/wire";
import { done, JumpClock, transports, useWorld } from "../transports/index.ts";

describe.each(transports)("2.4 a task that takes long, over $name", (transport) => {
  const clock = new JumpClock();
  const world = useWorld(transport, { collaborators: { clock } });
  const hang = ({ signal }: RunCall) =>
    new Promise<never>((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason as Error));
    });

  it("fails after 5 minutes with EXECUTION_FAILED, and costs nothing", async () => {
    const user = await world.user();
    world.runner.acts.set("shop.items", hang);
    world.runner.acts.set("board.post", hang);
    const id = await user.task("shop.items");
    const written = await user.task("board.post");
    await clock.pass(295_000);
    expect((await user.get(`/wire/jobs/${id}`)).json.status).toBe("processing");
    await clock.pass(6000);
    expect(await user.settled(`/wire/jobs/${id}`)).toMatchObject({
      error: { code: "EXECUTION_FAILED", message: expect.stringContaining("5 minutes") },
    });
    expect(await user.settled(`/wire/jobs/${written}`)).toMatchObject({
      error: { message: expect.stringContaining("may have taken effect") },
    });
    expect(await user.balance()).toBe(300);
  });

  it("says when to ask again: 2 s, then what is left of the median of past runs, from 0.5 to 10 s", async () => {
    const user = await world.user();
    const asked = async (id: string) => (await user.get(`/wire/jobs/${id}`)).json["retry_after_ms"];
    for (const ms of [3000, 4000, 60_000, 4000]) {
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      world.runner.acts.set("shop.items", async () => {
        await ended;
        return done({});
      });
      const id = await user.task("shop.items");
      const job = await user.get(`/wire/jobs/${id}`);
      const first = ms === 4000 && (await user.get("/wire/jobs")).json["total_count"] === 4;
      expect(job.json).toEqual({
        status: "processing",
        job_id: id,
        action_id: "shop.items",
        retry_after_ms: first ? 4000 : 2000,
      });
      if (first) {
        await clock.jump(1000);
        expect(await asked(id)).toBe(3000);
        await clock.jump(2900);
        expect(await asked(id)).toBe(500);
      } else await clock.pass(ms);
      end();
      await user.settled(`/wire/jobs/${id}`);
    }
  });
});
