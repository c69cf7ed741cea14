import { VisibilityError } from "dragline/visibility";
import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../transports/index.ts";
import { finish, listed, query, retry, searches } from "./ai-searches.ts";

const failure = new VisibilityError("ENGINE_FAILED", { message: "broken", details: {} });

describe.each(transports)("4.7 which searches and sources there are, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { model: undefined } });

  it("takes no webhook_url", async () => {
    const hook = world.receiver.url("/not-told");
    const user = await world.user();
    await finish(user, { sources: ["acme"], webhook_url: hook });
    expect((await user.get("/webhooks/deliveries")).json.deliveries).toEqual([]);
  });

  it("is no job of other families, and their jobs are no searches", async () => {
    const { id } = await finish(world.alice, { sources: ["acme"] });
    for (const family of ["/request", "/map", "/ai/jobs", "/url-scraper"]) {
      expect((await world.alice.get(`${family}/${id}`)).status).toBe(404);
    }
    const map = await world.alice.submit("/map", { url: world.page("/") });
    expect((await world.alice.get(`${searches}/${map}`)).status).toBe(404);
  });

  it("is 404 when it is unknown, 403 when it is another's, 401 without a key", async () => {
    const { id } = await finish(world.alice, { sources: ["acme"] });
    expect((await world.alice.get(`${searches}/unknown`)).status).toBe(404);
    expect((await world.bob.get(`${searches}/${id}`)).status).toBe(403);
    expect((await world.nobody.get(`${searches}/${id}`)).status).toBe(401);
  });

  it("lists the sources by slug, with their labels", async () => {
    const { status, json } = await world.bob.get("/ai-visibility/sources");
    expect([status, json]).toEqual([
      200,
      [
        { slug: "acme", label: "Acme" },
        { slug: "beta", label: "Beta" },
        { slug: "gamma", label: "Gamma" },
      ],
    ]);
  });

  it("lists an account's last 20 searches, newest first, with how each source stands", async () => {
    const user = await world.user();
    const ids: string[] = [];
    for (let count = 0; count < 21; count += 1) {
      ids.unshift((await finish(user, { sources: ["acme"] })).id);
    }
    world.beta.waits = true;
    world.gamma.failure = failure;
    const reached = world.beta.reached();
    const { id } = (await user.post(searches, { query, country: "de" })).json;
    await reached;
    await user.until(`${searches}/${id}`, ({ results }) => results.length === 2);
    const entries = await listed(user);
    expect(entries.map((entry) => entry.id)).toEqual([id, ...ids].slice(0, 20));
    expect(entries[0]).toEqual({
      id,
      search_id: id,
      query,
      status: "running",
      country: "de",
      created_at: expect.stringMatching(/Z$/),
      credits_used: 1,
      sources: [
        { source: "acme", status: "completed" },
        { source: "beta", status: "running" },
        { source: "gamma", status: "failed" },
      ],
    });
    expect(entries[1]).toMatchObject({ status: "completed", credits_used: 1 });
    world.beta.answer();
    world.beta.waits = false;
    world.gamma.failure = undefined;
    await user.settled(`${searches}/${id}`);
    const bobs = await world.user();
    expect((await bobs.get("/ai-visibility/searches")).json).toEqual({ searches: [] });
  });
});

describe.each(transports)("4.7 a host without engines, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { answerEngines: [] } });

  it("has no sources, and answers configuration_error that says how to get some", async () => {
    expect((await world.alice.get("/ai-visibility/sources")).json).toEqual([]);
    for (const more of [{}, { sources: ["acme"] }]) {
      const answer = await world.alice.post(searches, { query, ...more });
      expect([answer.status, answer.json.error]).toEqual([500, "configuration_error"]);
      expect(answer.json.message).toMatch(/answerEngines.*DRAGLINE_OPENAI_KEY/);
    }
    expect(await world.alice.balance()).toBe(300);
  });
});

describe.each(transports)("4.7 where no jobs run, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { model: undefined }, runs: false });

  it("needs no worker, neither for a search nor for a retry", async () => {
    const { id } = await finish(world.alice);
    const answer = await retry(world.alice, { id });
    expect([answer.status, answer.json.status]).toEqual([200, "completed"]);
  });
});
