import { VisibilityError } from "dragline/visibility";
import { describe, expect, it } from "vitest";
import { transports, useWorld, type Doc, type User } from "../transports/index.ts";

const query = "What does the Alpha 3 cost?";
const path = "/ai-visibility/search";
const dear = "The Alpha 3 costs 120 dollars.";
const failure = new VisibilityError("ENGINE_FAILED", { message: "broken", details: {} });

describe.each(transports)("6.5 ai.search.*, over $name", (transport) => {
  const world = useWorld(transport);
  let count = 0;
  /** A user who hears of everything; gives the first event. */
  const listen = async (more: object = {}): Promise<[User, () => Promise<Doc>, string]> => {
    count += 1;
    const hook = `/ai-search/${count}`;
    const user = await world.user();
    await user.post("/webhooks", { url: world.receiver.url(hook), ...more });
    return [user, async () => (await world.receiver.first(hook)).event, hook];
  };
  const finish = async (user: User, more: object = {}): Promise<Doc> => {
    const { json } = await user.post(path, { query, ...more });
    return user.settled(`${path}/${json.id}`);
  };

  it("is ai.search.completed when a source has answered, with these members alone", async () => {
    const [user, first] = await listen();
    for (const engine of [world.acme, world.beta]) engine.content = dear;
    world.gamma.failure = failure;
    const record = await finish(user, { country: "de" });
    world.gamma.failure = undefined;
    const event = await first();
    const [acme, , gamma] = record.results;
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: "ai.search.completed",
      createdAt: expect.stringMatching(/Z$/),
      data: {
        searchId: record.id,
        query,
        status: "completed",
        country: "de",
        sources: [
          {
            source: "acme",
            status: "completed",
            latencyMs: acme?.["latency_ms"],
            creditsUsed: 1,
            summary: dear,
            verdict: "consensus",
          },
          expect.objectContaining({ source: "beta", verdict: "consensus" }),
          {
            source: "gamma",
            status: "failed",
            latencyMs: gamma?.["latency_ms"],
            creditsUsed: 0,
            summary: "",
            error: gamma?.error,
          },
        ],
        creditsUsed: 2,
        completedAt: record["completed_at"],
        result_url: `${world.origin}/v1${path}/${record.id}`,
      },
    });
  });

  it("is ai.search.failed when no source has", async () => {
    const [user, first] = await listen();
    world.acme.failure = failure;
    world.beta.failure = new VisibilityError("TIMEOUT", { message: "slow", details: {} });
    const record = await finish(user, { sources: ["acme", "beta"] });
    world.acme.failure = undefined;
    world.beta.failure = undefined;
    const { type, data } = await first();
    expect(type).toBe("ai.search.failed");
    expect(data).toMatchObject({ searchId: record.id, status: "failed", creditsUsed: 0 });
    expect(data["sources"]).toMatchObject([
      { source: "acme", status: "failed", creditsUsed: 0, error: expect.any(String) },
      { source: "beta", status: "timed_out", creditsUsed: 0, error: expect.any(String) },
    ]);
    expect(JSON.stringify(data)).not.toContain("verdict");
  });

  it("cuts previews at 500 characters and inlines no result", async () => {
    const [user, first] = await listen();
    world.acme.content = "😀".repeat(400);
    const summary = `x${"😀".repeat(400)}`;
    const ask = world.acme.ask.bind(world.acme);
    world.acme.ask = async (call) => {
      const reply = await ask(call);
      return { ...reply, answer: { ...reply.answer, summary } };
    };
    await finish(user, { sources: ["acme"] });
    world.acme.ask = ask;
    world.acme.content = dear;
    const { data } = await first();
    const [source] = data["sources"] as readonly { readonly summary: string }[];
    // The last character has two halves, of which one would be the 500th.
    expect(source?.summary).toBe(summary.slice(0, 499));
    expect(data).not.toHaveProperty("result");
    expect(data).not.toHaveProperty("resultOmitted");
  });

  it("is sent once, not for retries, to endpoints that hear of it, with the search's id", async () => {
    const [user, first, hook] = await listen({ events: ["ai.search.completed"] });
    world.acme.failure = failure;
    await finish(user, { sources: ["acme"] });
    world.acme.failure = undefined;
    const { id } = await finish(user, { sources: ["acme", "beta"] });
    await first();
    const retried = await user.post(`${path}/${id}/retry`, { source: "acme" });
    expect(retried.json.status).toBe("completed");
    const { deliveries } = (await user.get("/webhooks/deliveries")).json;
    expect(deliveries.map(({ jobId, event }) => [jobId, event])).toEqual([
      [id, "ai.search.completed"],
    ]);
    expect(world.receiver.url(hook)).toBe(deliveries[0]?.url);
  });
});
