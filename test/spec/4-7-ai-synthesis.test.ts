import { createService } from "dragline/service";
import { describe, expect, it } from "vitest";
import { transports, useWorld, type Doc, type User } from "../transports/index.ts";
import { finish as finishAny, retry, searches } from "./ai-searches.ts";

const [dear, cheap] = ["The Alpha 3 costs 120 dollars.", "The Alpha 3 costs 90 dollars."];
const text = `${dear} [1]\n\n1. <https://shop.example/>`;

const finish = (user: User, more: object = {}): Promise<Doc> =>
  finishAny(user, { query: "What does the Alpha 3 cost?", ...more });

describe.each(transports)("2.13 synthesis, over $name", (transport) => {
  const world = useWorld(transport, { options: { visibilitySynthesis: true } });
  const say = (...contents: readonly string[]): void => {
    for (const [index, engine] of [world.acme, world.beta, world.gamma].entries()) {
      engine.content = contents[index] ?? "";
      engine.failure = undefined;
    }
  };
  const shown = async ({ id }: Doc): Promise<Doc> =>
    (await world.alice.get(`${searches}/${id}`)).json;

  it("is one short answer over all, its sentences with the pages that engines gave", async () => {
    say(dear, dear, dear);
    const record = await finish(world.alice);
    expect(record).toMatchObject({ status: "completed", synthesis: text, credits_used: 3 });
    const other = await world.user();
    expect((await other.get(`${searches}/${record.id}`)).status).toBe(403);
  });

  it("is in the event too", async () => {
    say(dear, dear, dear);
    const user = await world.user();
    const hook = "/ai-synthesis";
    await user.post("/webhooks", { url: world.receiver.url(hook) });
    await finish(user);
    const { event } = await world.receiver.first(hook);
    expect(event["data"]).toMatchObject({ status: "completed", synthesis: text });
  });

  it("goes when an answer that it stands on is replaced, and stays with others", async () => {
    say(dear, dear, cheap);
    const record = await finish(world.alice);
    say(dear, dear, dear);
    expect((await retry(world.alice, record, "gamma")).status).toBe(200);
    expect(await shown(record)).toMatchObject({ synthesis: text });
    expect((await retry(world.alice, record, "acme")).status).toBe(200);
    expect(await shown(record)).not.toHaveProperty("synthesis");
  });

  it("is not there when no sentence holds, one source alone has answered, or the model fails", async () => {
    say("I cannot browse the web.", "", "I cannot browse the web.");
    expect(await finish(world.alice)).not.toHaveProperty("synthesis");
    say(dear, dear, dear);
    expect(await finish(world.alice, { sources: ["acme"] })).not.toHaveProperty("synthesis");
    world.model.failure = new Error("the model is down");
    const record = await finish(world.alice);
    world.model.failure = undefined;
    expect(record.status).toBe("completed");
    expect(record).not.toHaveProperty("synthesis");
  });
});

describe.each(transports)("2.13 synthesis by default, over $name", (transport) => {
  const world = useWorld(transport);

  it("is off", async () => {
    for (const engine of [world.acme, world.beta, world.gamma]) engine.content = dear;
    expect(await finish(world.alice)).not.toHaveProperty("synthesis");
  });
});

describe("2.13 synthesis without a model", () => {
  it("is an option that no service starts with", () => {
    expect(() => createService({}, { visibilitySynthesis: true })).toThrow(/needs a model/);
  });
});
