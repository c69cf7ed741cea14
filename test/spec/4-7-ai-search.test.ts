import { VisibilityError } from "dragline/visibility";
import { describe, expect, it } from "vitest";
import { FakeEngine } from "../transports/fake-engine.ts";
import { transports, useWorld, type Doc } from "../transports/index.ts";
import { credits, finish, listed, query, searches } from "./ai-searches.ts";

const failure = new VisibilityError("ENGINE_FAILED", { message: "broken", details: {} });

const sourcesOf = ({ results }: Doc): unknown[] => results.map(({ source }) => source);
const contentOf = (result: Doc | undefined): Doc => JSON.parse(String(result?.["full_content"]));

describe.each(transports)("4.7 AI Visibility searches, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { model: undefined } });

  it.each([
    ["nothing", {}, "query"],
    ["null", { query: null }, "query"],
    ["prompt instead", { prompt: query }, "query"],
    ["an empty query", { query: "" }, "query"],
    ["white space", { query: " \n " }, "query"],
    ["a number", { query: 7 }, "query"],
    ["2001 characters", { query: "x".repeat(2001) }, "query"],
    ["sources that are no list", { query, sources: "acme" }, "sources"],
    ["a source that is no text", { query, sources: [1] }, "sources"],
    ["an unknown slug", { query, sources: ["acme", "nobody"] }, "sources"],
    ["a country of three letters", { query, country: "usa" }, "country"],
    ["a country that is no text", { query, country: 1 }, "country"],
  ])("refuses %s, takes nothing and names the field", async (_, body, field) => {
    const user = await world.user(3);
    const answer = await user.post(searches, body);
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
    expect(answer.json.message).toContain(field);
    expect(await user.balance()).toBe(3);
    expect(await listed(user)).toEqual([]);
  });

  it("takes 1 and 2000 characters", async () => {
    for (const asked of ["x", "ä".repeat(2000)]) {
      expect(await finish(world.alice, { query: asked })).toMatchObject({ query: asked });
    }
  });

  it("answers 202 with the record, running and without results", async () => {
    const answer = await world.alice.post(searches, { query });
    expect(answer.status).toBe(202);
    const { id } = answer.json;
    expect(answer.json).toEqual({
      id,
      search_id: id,
      status: "running",
      query,
      country: "us",
      results: [],
      credits_used: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    await world.alice.settled(`${searches}/${id}`);
  });

  it("asks every engine when none are named, else those that are, each once", async () => {
    const all = ["acme", "beta", "gamma"];
    expect(sourcesOf(await finish(world.alice))).toEqual(all);
    expect(sourcesOf(await finish(world.alice, { sources: [] }))).toEqual(all);
    expect(sourcesOf(await finish(world.alice, { sources: null }))).toEqual(all);
    const named = { sources: ["gamma", "acme", "gamma"] };
    const before = world.gamma.calls.length;
    const record = await finish(world.alice, named);
    expect(sourcesOf(record)).toEqual(["gamma", "acme"]);
    expect(record["credits_used"]).toBe(2);
    expect(world.gamma.calls.length - before).toBe(1);
  });

  it("takes the engines' labels, in any letters, for their slugs", async () => {
    const record = await finish(world.alice, { sources: ["Gamma", "ACME", "gamma"] });
    expect(sourcesOf(record)).toEqual(["gamma", "acme"]);
  });

  it("tells engines the query and the country, which is us by default", async () => {
    for (const [more, country] of [
      [{}, "us"],
      [{ country: null }, "us"],
      [{ country: "DE" }, "de"],
    ] as const) {
      const record = await finish(world.alice, { sources: ["acme"], ...more });
      expect(record["country"]).toBe(country);
      expect(world.acme.calls.at(-1)).toEqual({ query, country });
    }
  });

  it("shows results with these members alone", async () => {
    world.acme.content = `${"A".repeat(600)}. The Alpha 3 is best.`;
    const record = await finish(world.alice, { sources: ["acme"] });
    const { id } = record;
    expect(record).toEqual({
      id,
      search_id: id,
      status: "completed",
      query,
      country: "us",
      results: [
        {
          source: "acme",
          status: "completed",
          summary: "A".repeat(500),
          full_content: expect.any(String),
          latency_ms: expect.any(Number),
          credits_used: 1,
          verdict: null,
        },
      ],
      credits_used: 1,
      created_at: expect.stringMatching(/Z$/),
      completed_at: expect.stringMatching(/Z$/),
    });
    expect(Number.isInteger(record.results[0]?.["latency_ms"])).toBe(true);
    expect(contentOf(record.results[0])).toEqual({
      content: world.acme.content,
      sources: [{ url: "https://shop.example/", title: "Shop" }],
      model: "fake-1",
      is_refusal: false,
      comparison: null,
    });
    world.acme.content = "The Alpha 3 is the best shoe.";
  });

  it("keeps answers that are longer than a row takes", async () => {
    world.acme.content = "The Alpha 3. ".repeat(20_000);
    const record = await finish(world.alice, { sources: ["acme"] });
    expect(contentOf(record.results[0])["content"]).toBe(world.acme.content);
    world.acme.content = "The Alpha 3 is the best shoe.";
  });

  it("stores results as they come", async () => {
    world.beta.waits = true;
    const reached = world.beta.reached();
    const { json } = await world.alice.post(searches, { query });
    await reached;
    const one = `${searches}/${json.id}`;
    const record = await world.alice.until(one, ({ results }) => results.length === 2);
    expect([record.status, sourcesOf(record)]).toEqual(["running", ["acme", "gamma"]]);
    expect([record["completed_at"], record["credits_used"]]).toEqual([undefined, 2]);
    world.beta.answer();
    world.beta.waits = false;
    const done = await world.alice.settled(one);
    expect([done.status, sourcesOf(done)]).toEqual(["completed", ["acme", "beta", "gamma"]]);
  });

  it("costs 1 credit for each completed source; the others are refunded", async () => {
    const user = await world.user(3);
    world.beta.failure = failure;
    world.gamma.waits = true;
    const reached = world.gamma.reached();
    const { json } = await user.post(searches, { query });
    await reached;
    expect(await user.balance()).toBe(0);
    world.gamma.answer();
    world.gamma.waits = false;
    const record = await user.settled(`${searches}/${json.id}`);
    world.beta.failure = undefined;
    expect(record).toMatchObject({ status: "completed", credits_used: 2 });
    expect(record.results).toMatchObject([
      { source: "acme", status: "completed", credits_used: 1 },
      { source: "beta", status: "failed", credits_used: 0, summary: "", full_content: "" },
      { source: "gamma", status: "completed", credits_used: 1 },
    ]);
    expect(await credits(user)).toMatchObject({ balance: 1, used: 2 });
  });

  it("is refused with 402 one credit below one price for each source", async () => {
    const user = await world.user(2);
    const answer = await user.post(searches, { query });
    expect(answer.status).toBe(402);
    expect(answer.json).toEqual({
      error: "insufficient_credits",
      message: "Insufficient credits: cost 3, balance 2",
      balance: 2,
      required: 3,
    });
    expect(await finish(user, { sources: ["acme", "beta"] })).toMatchObject({ credits_used: 2 });
    expect(await user.balance()).toBe(0);
  });

  it("fails when every source has, free of charge", async () => {
    const user = await world.user(3);
    for (const engine of [world.acme, world.beta, world.gamma]) engine.failure = failure;
    const record = await finish(user);
    for (const engine of [world.acme, world.beta, world.gamma]) engine.failure = undefined;
    expect(record).toMatchObject({ status: "failed", credits_used: 0 });
    expect(record.results.map(({ status }) => status)).toEqual(["failed", "failed", "failed"]);
    expect(await credits(user)).toMatchObject({ balance: 3, used: 0 });
  });

  it.each([
    ["ENGINE_REJECTED", "failed"],
    ["REQUEST_REJECTED", "failed"],
    ["ENGINE_FAILED", "failed"],
    ["NO_ANSWER", "failed"],
    ["BAD_ANSWER", "failed"],
    ["TIMEOUT", "timed_out"],
  ] as const)("tells %s as %s, without the engine's own words", async (code, status) => {
    const message = "key s3cret refused at http://10.0.0.5/";
    world.acme.failure = new VisibilityError(code, { message, details: {} });
    const record = await finish(world.alice, { sources: ["acme", "beta"] });
    world.acme.failure = undefined;
    expect(record.results[0]).toEqual({
      source: "acme",
      status,
      summary: "",
      full_content: "",
      latency_ms: expect.any(Number),
      credits_used: 0,
      verdict: null,
      error: expect.stringMatching(/engine/),
    });
    expect(JSON.stringify(record)).not.toMatch(/s3cret|10\.0\.0\.5/);
    const saysKeyOrCredit = /key|credit/.test(record.results[0]?.error ?? "");
    expect(saysKeyOrCredit).toBe(code === "ENGINE_REJECTED");
    expect(record.results[1]).not.toHaveProperty("error");
  });
});

describe.each(transports)("4.7 other names of engines, over $name", (transport) => {
  const engines = ["openai", "anthropic", "xai", "google-overview"].map((slug) => {
    return new FakeEngine(slug, slug === "google-overview" ? "Google AI Overview" : slug);
  });
  const world = useWorld(transport, { collaborators: { answerEngines: engines } });

  it.each([
    ["chatgpt", "openai"],
    ["ChatGPT", "openai"],
    ["claude", "anthropic"],
    ["grok", "xai"],
    ["google", "google-overview"],
    ["google-ai-overview", "google-overview"],
    ["Google AI Overview", "google-overview"],
  ])("takes %s for %s, in a search and in a retry", async (name, slug) => {
    const record = await finish(world.alice, { sources: [name] });
    expect(sourcesOf(record)).toEqual([slug]);
    const retried = await world.alice.post(`${searches}/${record.id}/retry`, { source: name });
    expect([retried.status, retried.json]).toMatchObject([200, { source: slug }]);
  });

  it("refuses the name of an engine that the host does not have", async () => {
    const answer = await world.alice.post(searches, { query, sources: ["mistral"] });
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
  });
});
