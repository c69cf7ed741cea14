import { VisibilityError } from "dragline/visibility";
import { describe, expect, it } from "vitest";
import {
  answerOf,
  JumpClock,
  transports,
  useWorld,
  type Doc,
  type User,
  type World,
} from "../transports/index.ts";
import { credits, finish, query, retry, searches } from "./ai-searches.ts";

const timeout = new VisibilityError("TIMEOUT", { message: "slow", details: {} });
const broken = new VisibilityError("ENGINE_FAILED", { message: "broken", details: {} });

/** A search of `acme` alone that has timed out, and left the job `h1` where there is one. */
async function timedOut(world: World, user: User, handle?: string): Promise<Doc> {
  world.acme.handle = handle === undefined ? undefined : () => handle;
  world.acme.failure = timeout;
  const record = await finish(user, { sources: ["acme"] });
  world.acme.failure = undefined;
  world.acme.handle = undefined;
  expect(record.results[0]?.status).toBe("timed_out");
  return record;
}

describe.each(transports)("4.7 late answers, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { model: undefined } });

  it("are adopted without a charge, once, and the engine is not asked", async () => {
    const user = await world.user(2);
    const record = await timedOut(world, user, "h1");
    expect(await user.balance()).toBe(2);
    const asked = world.acme.calls.length;
    world.acme.jobs.set("h1", answerOf("The late Alpha 3."));
    const answer = await retry(user, record);
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        source: "acme",
        status: "completed",
        summary: "The late Alpha 3.",
        full_content: expect.stringContaining("The late Alpha 3."),
        latency_ms: expect.any(Number),
        credits_used: 0,
        verdict: null,
      },
    ]);
    expect(world.acme.calls).toHaveLength(asked);
    const after = (await user.get(`${searches}/${record.id}`)).json;
    expect(after).toMatchObject({ status: "completed", credits_used: 0, results: [answer.json] });
    expect(await credits(user)).toMatchObject({ balance: 2, used: 0 });
    // Another retry is a new question.
    const again = await retry(user, record);
    expect(again.json).toMatchObject({ summary: world.acme.content, credits_used: 1 });
    expect(await credits(user)).toMatchObject({ balance: 1, used: 1 });
  });

  it("take no balance", async () => {
    const user = await world.user(1);
    const record = await timedOut(world, user, "h2");
    await finish(user, { sources: ["beta"] });
    expect(await user.balance()).toBe(0);
    const asked = world.acme.calls.length;
    const early = await retry(user, record);
    expect([early.status, early.json]).toMatchObject([402, { balance: 0, required: 1 }]);
    expect(world.acme.calls).toHaveLength(asked);
    expect((await user.get(`${searches}/${record.id}`)).json).toEqual(record);
    world.acme.jobs.set("h2", answerOf("The late Alpha 3."));
    const late = await retry(user, record);
    expect([late.status, late.json]).toMatchObject([200, { status: "completed", credits_used: 0 }]);
    expect(await credits(user)).toMatchObject({ balance: 0, used: 1 });
  });

  it.each([
    ["is still under way", undefined],
    ["is gone", new VisibilityError("JOB_GONE", { message: "gone", details: {} })],
    ["has failed", broken],
  ])("are asked for anew, and billed, where the first job %s", async (_, found) => {
    const user = await world.user(1);
    const record = await timedOut(world, user, "h3");
    world.acme.jobs.delete("h3");
    if (found !== undefined) world.acme.jobs.set("h3", found);
    const answer = await retry(user, record);
    expect(answer.json).toMatchObject({ status: "completed", credits_used: 1 });
    expect(await credits(user)).toMatchObject({ balance: 0, used: 1 });
  });

  it("are looked for again where the engine does not say, and nothing is begun meanwhile", async () => {
    const user = await world.user(1);
    const record = await timedOut(world, user, "h4");
    const asked = world.acme.calls.length;
    const away = new VisibilityError("ENGINE_UNAVAILABLE", { message: "away", details: {} });
    world.acme.jobs.set("h4", away);
    const answer = await retry(user, record);
    expect(answer.json).toMatchObject({
      status: "timed_out",
      credits_used: 0,
      error: expect.stringContaining("was not asked again"),
    });
    expect([world.acme.calls.length, await user.balance()]).toEqual([asked, 1]);
    world.acme.jobs.set("h4", answerOf("The late Alpha 3."));
    expect((await retry(user, record)).json).toMatchObject({
      summary: "The late Alpha 3.",
      credits_used: 0,
    });
  });

  it("are none where the engine keeps no jobs, or the source had failed", async () => {
    const user = await world.user(2);
    const without = await timedOut(world, user);
    expect((await retry(user, without)).json).toMatchObject({ credits_used: 1 });
    world.acme.handle = () => "h5";
    world.acme.failure = broken;
    const failed = await finish(user, { sources: ["acme"] });
    world.acme.failure = undefined;
    world.acme.handle = undefined;
    world.acme.jobs.set("h5", answerOf("The late Alpha 3."));
    expect((await retry(user, failed)).json).toMatchObject({
      summary: world.acme.content,
      credits_used: 1,
    });
  });

  it("of a retry that timed out are adopted as well", async () => {
    const user = await world.user(1);
    const record = await finish(user, { sources: ["acme"] });
    await world.service.accounts.grant(user.account, 1, "test");
    world.acme.handle = () => "h6";
    world.acme.failure = timeout;
    expect((await retry(user, record)).json).toMatchObject({ status: "timed_out" });
    world.acme.failure = undefined;
    world.acme.handle = undefined;
    world.acme.jobs.set("h6", answerOf("The late Alpha 3."));
    expect((await retry(user, record)).json).toMatchObject({
      summary: "The late Alpha 3.",
      credits_used: 0,
    });
    expect(await credits(user)).toMatchObject({ balance: 1, used: 1 });
  });
});

describe.each(transports)("4.7 the time of retries, over $name", (transport) => {
  const clock = new JumpClock();
  const world = useWorld(transport, { collaborators: { clock, model: undefined } });

  it("is 5 minutes, then they are timed_out, refunded", async () => {
    const user = await world.user(2);
    const record = await finish(user, { sources: ["acme"] });
    world.acme.waits = true;
    const reached = world.acme.reached();
    let isOver = false;
    const answer = retry(user, record).finally(() => (isOver = true));
    await reached;
    await clock.pass(299_000);
    expect(isOver).toBe(false);
    await clock.pass(1_000);
    world.acme.waits = false;
    expect((await answer).json).toMatchObject({
      status: "timed_out",
      credits_used: 0,
      error: expect.stringContaining("timeout"),
    });
    expect(await user.balance()).toBe(1);
  });

  it("comes to late answers after 10 minutes, and days later", async () => {
    const user = await world.user(1);
    world.acme.waits = true;
    world.acme.handle = () => "h7";
    const reached = world.acme.reached();
    const { id } = (await user.post(searches, { query, sources: ["acme"] })).json;
    await reached;
    await clock.pass(600_000);
    const record = await user.settled(`${searches}/${id}`);
    expect(record).toMatchObject({ status: "failed", results: [{ status: "timed_out" }] });
    await clock.pass(600_000);
    await clock.jump(5 * 86_400_000);
    world.acme.jobs.set("h7", answerOf("The late Alpha 3."));
    const answer = await retry(user, record);
    world.acme.waits = false;
    world.acme.handle = undefined;
    expect(answer.json).toMatchObject({ summary: "The late Alpha 3.", credits_used: 0 });
    expect(await credits(user)).toMatchObject({ balance: 1, used: 0 });
  });
});
