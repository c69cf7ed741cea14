import { VisibilityError } from "dragline/visibility";
import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../transports/index.ts";
import { credits, finish, listed, query, retry, searches } from "./ai-searches.ts";

const broken = new VisibilityError("ENGINE_FAILED", { message: "broken", details: {} });

describe.each(transports)("4.7 retries of a source, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { model: undefined } });

  it.each([
    ["nothing", {}],
    ["null", { source: null }],
    ["an empty text", { source: "" }],
    ["a number", { source: 1 }],
    ["an unknown slug", { source: "nobody" }],
    ["an engine that was not asked", { source: "beta" }],
  ])("refuse %s with 400", async (_, body) => {
    const record = await finish(world.alice, { sources: ["acme"] });
    const answer = await world.alice.post(`${searches}/${record.id}/retry`, body);
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
    expect(answer.json.message).toContain("source");
  });

  it("are 404 for an unknown search, 403 for another's, 401 without a key", async () => {
    const record = await finish(world.alice, { sources: ["acme"] });
    const statuses = [];
    statuses.push((await retry(world.alice, { id: "unknown" })).status);
    statuses.push((await retry(world.bob, record)).status);
    statuses.push((await retry(world.nobody, record)).status);
    expect(statuses).toEqual([404, 403, 401]);
  });

  it("answer the new result, in place of the former, and are billed again", async () => {
    const user = await world.user(4);
    const record = await finish(user);
    world.beta.content = "The Beta 2 is the best shoe.";
    const asked = world.beta.calls.length;
    const answer = await retry(user, record, "beta");
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      source: "beta",
      status: "completed",
      summary: world.beta.content,
      full_content: expect.stringContaining(world.beta.content),
      latency_ms: expect.any(Number),
      credits_used: 1,
      verdict: null,
    });
    expect(world.beta.calls.slice(asked)).toEqual([{ query, country: "us" }]);
    const after = (await user.get(`${searches}/${record.id}`)).json;
    expect(after.results).toEqual([record.results[0], answer.json, record.results[2]]);
    expect(after).toMatchObject({ status: "completed", credits_used: 4 });
    expect(after["completed_at"]).toBe(record["completed_at"]);
    expect(await credits(user)).toMatchObject({ balance: 0, used: 4 });
  });

  it("are refunded when the engine fails; that is 200 and the new result", async () => {
    const user = await world.user(2);
    const record = await finish(user, { sources: ["acme"] });
    world.acme.failure = broken;
    const answer = await retry(user, record);
    world.acme.failure = undefined;
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        source: "acme",
        status: "failed",
        summary: "",
        full_content: "",
        latency_ms: expect.any(Number),
        credits_used: 0,
        verdict: null,
        error: expect.any(String),
      },
    ]);
    const after = (await user.get(`${searches}/${record.id}`)).json;
    expect(after).toMatchObject({ status: "failed", results: [answer.json] });
    // The first answer was paid.
    expect(after["credits_used"]).toBe(1);
    expect(await credits(user)).toMatchObject({ balance: 1, used: 1 });
  });

  it("make a failed search completed, and a completed one failed", async () => {
    world.acme.failure = broken;
    const record = await finish(world.alice, { sources: ["acme"] });
    expect(record.status).toBe("failed");
    const statuses = [];
    for (const failure of [undefined, broken, undefined]) {
      world.acme.failure = failure;
      await retry(world.alice, record);
      const [entry] = await listed(world.alice);
      const shown = (await world.alice.get(`${searches}/${record.id}`)).json;
      expect(entry?.status).toBe(shown.status);
      statuses.push(shown.status);
    }
    expect(statuses).toEqual(["completed", "failed", "completed"]);
  });

  it("are refused with 402 at a balance below the price", async () => {
    const user = await world.user(1);
    const record = await finish(user, { sources: ["acme"] });
    const answer = await retry(user, record);
    expect(answer.status).toBe(402);
    expect(answer.json).toEqual({
      error: "insufficient_credits",
      message: "Insufficient credits: cost 1, balance 0",
      balance: 0,
      required: 1,
    });
    expect((await user.get(`${searches}/${record.id}`)).json).toEqual(record);
  });

  it("are 409 while the search runs, also of a source that is settled", async () => {
    world.beta.waits = true;
    const reached = world.beta.reached();
    const { id } = (await world.alice.post(searches, { query })).json;
    await reached;
    await world.alice.until(`${searches}/${id}`, ({ results }) => results.length === 2);
    for (const source of ["acme", "beta"]) {
      const answer = await retry(world.alice, { id }, source);
      expect([answer.status, answer.json.error]).toEqual([409, "conflict"]);
    }
    world.beta.answer();
    world.beta.waits = false;
    await world.alice.settled(`${searches}/${id}`);
  });

  it("are 409 while that source is being retried, and others are not", async () => {
    const user = await world.user(6);
    const record = await finish(user);
    world.acme.waits = true;
    const reached = world.acme.reached();
    const first = retry(user, record);
    await reached;
    expect(await user.balance()).toBe(2);
    const second = await retry(user, record);
    expect([second.status, second.json.error]).toEqual([409, "conflict"]);
    expect((await retry(user, record, "beta")).status).toBe(200);
    // Meanwhile the former result stands.
    const between = (await user.get(`${searches}/${record.id}`)).json;
    expect(between.results[0]).toEqual(record.results[0]);
    world.acme.answer("The Acme 9 is the best shoe.");
    world.acme.waits = false;
    expect((await first).json["summary"]).toBe("The Acme 9 is the best shoe.");
    expect((await retry(user, record)).status).toBe(200);
    expect(await credits(user)).toMatchObject({ balance: 0, used: 6 });
  });

  it("come before credits: 409 without a balance", async () => {
    const user = await world.user(2);
    const record = await finish(user, { sources: ["acme"] });
    world.acme.waits = true;
    const reached = world.acme.reached();
    const first = retry(user, record);
    await reached;
    expect((await retry(user, record)).status).toBe(409);
    world.acme.answer();
    world.acme.waits = false;
    expect((await first).status).toBe(200);
  });
});
