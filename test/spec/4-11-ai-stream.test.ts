import { systemIds } from "dragline";
import { describe, expect, it } from "vitest";
import { JumpClock, transports, useWorld, type Doc, type World } from "../transports/index.ts";
import { openStream } from "./open-stream.ts";

const prompt = "Find the cheapest boat.";
const path = "/ai/evaluate/stream";
const finished = async () => ["done", { result: "Done." }] as const;

/** Adds a saved session, and gives its id. */
function addSession(world: World, account: string): string {
  const id = crypto.randomUUID();
  world.sessions.rows.push({ id, account, name: `s ${id}`, isSaved: true });
  return id;
}

describe.each(transports)("4.11 POST /ai/evaluate/stream, over $name", (transport) => {
  const clock = new JumpClock();
  let last = "";
  const uuid = (): string => (last = systemIds.uuid());
  const world = useWorld(transport, { collaborators: { clock, ids: { ...systemIds, uuid } } });

  it("sends each step as it was done, then the result, and ends", async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let turn = 0;
    world.model.act = async () => {
      turn += 1;
      await (turn === 1 ? first : second).promise;
      return turn === 1 ? ["no_such_tool", { of: "boats" }] : ["done", { result: "Red boat" }];
    };
    const stream = await openStream(world, world.alice, { prompt, async: true });
    expect(stream.status).toBe(200);
    first.resolve();
    const step = {
      index: 0,
      tool: "no_such_tool",
      args: { of: "boats" },
      reasoning: "I go on.",
      duration_ms: expect.any(Number),
    };
    expect(await stream.next()).toEqual({ event: "step", data: step, comment: undefined });
    second.resolve();
    const rest = await stream.all();
    world.model.act = finished;
    expect(rest.map(({ event }) => event)).toEqual(["step", "result"]);
    const [last, result] = rest.map(({ data }) => data as Doc);
    expect(result).toEqual({
      success: true,
      result: "Red boat",
      steps: [step, last],
      iterations: 2,
      duration_ms: expect.any(Number),
      credits_used: 5,
      run_id: expect.any(String),
      cached: false,
    });
    const record = (await world.alice.get(`/ai/jobs/${result?.["run_id"]}`)).json;
    expect(record).toMatchObject({ status: "completed", result });
  });

  it("is text/event-stream that nothing between keeps, changes or gathers", async () => {
    const stream = await openStream(world, world.alice, { prompt });
    await stream.all();
    const { headers } = stream;
    expect(headers.get("content-type")).toMatch(/^text\/event-stream\b/);
    expect(headers.get("cache-control")).toBe("no-store, no-transform");
    expect(headers.get("x-accel-buffering")).toBe("no");
    expect(headers.get("x-request-id")).toMatch(/^req_[\da-f]{32}$/);
    expect(headers.get("content-length")).toBeNull();
  });

  it("gives a result without success as a result, refunded", async () => {
    const user = await world.user(5);
    world.model.act = async () => ["give_up", { reason: "There are no boats." }];
    const frames = await (await openStream(world, user, { prompt })).all();
    world.model.act = finished;
    expect(frames.at(-1)).toMatchObject({
      event: "result",
      data: { success: false, result: null, error: "There are no boats.", credits_used: 0 },
    });
    expect(await user.balance()).toBe(5);
  });

  it("sends a comment each 15 s while nothing happens", async () => {
    const asked = Promise.withResolvers<void>();
    world.model.act = () => {
      asked.resolve();
      return new Promise(() => {});
    };
    const stream = await openStream(world, world.alice, { prompt });
    await asked.promise;
    for (const _ of [1, 2, 3]) {
      await clock.jump(14_999);
      let isHere = false;
      const next = stream.next().finally(() => (isHere = true));
      // Time for what was sent to come.
      await world.alice.balance();
      expect(isHere).toBe(false);
      await clock.jump(1);
      expect(await next).toMatchObject({ event: undefined, comment: expect.any(String) });
    }
    await stream.close();
    world.model.act = finished;
  });

  it("ends the run when it is closed, at once, which is charged in full and leaves nothing held", async () => {
    const user = await world.user(5);
    const session_id = addSession(world, user.account);
    let turn = 0;
    const asked = Promise.withResolvers<AbortSignal>();
    world.model.act = async ({ abortSignal }) => {
      turn += 1;
      if (turn === 1) return ["no_such_tool", {}];
      asked.resolve(abortSignal);
      return new Promise(() => {});
    };
    const stream = await openStream(world, user, { prompt, session_id });
    await stream.next();
    const signal = await asked.promise;
    expect([world.sessions.held.has(session_id), world.visitor.leases]).toEqual([true, 1]);
    const id = last;
    const before = clock.now();
    await stream.close();
    const record = await user.until(`/ai/jobs/${id}`, ({ status }) => status !== "running");
    expect(clock.now()).toBe(before);
    world.model.act = finished;
    expect(record).toMatchObject({
      status: "failed",
      error: expect.stringContaining("closed the stream"),
      result: { success: false, steps: [{ index: 0 }], iterations: 1, credits_used: 5 },
    });
    expect(signal.aborted).toBe(true);
    expect([world.sessions.held.size, world.visitor.leases]).toEqual([0, 0]);
    expect(await user.balance()).toBe(0);
  });

  it("answers errors before the run as ordinary HTTP errors", async () => {
    const { alice, bob, nobody } = world;
    const [own, foreign] = [addSession(world, alice.account), addSession(world, bob.account)];
    world.sessions.held.add(own);
    const poor = await world.user(4);
    for (const [user, more, status, error] of [
      [nobody, {}, 401, "unauthorized"],
      [alice, { prompt: "" }, 400, "invalid_request"],
      [alice, { session_id: crypto.randomUUID() }, 404, "not_found"],
      [alice, { session_id: foreign }, 403, "forbidden"],
      [alice, { session_id: own }, 409, "session_in_use"],
      [poor, {}, 402, "insufficient_credits"],
    ] as const) {
      const answer = await user.post(path, { prompt, ...more });
      expect([answer.status, answer.json.error]).toEqual([status, error]);
      expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    }
    world.sessions.held.delete(own);
  });
});
