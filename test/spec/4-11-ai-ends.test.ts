import { describe, expect, it } from "vitest";
import type { LeaseCall, PageLease } from "dragline/browser";
import {
  JumpClock,
  transports,
  useWorld,
  type Doc,
  type User,
  type World,
} from "../transports/index.ts";
import { openStream } from "./open-stream.ts";

const prompt = "Find the cheapest boat.";
const finished = async () => ["done", { result: "Done." }] as const;

/** Has the model never answer; resolves when it is asked. */
function hang(world: World): Promise<void> {
  const asked = Promise.withResolvers<void>();
  world.model.act = () => {
    asked.resolve();
    return new Promise(() => {});
  };
  return asked.promise;
}

/** Submits a task; gives the path of its record. */
async function submit(user: User, more: object = {}): Promise<string> {
  const { status, json } = await user.post("/ai/evaluate", { prompt, async: true, ...more });
  expect(status).toBe(202);
  return `/ai/jobs/${json["workflow_id"]}`;
}

const isOver = ({ status }: Doc): boolean => status !== "running";

describe.each(transports)("4.11 how tasks end, over $name", (transport) => {
  const clock = new JumpClock();
  const world = useWorld(transport, { collaborators: { clock } });

  it("is running until then, with these members alone", async () => {
    const asked = hang(world);
    const path = await submit(world.alice);
    await asked;
    const running = (await world.alice.get(path)).json;
    expect(running).toEqual({
      workflow_id: path.slice("/ai/jobs/".length),
      run_id: expect.any(String),
      status: "running",
      created_at: expect.stringMatching(/Z$/),
    });
    await clock.pass(300_000);
    await world.alice.until(path, isOver);
    world.model.act = finished;
  });

  it.each([
    [{}, 300_000],
    [{ timeout_ms: 10_000 }, 10_000],
    [{ timeout_ms: 330_000 }, 330_000],
  ])("is timed_out, refunded, with %j", async (more, ms) => {
    const user = await world.user(5);
    let turn = 0;
    const begun = Promise.withResolvers<void>();
    // A model that says nothing at all for so long counts as broken.
    world.model.act = async () => {
      begun.resolve();
      await new Promise<void>((resolve) => void clock.timer(59_000, resolve));
      return ["no_such_tool", { turn: (turn += 1) }];
    };
    const path = await submit(user, more);
    // What is loaded before the first turn takes no time of this clock.
    await begun.promise;
    await clock.pass(ms - 1);
    expect((await user.get(path)).json.status).toBe("running");
    await clock.jump(1);
    const record = await user.until(path, isOver);
    world.model.act = finished;
    expect(record).toMatchObject({
      status: "timed_out",
      error: expect.stringContaining(`${ms} ms`),
      result: { success: false, result: null, iterations: turn, credits_used: 0 },
      completed_at: expect.any(String),
    });
    expect(record.error).toBe(record.result.error);
    expect(record.result["steps"]).toHaveLength(turn);
    expect(turn).toBe(Math.floor(ms / 59_000));
    expect([await user.balance(), world.visitor.leases]).toEqual([5, 0]);
  });

  it("answers 200 with the result, and the stream a result, when time is up", async () => {
    for (const isStream of [false, true]) {
      const asked = hang(world);
      const body = { prompt, timeout_ms: 10_000 };
      const answer = isStream
        ? openStream(world, world.alice, body).then((stream) => stream.all())
        : world.alice.post("/ai/evaluate", body);
      await asked;
      await clock.pass(10_000);
      const given = await answer;
      const result = "json" in given ? given.json : given.at(-1)?.data;
      expect("json" in given ? given.status : given.at(-1)?.event).toBe(isStream ? "result" : 200);
      expect(result).toMatchObject({ success: false, result: null, credits_used: 0 });
    }
    world.model.act = finished;
  });

  it("counts the wait for a page as time of the task", async () => {
    const { visitor } = world;
    const lease = visitor.lease.bind(visitor);
    const asked = Promise.withResolvers<void>();
    visitor.lease = ({ signal }: LeaseCall): Promise<PageLease> => {
      asked.resolve();
      return new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason as Error));
      });
    };
    const path = await submit(world.alice, { timeout_ms: 10_000 });
    await asked.promise;
    await clock.pass(10_000);
    expect(await world.alice.until(path, isOver)).toMatchObject({ status: "timed_out" });
    visitor.lease = lease;
  });

  it("is failed, refunded, after max_steps, with the steps that were done", async () => {
    const user = await world.user(5);
    let turn = 0;
    world.model.act = async () => ["no_such_tool", { turn: (turn += 1) }];
    const { json } = await user.post("/ai/evaluate", { prompt, max_steps: 3 });
    world.model.act = finished;
    expect(json).toMatchObject({ success: false, iterations: 3, credits_used: 0 });
    expect((json["steps"] as Doc[]).map(({ args, index }) => [index, args])).toEqual([
      [0, { turn: 1 }],
      [1, { turn: 2 }],
      [2, { turn: 3 }],
    ]);
    const record = (await user.get(`/ai/jobs/${json["run_id"]}`)).json;
    expect(record).toMatchObject({ status: "failed", error: json.error, result: json });
    expect(await user.balance()).toBe(5);
  });

  it("takes 25 steps and not more by default", async () => {
    let turn = 0;
    world.model.act = async () => ["no_such_tool", { turn: (turn += 1) }];
    const { json } = await world.alice.post("/ai/evaluate", { prompt });
    world.model.act = finished;
    expect(json["steps"]).toHaveLength(25);
  });

  it("keeps the words of the model's server from clients", async () => {
    const user = await world.user(5);
    world.model.failure = new TypeError("connect ECONNREFUSED 10.0.0.7:8080, key sk-secret");
    const { status, text, json } = await user.post("/ai/evaluate", { prompt });
    world.model.failure = undefined;
    expect([status, json]).toMatchObject([200, { success: false, error: expect.any(String) }]);
    expect(text).not.toMatch(/10\.0\.0\.7|sk-secret/);
    expect(await user.balance()).toBe(5);
  });

  it("goes on when the client of the synchronous call leaves", async () => {
    const user = await world.user(5);
    const asked = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    world.model.act = async () => {
      asked.resolve();
      await go.promise;
      return ["done", { result: "Done." }];
    };
    const leaving = new AbortController();
    const request = new Request("http://service.test/v1/ai/evaluate", {
      method: "POST",
      headers: { "x-api-key": user.key, "content-type": "application/json" },
      body: JSON.stringify({ prompt }),
      signal: leaving.signal,
    });
    const answer = world.service.fetch(request);
    await asked.promise;
    leaving.abort();
    await answer;
    go.resolve();
    while (world.visitor.leases > 0) await clock.jump(0);
    world.model.act = finished;
    expect((await user.get("/credits")).json).toMatchObject({ balance: 0, used: 5 });
  });

  it("is kept for 30 days from its creation, then unknown", async () => {
    const { json } = await world.alice.post("/ai/evaluate", { prompt });
    const path = `/ai/jobs/${json["run_id"]}`;
    await clock.jump(30 * 86_400_000 - 60_000);
    expect((await world.alice.get(path)).status).toBe(200);
    await clock.jump(60_000);
    expect((await world.alice.get(path)).status).toBe(404);
  });

  it("is no job of the scraping family", async () => {
    const { json } = await world.alice.post("/ai/evaluate", { prompt });
    for (const path of ["request", "url-scraper", "agentic-search", "map", "wire/jobs"]) {
      expect((await world.alice.get(`/${path}/${json["run_id"]}`)).status).toBe(404);
    }
  });
});
