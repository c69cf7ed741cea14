import { describe, expect, it } from "vitest";
import { transports, useWorld, type Doc, type World } from "../transports/index.ts";

const prompt = "Find the cheapest boat.";
const secret = "canary-secret-4711";
const noSession = "7d3f2c1e-0000-4000-8000-000000000000";

/** Adds a saved session, and gives its id. */
function addSession(world: World, account: string, more: object = {}): string {
  const id = crypto.randomUUID();
  world.sessions.rows.push({ id, account, name: `s ${id}`, isSaved: true, ...more });
  return id;
}

const members = ["success", "result", "steps", "iterations", "duration_ms", "credits_used"];

describe.each(transports)("4.11 POST /ai/evaluate, over $name", (transport) => {
  const world = useWorld(transport);

  it("answers 200 with the result object", async () => {
    const { status, json } = await world.alice.post("/ai/evaluate", { prompt });
    expect(status).toBe(200);
    expect(Object.keys(json).toSorted()).toEqual([...members, "run_id", "cached"].toSorted());
    expect(json).toMatchObject({
      success: true,
      result: "Done.",
      steps: [
        {
          index: 0,
          tool: "done",
          args: { result: "Done." },
          reasoning: "I go on.",
          duration_ms: expect.any(Number),
        },
      ],
      iterations: 1,
      credits_used: 5,
      cached: false,
    });
    expect(Object.keys((json["steps"] as Doc[])[0] ?? {})).toHaveLength(5);
  });

  it.each([
    ["prompt", {}],
    ["prompt", { prompt: "  " }],
    ["prompt", { prompt: "x".repeat(8193) }],
    ["url", { prompt, url: "ftp://a.example/" }],
    ["url", { prompt, url: "http://10.0.0.1/" }],
    ["url", { prompt, url: 1 }],
    ["session_id", { prompt, session_id: "s1" }],
    ["max_steps", { prompt, max_steps: 0 }],
    ["max_steps", { prompt, max_steps: 101 }],
    ["max_steps", { prompt, max_steps: 1.5 }],
    ["timeout_ms", { prompt, timeout_ms: 9999 }],
    ["timeout_ms", { prompt, timeout_ms: 330_001 }],
    ["output_schema", { prompt, output_schema: [] }],
    ["output_schema", { prompt, output_schema: { type: "nonsense" } }],
    ["output_schema", { prompt, output_schema: { description: "x".repeat(51_200) } }],
    ["async", { prompt, async: "yes" }],
    ["secret_values", { prompt, secret_values: ["a"] }],
    ["secret_values", { prompt, secret_values: { word: 1 } }],
    ["secret_values", { prompt, secret_values: { word: "x".repeat(4097) } }],
    ["secret_values", { prompt, secret_values: manySecrets(21) }],
    ["secret_values", { prompt, secret_values: { "a}b": "no place for it" } }],
    ["url", { prompt, url: `https://a.example/${"x".repeat(2048)}` }],
  ])("refuses a wrong %s with 400: %j", async (name, body) => {
    for (const path of ["/ai/evaluate", "/ai/evaluate/stream"]) {
      const answer = await world.alice.post(path, body);
      expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
      expect(answer.json.message).toContain(name);
    }
  });

  it.each([
    { prompt: "ä".repeat(4096) },
    { prompt, max_steps: 100, timeout_ms: 330_000, async: false },
    { prompt, max_steps: 1, timeout_ms: 10_000, unknown: 1 },
    { prompt, secret_values: manySecrets(20) },
    { prompt, secret_values: { "user's e-mail": "x".repeat(4096), none: "" } },
    { prompt, secret_values: {} },
    { prompt, url: null, session_id: null, output_schema: null, secret_values: null, async: null },
  ])("takes %j", async (body) => {
    const { status, json } = await world.alice.post("/ai/evaluate", body);
    expect([status, json["success"]]).toEqual([200, true]);
  });

  it("costs 5 credits, refused with 402 one credit below, and nothing without success", async () => {
    const poor = await world.user(4);
    const refused = await poor.post("/ai/evaluate", { prompt });
    expect([refused.status, refused.json]).toMatchObject([402, { balance: 4, required: 5 }]);
    const user = await world.user(9);
    expect((await user.post("/ai/evaluate", { prompt })).status).toBe(200);
    expect(await user.balance()).toBe(4);
    const lucky = await world.user(5);
    world.model.act = async () => ["give_up", { reason: "There are no boats." }];
    const { status, json } = await lucky.post("/ai/evaluate", { prompt });
    world.model.act = async () => ["done", { result: "Done." }];
    expect([status, json]).toMatchObject([
      200,
      { success: false, result: null, error: "There are no boats.", credits_used: 0 },
    ]);
    expect(await lucky.balance()).toBe(5);
  });

  it("gives what output_schema asks for", async () => {
    const output_schema = { type: "object", properties: { price: { type: "number" } } };
    world.model.act = async () => ["done", { result: { price: 12 } }];
    const { json } = await world.alice.post("/ai/evaluate", { prompt, output_schema });
    world.model.act = async () => ["done", { result: "Done." }];
    expect(json["result"]).toEqual({ price: 12 });
  });

  it("tells the agent names of secrets alone, and masks values in steps, results and errors", async () => {
    const told: string[] = [];
    world.model.act = async (call) => {
      told.push(JSON.stringify(call.prompt));
      return ["give_up", { reason: `I saw ${secret}.` }];
    };
    const body = { prompt, secret_values: { word: secret } };
    const { text, json } = await world.alice.post("/ai/evaluate", body);
    world.model.act = async () => ["done", { result: "Done." }];
    expect(json).toMatchObject({
      error: "I saw ***.",
      steps: [{ args: { reason: "I saw ***." } }],
    });
    expect(told.join()).toContain("{{secret.word}}");
    expect(text + told.join()).not.toContain(secret);
  });

  it("answers 202 with async, and the record tells how it ended", async () => {
    const { status, json } = await world.alice.post("/ai/evaluate", { prompt, async: true });
    expect([status, json]).toEqual([
      202,
      { workflow_id: expect.any(String), status: "running", run_id: expect.any(String) },
    ]);
    const record = await ended(world, json["workflow_id"] as string);
    expect(record).toEqual({
      workflow_id: json["workflow_id"],
      run_id: json["run_id"],
      status: "completed",
      result: expect.objectContaining({ success: true, run_id: json["run_id"] }),
      created_at: expect.stringMatching(/Z$/),
      completed_at: expect.stringMatching(/Z$/),
    });
  });

  it("holds the saved session while it runs, and refuses unknown, foreign, unsaved and held ones", async () => {
    const { alice, bob, sessions } = world;
    const [own, foreign] = [addSession(world, alice.account), addSession(world, bob.account)];
    const unsaved = addSession(world, alice.account, { isSaved: false });
    const during: boolean[] = [];
    world.model.act = async () => {
      during.push(sessions.held.has(own));
      const again = await alice.post("/ai/evaluate", { prompt, session_id: own });
      expect([again.status, again.json.error]).toEqual([409, "session_in_use"]);
      return ["done", { result: "Done." }];
    };
    expect((await alice.post("/ai/evaluate", { prompt, session_id: own })).status).toBe(200);
    world.model.act = async () => ["done", { result: "Done." }];
    expect([during, sessions.held.size]).toEqual([[true], 0]);
    for (const [id, code, error] of [
      [noSession, 404, "not_found"],
      [foreign, 403, "forbidden"],
      [unsaved, 422, "session_not_saved"],
    ] as const) {
      const { status, json } = await alice.post("/ai/evaluate", { prompt, session_id: id });
      expect([status, json.error]).toEqual([code, error]);
    }
    const poor = await world.user(0);
    const its = addSession(world, poor.account);
    expect((await poor.post("/ai/evaluate", { prompt, session_id: its })).status).toBe(402);
    expect([sessions.held.size, world.visitor.leases]).toEqual([0, 0]);
  });

  it("judges the body first, then the session, then its state, then the balance", async () => {
    const poor = await world.user(0);
    const held = addSession(world, poor.account);
    const unsaved = addSession(world, poor.account, { isSaved: false });
    world.sessions.held.add(held);
    for (const [more, status] of [
      [{ session_id: noSession, max_steps: 0 }, 400],
      [{ session_id: noSession }, 404],
      [{ session_id: unsaved }, 422],
      [{ session_id: held }, 409],
      [{}, 402],
    ] as const) {
      expect((await poor.post("/ai/evaluate", { prompt, ...more })).status).toBe(status);
    }
    world.sessions.held.delete(held);
  });

  it("takes a key, and the account's own: 401, 403, 404", async () => {
    expect((await world.nobody.post("/ai/evaluate", { prompt })).status).toBe(401);
    const { json } = await world.alice.post("/ai/evaluate", { prompt, async: true });
    const id = json["workflow_id"] as string;
    expect((await world.bob.get(`/ai/jobs/${id}`)).status).toBe(403);
    expect((await world.alice.get("/ai/jobs/none")).status).toBe(404);
    const map = await world.alice.submit("/map", { url: world.page("/") });
    expect((await world.alice.get(`/ai/jobs/${map}`)).status).toBe(404);
    await ended(world, id);
  });

  it("sends no events", async () => {
    const { alice } = world;
    const url = world.receiver.url("/ai");
    const { json } = await alice.post("/webhooks", {
      url,
      events: ["job.completed", "job.failed"],
    });
    await alice.post("/ai/evaluate", { prompt });
    const path = `/webhooks/${json.id}`;
    expect((await alice.get(`${path}/deliveries`)).json["deliveries"]).toEqual([]);
    await alice.delete(path);
  });
});

const visit = () => Promise.reject(new Error("No page is shown here."));

describe.each(
  transports.flatMap((transport) => [
    { ...transport, without: "a model", collaborators: { model: undefined } },
    { ...transport, without: "a browser that lends pages", collaborators: { browser: { visit } } },
  ]),
)("4.11 without $without, over $name", ({ collaborators, ...transport }) => {
  const world = useWorld(transport, { collaborators });

  it("is 500 configuration_error", async () => {
    for (const path of ["/ai/evaluate", "/ai/evaluate/stream"]) {
      const { status, json } = await world.alice.post(path, { prompt });
      expect([status, json.error]).toEqual([500, "configuration_error"]);
    }
  });
});

function manySecrets(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, "value"]));
}

function ended(world: World, id: string): Promise<Doc> {
  return world.alice.until(`/ai/jobs/${id}`, ({ status }) => status !== "running");
}
