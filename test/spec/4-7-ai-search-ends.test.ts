import { describe, expect, it } from "vitest";
import { JumpClock, transports, useWorld, type User } from "../transports/index.ts";

const query = "Which running shoes are best?";
const path = "/ai-visibility/search";
const dear = "The Alpha 3 costs 120 dollars.";

async function begin(user: User, more: object = {}): Promise<string> {
  return `${path}/${(await user.post(path, { query, ...more })).json.id}`;
}

describe.each(transports)("3.1 the end of searches, over $name", (transport) => {
  const clock = new JumpClock();
  const world = useWorld(transport, { collaborators: { clock, model: undefined } });

  it("is 10 minutes after creation at the latest; open sources are timed_out then", async () => {
    const user = await world.user(3);
    world.beta.waits = true;
    const reached = world.beta.reached();
    const one = await begin(user);
    await reached;
    await clock.pass(599_000);
    expect((await user.get(one)).json.status).toBe("running");
    await clock.pass(1_000);
    const record = await user.settled(one);
    world.beta.waits = false;
    expect(record).toMatchObject({ status: "completed", credits_used: 2 });
    expect(record.results[1]).toEqual({
      source: "beta",
      status: "timed_out",
      summary: "",
      full_content: "",
      latency_ms: 600_000,
      credits_used: 0,
      verdict: null,
      error: expect.stringContaining("timeout"),
    });
    const took =
      Date.parse(String(record["completed_at"])) - Date.parse(String(record["created_at"]));
    expect(took).toBe(600_000);
    expect((await user.get("/credits")).json).toMatchObject({ balance: 1, used: 2 });
  });

  it("fails when every source has timed out, free of charge", async () => {
    const user = await world.user(1);
    world.beta.waits = true;
    const reached = world.beta.reached();
    const one = await begin(user, { sources: ["beta"] });
    await reached;
    await clock.pass(601_000);
    const record = await user.settled(one);
    world.beta.waits = false;
    expect(record).toMatchObject({ status: "failed", results: [{ status: "timed_out" }] });
    expect(await user.balance()).toBe(1);
  });

  it("is never left, and no earlier result is changed", async () => {
    const one = await begin(world.alice);
    const record = await world.alice.settled(one);
    await clock.pass(700_000);
    expect((await world.alice.get(one)).json).toEqual(record);
  });

  it("is gone 30 days after creation, as are its answers", async () => {
    const user = await world.user();
    const one = await begin(user);
    await user.settled(one);
    await clock.jump(30 * 86_400_000 - 60_000);
    expect((await user.get(one)).status).toBe(200);
    await clock.jump(120_000);
    expect((await user.get(one)).status).toBe(404);
    expect((await user.post(`${one}/retry`, { source: "acme" })).status).toBe(404);
    expect((await user.get("/ai-visibility/searches")).json).toEqual({ searches: [] });
  });
});

describe.each(transports)(
  "3.1 searches that are compared at their end, over $name",
  (transport) => {
    const clock = new JumpClock();
    const world = useWorld(transport, { collaborators: { clock } });

    it("leave the model its time within the 10 minutes", async () => {
      world.acme.content = dear;
      world.gamma.content = dear;
      world.beta.waits = true;
      const reached = world.beta.reached();
      const one = await begin(world.alice);
      await reached;
      await clock.pass(571_000);
      world.beta.waits = false;
      const { results } = await world.alice.settled(one);
      expect(results.map(({ status, verdict }) => [status, verdict])).toEqual([
        ["completed", "consensus"],
        ["timed_out", null],
        ["completed", "consensus"],
      ]);
    });

    it("end in time when the model does not", async () => {
      const { model } = world;
      const asked = Promise.withResolvers<void>();
      const generate = model.doGenerate.bind(model);
      model.doGenerate = () => {
        asked.resolve();
        return new Promise(() => {});
      };
      world.beta.waits = true;
      const reached = world.beta.reached();
      const one = await begin(world.alice);
      await reached;
      await clock.pass(580_000);
      await asked.promise;
      await clock.pass(20_000);
      const record = await world.alice.settled(one);
      model.doGenerate = generate;
      world.beta.waits = false;
      expect(record).toMatchObject({ status: "completed", credits_used: 2 });
      const { comparison } = JSON.parse(String(record.results[0]?.["full_content"]));
      expect(comparison.notes.join(" ")).toMatch(/took too long/);
      const took =
        Date.parse(String(record["completed_at"])) - Date.parse(String(record["created_at"]));
      expect(took).toBeLessThanOrEqual(600_000);
    });
  },
);
