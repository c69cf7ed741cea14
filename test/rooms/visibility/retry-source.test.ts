import fc from "fast-check";
import { FakeClock } from "dragline/testing";
import {
  retrySource,
  VisibilityError,
  type AnswerEngine,
  type EngineAnswer,
  type LateAnswer,
  type SourceRetry,
} from "dragline/visibility";
import { describe, expect, it } from "vitest";
import { call, chance, failureOf } from "./asking.ts";
import { mossAnswer, openEngine, serveEngine } from "./engine-server.ts";

const query = "Where does moss grow?";
const answerOf = (content: string): EngineAnswer => ({
  summary: content,
  content,
  sources: [],
  model: "",
  isRefusal: false,
  raw: {},
});

/** An engine that counts how often it is asked, and whose job has what is given. */
function engineOf(late: () => Promise<EngineAnswer | undefined>): AnswerEngine & { asks: number } {
  return {
    slug: "jobs",
    label: "Jobs",
    asks: 0,
    async ask() {
      this.asks += 1;
      return { answer: answerOf("new") };
    },
    collect: () => late(),
  };
}

const failing = (code: VisibilityError["code"]) => async (): Promise<never> => {
  throw new VisibilityError(code, { message: "It failed." });
};

/** A store of one result that was timed out: who is first takes it, and all else is for nothing. */
class Store {
  readonly adopted: LateAnswer[] = [];
  charged = 0;

  /** @param dies when the process is killed: before what it stores, after it, or not */
  adopt(late: LateAnswer, dies?: "before" | "after"): Promise<boolean> {
    if (dies === "before") return Promise.reject(new Error("killed"));
    const isFirst = this.adopted.every(({ handle }) => handle !== late.handle);
    if (isFirst) this.adopted.push(late);
    return dies === "after" ? Promise.reject(new Error("killed")) : Promise.resolve(isFirst);
  }

  settle({ how, result }: SourceRetry): void {
    if (how === "asked" && result.status === "completed") this.charged += 1;
  }
}

describe("retrySource", () => {
  it("adopts a late answer, and begins nothing", async () => {
    const engine = engineOf(async () => answerOf("late"));
    const store = new Store();
    const adopt = (late: LateAnswer): Promise<boolean> => store.adopt(late);
    const { how, result } = await retrySource({ engine, adopt }, { query, handle: "job_1" });
    expect([how, result.status, result.answer?.content]).toEqual(["adopted", "completed", "late"]);
    expect([engine.asks, store.adopted.length]).toEqual([0, 1]);
    const again = await retrySource({ engine, adopt }, { query, handle: "job_1" });
    expect([again.how, store.adopted.length]).toEqual(["already-adopted", 1]);
  });

  it("adopts once and free in 200 runs of retries that die and race", async () => {
    const deaths = fc.array(fc.constantFrom("before", "after", undefined), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(deaths, { minLength: 1, maxLength: 4 }), async (rounds) => {
        const engine = engineOf(async () => answerOf("late"));
        const store = new Store();
        const retry = async (dies?: "before" | "after"): Promise<void> => {
          const adopt = (late: LateAnswer): Promise<boolean> => store.adopt(late, dies);
          store.settle(await retrySource({ engine, adopt }, { query, handle: "job_1" }));
        };
        for (const racing of rounds) await Promise.allSettled(racing.map(retry));
        await retry();
        expect([store.adopted.length, store.charged, engine.asks]).toEqual([1, 0, 0]);
      }),
      { numRuns: 200 },
    );
  });

  it("asks anew where there was no job, where it goes on, and where it has no answer", async () => {
    const store = new Store();
    const adopt = (late: LateAnswer): Promise<boolean> => store.adopt(late);
    const running = engineOf(async () => undefined);
    for (const [engine, handle] of [
      [running, undefined],
      [running, "job_1"],
      [engineOf(failing("JOB_GONE")), "job_1"],
      [engineOf(failing("ENGINE_FAILED")), "job_1"],
    ] as const) {
      const retry = await retrySource({ engine, adopt }, { query, handle });
      expect([retry.how, retry.result.answer?.content]).toEqual(["asked", "new"]);
      store.settle(retry);
    }
    expect([store.adopted, store.charged]).toEqual([[], 4]);
  });

  it("begins nothing where it cannot be known whether there is an answer", async () => {
    const adopt = async (): Promise<boolean> => true;
    const engine = engineOf(failing("ENGINE_UNAVAILABLE"));
    const { how, result } = await retrySource({ engine, adopt }, { query, handle: "job_1" });
    expect([how, result.status, result.handle]).toEqual(["unchecked", "failed", "job_1"]);
    const clock = new FakeClock();
    const hung = engineOf(() => new Promise<never>(() => undefined));
    const retry = retrySource({ engine: hung, adopt, clock }, { query, handle: "job_1" });
    await clock.advance(30_000);
    expect((await retry).result.code).toBe("TIMEOUT");
    expect([engine.asks, hung.asks]).toEqual([0, 0]);
  });

  it("tells the host before the engine is asked anew, who may end it there", async () => {
    const adopt = async (): Promise<boolean> => true;
    const refusal = new Error("nothing left to pay with");
    const beforeAsking = (): never => {
      throw refusal;
    };
    const running = engineOf(async () => undefined);
    const parts = { adopt, beforeAsking };
    const ends = retrySource({ ...parts, engine: running }, { query, handle: "job_1" });
    await expect(ends).rejects.toBe(refusal);
    expect(running.asks).toBe(0);
    const done = engineOf(async () => answerOf("late"));
    const { how } = await retrySource({ ...parts, engine: done }, { query, handle: "job_1" });
    expect(how).toBe("adopted");
  });

  it("tells what fails anew as the result, and ends with the caller's reason", async () => {
    const adopt = async (): Promise<boolean> => true;
    const engine = { ...engineOf(async () => undefined), ask: failing("ENGINE_REJECTED") };
    const { result } = await retrySource({ engine, adopt }, { query });
    expect(result).toMatchObject({ status: "failed", code: "ENGINE_REJECTED" });
    const stop = new AbortController();
    const hung = engineOf(() => new Promise<never>(() => undefined));
    const question = { query, handle: "job_1" };
    const left = retrySource({ engine: hung, adopt }, question, { signal: stop.signal });
    stop.abort("enough");
    await expect(left).rejects.toBe("enough");
  });

  it.each(["openai", "perplexity"] as const)(
    "adopts an answer of %s after ten minutes, by another process",
    async (name) => {
      await using server = await serveEngine(name);
      server.looks = Infinity;
      const clock = new FakeClock();
      const engine = openEngine(name, server, { clock, ids: chance });
      const failure = failureOf(engine.ask(call()));
      await clock.timerOf(2_000);
      await clock.advance(300_000);
      const { handle } = (await failure).details;
      await engine[Symbol.asyncDispose]();
      await clock.advance(600_000);
      server.looks = 0;
      await using other = openEngine(name, server, { clock, ids: chance });
      const store = new Store();
      const adopt = (late: LateAnswer): Promise<boolean> => store.adopt(late);
      const retry = await retrySource({ engine: other, adopt, clock }, { query, handle });
      expect([retry.how, retry.result.answer?.content]).toEqual(["adopted", mossAnswer.text]);
      expect(server.asks.filter(({ method }) => method === "POST")).toHaveLength(1);
    },
  );
});
