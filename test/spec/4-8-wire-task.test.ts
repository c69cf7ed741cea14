import { describe, expect, it } from "vitest";
import { failed, SECRET, transports, useWorld } from "../transports/index.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const refusal = (code: string, more: object = {}) => ({
  status: "error",
  error: { code, message: expect.any(String), ...more },
});

describe.each(transports)("4.8 POST /wire/task, over $name", (transport) => {
  const world = useWorld(transport);

  it("answers 202 with a UUID and the path of the job, which gives what the action gave", async () => {
    const user = await world.user();
    const url = world.page("/board");
    world.board.put("/board", "The harbour opens at six.");
    const answer = await user.post("/wire/task", { action_id: "board.page", params: { url } });
    const id = answer.json.job_id;
    expect([answer.status, answer.json]).toEqual([
      202,
      {
        status: "processing",
        job_id: expect.stringMatching(UUID),
        poll_url: `/v1/wire/jobs/${id}`,
      },
    ]);
    expect(await user.settled(`/wire/jobs/${id}`)).toEqual({
      status: "completed",
      job_id: id,
      action_id: "board.page",
      data: { status: 200, text: expect.stringContaining("opens at six") },
      credits_used: 1,
      execution_ms: expect.any(Number),
    });
    expect(await user.balance()).toBe(299);
  });

  it("takes params that are missing or null for {}", async () => {
    for (const more of [{}, { params: null }]) {
      const answer = await world.alice.post("/wire/task", { action_id: "shop.items", ...more });
      expect(answer.status).toBe(202);
      const job = await world.alice.settled(`/wire/jobs/${answer.json.job_id}`);
      expect(job.data).toEqual({ params: {} });
    }
  });

  it("takes the credits at submission and gives them back when the job fails", async () => {
    const user = await world.user(5);
    let fail = (): void => undefined;
    const failing = new Promise<void>((resolve) => (fail = resolve));
    world.runner.acts.set("shop.items", async () => {
      await failing;
      return failed("EXECUTION_FAILED", "shop.example answered HTTP 503 to step 'items'.");
    });
    const id = await user.task("shop.items");
    expect(await user.balance()).toBe(1);
    fail();
    expect(await user.settled(`/wire/jobs/${id}`)).toEqual({
      status: "failed",
      job_id: id,
      action_id: "shop.items",
      error: {
        code: "EXECUTION_FAILED",
        message: "shop.example answered HTTP 503 to step 'items'.",
      },
      credits_used: 0,
      execution_ms: expect.any(Number),
    });
    world.runner.acts.delete("shop.items");
    expect((await user.get("/credits")).json).toMatchObject({ balance: 5, used: 0 });
  });

  it.each(["EXECUTION_FAILED", "AUTH_EXPIRED", "INVALID_PARAMS"] as const)(
    "shows the code %s of a failed run",
    async (code) => {
      world.runner.acts.set("shop.prices", () => failed(code, "Why."));
      const job = await world.alice.run("shop.prices");
      expect(job).toMatchObject({ status: "failed", error: { code, message: "Why." } });
      world.runner.acts.delete("shop.prices");
    },
  );

  it("tells nothing of a run that fails for a reason of ours", async () => {
    world.runner.acts.set("shop.prices", () => {
      throw new Error(`postgres://10.0.0.5 ${SECRET}`);
    });
    const job = await world.alice.run("shop.prices");
    expect(job).toMatchObject({ status: "failed", error: { code: "EXECUTION_FAILED" } });
    expect(JSON.stringify(job)).not.toMatch(/10\.0\.0\.5|s3cret/);
    world.runner.acts.delete("shop.prices");
  });

  it.each([
    ["no body", undefined, ["action_id"]],
    ["no action", {}, ["action_id"]],
    ["a number", { action_id: 7 }, []],
    ["params that are no object", { action_id: "shop.items", params: [] }, []],
    ["a parameter that is missing", { action_id: "board.page" }, ["url"]],
    ["a parameter that is unknown", { action_id: "shop.items", params: { x: 1 } }, []],
    ["a credential that is no UUID", { action_id: "shop.items", credential_id: "x" }, []],
    ["an identity that is no UUID", { action_id: "shop.items", identity_id: "x" }, []],
    ["a callback that is none", { action_id: "shop.items", webhook_url: "ftp://a.example" }, []],
    ["a private callback", { action_id: "shop.items", webhook_url: "http://10.0.0.1/" }, []],
  ])("refuses %s with 400 INVALID_PARAMS", async (_, body, missing_fields) => {
    const { status, json } = await world.alice.post("/wire/task", body);
    expect([status, json]).toEqual([400, refusal("INVALID_PARAMS", { missing_fields })]);
  });

  it("answers 404 for an action that is unknown", async () => {
    const { status, json } = await world.alice.post("/wire/task", { action_id: "shop.fly" });
    expect([status, json]).toEqual([404, refusal("NOT_FOUND")]);
  });

  it("answers 402 one credit below the price, and starts nothing", async () => {
    const user = await world.user(3);
    const runs = world.runner.runs.length;
    const { status, json } = await user.post("/wire/task", { action_id: "shop.items" });
    expect([status, json]).toEqual([
      402,
      refusal("INSUFFICIENT_CREDITS", { balance: 3, required: 4 }),
    ]);
    expect(json.error).toMatchObject({ message: "Insufficient credits: cost 4, balance 3" });
    expect(world.runner.runs.length).toBe(runs);
  });

  it("needs a key", async () => {
    const { status, json } = await world.nobody.post("/wire/task", { action_id: "shop.items" });
    expect([status, json]).toEqual([401, refusal("UNAUTHORIZED")]);
  });
});
