import { inspect } from "node:util";
import { FakeClock } from "dragline/testing";
import {
  askEngines,
  VisibilityError,
  type AnswerEngine,
  type EngineAnswer,
  type EngineCall,
  type EngineReply,
  type SourceResult,
} from "dragline/visibility";
import { describe, expect, it } from "vitest";
import { chance, hurriedClock, listen } from "./asking.ts";
import { KEY, vendorNames } from "./engine-formats.ts";
import { answerJson, openEngine, serveEngine } from "./engine-server.ts";

const answerOf = (content: string): EngineAnswer => ({
  summary: content,
  content,
  sources: [],
  model: "",
  isRefusal: false,
  raw: {},
});

const engineOf = (slug: string, ask: AnswerEngine["ask"]): AnswerEngine => ({
  slug,
  label: slug.toUpperCase(),
  ask,
});

/** An engine that answers after a while. */
const after = (slug: string, ms: number, clock: FakeClock): AnswerEngine =>
  engineOf(
    slug,
    () =>
      new Promise((resolve) => {
        clock.timer(ms, () => resolve({ answer: answerOf(slug) }));
      }),
  );

const never = (): Promise<never> => new Promise<never>(() => undefined);
const unavailable = (retryAfterMs?: number): VisibilityError =>
  new VisibilityError("ENGINE_UNAVAILABLE", {
    message: "It failed (503).",
    details: retryAfterMs === undefined ? {} : { retryAfterMs },
  });

/** Everything that comes of a search, while the clock goes on. */
async function settle(
  search: AsyncIterable<SourceResult>,
  clock?: FakeClock,
  ms = 600_000,
): Promise<SourceResult[]> {
  const results: SourceResult[] = [];
  const all = (async () => {
    for await (const result of search) results.push(result);
  })();
  // What settles at once does so before time goes on.
  for (let turns = 0; turns < 5; turns++) await clock?.advance(0);
  await clock?.advance(ms);
  await all;
  return results;
}

const query = "Where does moss grow?";

describe("askEngines", () => {
  it("asks all at once and tells each as it comes", async () => {
    const clock = new FakeClock();
    const engines = [after("slow", 9_000, clock), after("fast", 1_000, clock)];
    const results = await settle(askEngines({ engines, clock }, { query }), clock);
    expect(results.map(({ source, status, latencyMs }) => [source, status, latencyMs])).toEqual([
      ["fast", "completed", 1_000],
      ["slow", "completed", 9_000],
    ]);
  });

  it("hands the question on: trimmed, with its country", async () => {
    const calls: EngineCall[] = [];
    const engine = engineOf("a", async (call) => {
      calls.push(call);
      return { answer: answerOf("Moss.") };
    });
    await settle(askEngines({ engines: [engine] }, { query: ` ${query}\n`, country: "de" }));
    expect([calls[0]?.query, calls[0]?.country]).toEqual([query, "de"]);
  });

  it("gives each engine its own deadline, and the whole ten minutes", async () => {
    const clock = new FakeClock();
    const engines = [engineOf("hung", never), after("ok", 5_000, clock)];
    const one = await settle(
      askEngines({ engines, clock }, { query }, { timeoutMs: 7_000 }),
      clock,
    );
    expect(one.map(({ source, status }) => [source, status])).toEqual([
      ["ok", "completed"],
      ["hung", "timed_out"],
    ]);
    expect([one[1]?.latencyMs, one[1]?.code]).toEqual([7_000, "TIMEOUT"]);
    expect(one[1]?.error).toBe("HUNG gave no answer within 7 s.");
    const other = await settle(
      askEngines({ engines, clock }, { query }, { timeoutMs: 600_000 }),
      clock,
    );
    expect(other.at(-1)?.latencyMs).toBe(600_000);
  });

  it("settles within ten minutes, however long an engine wants to be waited for", async () => {
    const clock = new FakeClock();
    const engine = engineOf("busy", () => Promise.reject(unavailable(3_600_000)));
    const results = await settle(askEngines({ engines: [engine], clock }, { query }), clock);
    expect([results[0]?.status, results[0]?.latencyMs]).toEqual(["failed", 0]);
  });

  it("tries again what may pass, and nothing else", async () => {
    const tries = { passing: 0, lasting: 0, rejected: 0 };
    const engines = [
      engineOf("passing", async () => {
        if (++tries.passing === 1) throw unavailable();
        return { answer: answerOf("Moss.") };
      }),
      engineOf("lasting", () => {
        tries.lasting += 1;
        return Promise.reject(unavailable());
      }),
      engineOf("rejected", () => {
        tries.rejected += 1;
        return Promise.reject(new VisibilityError("ENGINE_REJECTED", { message: "No key." }));
      }),
    ];
    const clock = new FakeClock();
    const results = await settle(askEngines({ engines, clock, ids: chance }, { query }), clock);
    expect(tries).toEqual({ passing: 2, lasting: 2, rejected: 1 });
    const bySource = Object.fromEntries(results.map((result) => [result.source, result]));
    expect(bySource["passing"]?.status).toBe("completed");
    expect(bySource["lasting"]).toMatchObject({ status: "failed", error: "It failed (503)." });
    expect(bySource["rejected"]).toMatchObject({ status: "failed", code: "ENGINE_REJECTED" });
  });

  it("looks at a job that was taken instead of beginning another", async () => {
    const done: string[] = [];
    const engine: AnswerEngine = {
      slug: "jobs",
      label: "Jobs",
      ask: async ({ onHandle }) => {
        done.push("ask");
        await onHandle?.("job_1");
        throw unavailable();
      },
      collect: async (handle) => {
        done.push(handle);
        return done.length < 3 ? undefined : answerOf("Moss.");
      },
    };
    const clock = new FakeClock();
    const handles: string[][] = [];
    const onHandle = (...told: [string, string]): void => void handles.push(told);
    const search = askEngines({ engines: [engine], clock, ids: chance }, { query, onHandle });
    const [result] = await settle(search, clock);
    expect(done).toEqual(["ask", "job_1", "job_1"]);
    expect(result).toMatchObject({ status: "completed", handle: "job_1" });
    expect(handles).toEqual([["jobs", "job_1"]]);
  });

  it("waits for jobs that were begun before, where the engine keeps jobs", async () => {
    const asked: string[] = [];
    const collected: string[] = [];
    const ask = async (): Promise<EngineReply> => {
      asked.push("ask");
      return { answer: answerOf("New.") };
    };
    const collect = async (handle: string): Promise<EngineAnswer | undefined> => {
      collected.push(handle);
      return collected.length < 3 ? undefined : answerOf("Begun before.");
    };
    const jobs: AnswerEngine = { slug: "jobs", label: "Jobs", ask, collect };
    const plain: AnswerEngine = { slug: "plain", label: "Plain", ask };
    const clock = new FakeClock();
    const handles = { jobs: "job_1", plain: "job_2" };
    const search = askEngines({ engines: [jobs, plain], clock, ids: chance }, { query, handles });
    const results = await settle(search, clock);
    const said = Object.fromEntries(results.map(({ source, answer }) => [source, answer?.content]));
    expect(said).toEqual({ jobs: "Begun before.", plain: "New." });
    expect([asked, collected]).toEqual([["ask"], ["job_1", "job_1", "job_1"]]);
    expect(results.find(({ source }) => source === "jobs")?.handle).toBe("job_1");
  });

  it("tells the job of an engine that has timed out", async () => {
    const engine = engineOf("jobs", async ({ onHandle }) => {
      await onHandle?.("job_1");
      return never();
    });
    const clock = new FakeClock();
    const [result] = await settle(askEngines({ engines: [engine], clock }, { query }), clock);
    expect(result).toMatchObject({ status: "timed_out", handle: "job_1" });
  });

  it("tells nothing of an error that no engine documents", async () => {
    const engine = engineOf("odd", () => Promise.reject(new Error(`Bad key ${KEY}`)));
    const results = await settle(askEngines({ engines: [engine] }, { query }));
    expect(results[0]).toMatchObject({ status: "failed", error: "ODD failed unexpectedly." });
    expect(inspect(results)).not.toContain(KEY);
  });

  it("ends with the caller's reason, and lets go of everything", async () => {
    const clock = new FakeClock();
    const stop = new AbortController();
    const engines = [engineOf("hung", never), after("ok", 1_000, clock)];
    const search = settle(askEngines({ engines, clock }, { query }, { signal: stop.signal }));
    await clock.advance(2_000);
    stop.abort("enough");
    await expect(search).rejects.toBe("enough");
    expect(clock.waiting).toBe(0);
  });

  it("ends the rest when it is left early", async () => {
    const clock = new FakeClock();
    let left: unknown;
    const engines = [
      engineOf("hung", ({ signal }) => {
        signal.addEventListener("abort", () => (left = true));
        return never();
      }),
      after("ok", 1_000, clock),
    ];
    const search = askEngines({ engines, clock }, { query });
    const first = search.next();
    await clock.advance(1_000);
    expect((await first).value).toMatchObject({ source: "ok" });
    await search.return();
    expect([left, clock.waiting]).toEqual([true, 0]);
  });

  it("ends with what the host's own part throws", async () => {
    const engine = engineOf("jobs", async ({ onHandle }) => {
      await onHandle?.("job_1");
      return { answer: answerOf("Moss.") };
    });
    const onHandle = (): void => {
      throw new Error("The store is full.");
    };
    const engines = [engine, engineOf("hung", never)];
    await expect(settle(askEngines({ engines }, { query, onHandle }))).rejects.toThrow(
      "The store is full.",
    );
  });

  it.each([
    [[], {}],
    [[engineOf("a", never), engineOf("a", never)], {}],
    [[engineOf("a", never)], { timeoutMs: 600_001 }],
    [[engineOf("a", never)], { attempts: 0 }],
  ])("refuses %j with %j", async (engines, options) => {
    await expect(settle(askEngines({ engines }, { query }, options))).rejects.toThrow(
      /engines|timeoutMs|attempts/,
    );
  });

  it.each(vendorNames)("keeps the key of %s out of results and traces", async (name) => {
    await using server = await serveEngine(name);
    server.always = answerJson(401, { error: { message: `Bad key ${KEY}` } });
    await using engine = openEngine(name, server, { clock: hurriedClock(), ids: chance });
    const heard = listen();
    const failed = await settle(askEngines({ engines: [engine] }, { query }));
    server.always = undefined;
    const answered = await settle(askEngines({ engines: [engine] }, { query }));
    const told = heard.stop();
    expect([failed[0]?.status, answered[0]?.status]).toEqual(["failed", "completed"]);
    expect(told.length).toBeGreaterThan(3);
    expect(inspect([told, failed, answered], { depth: 12 })).not.toContain(KEY);
  });
});
