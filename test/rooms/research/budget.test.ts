import { describe, expect, it } from "vitest";
import { FakeClock } from "dragline/testing";
import { answerOf, ScriptedModel } from "../ai/scripted-model.ts";
import { FakeJournal, FakeWeb, finish, pageOf, researchOf } from "./research-rig.ts";
import { ScriptedResearcher } from "./scripted-researcher.ts";

const prompt = "When was the harbour of Elm dredged?";
const answer = "The harbour of Elm was dredged in 1987.";

/** Pages that each say something else. */
function manyPages(count: number, bytes = 0): Record<string, string> {
  const pages = Array.from({ length: count }, (_, index): [string, string] => {
    const own = `Page ${index} of the harbour of Elm speaks of berth ${index * 7} and crane ${index * 13}.`;
    const filler = bytes === 0 ? "" : `<!-- ${"x".repeat(bytes)} -->`;
    return [
      `https://host-${index}.example/`,
      pageOf(`Page ${index}`, own, index === 0 ? answer : "") + filler,
    ];
  });
  return Object.fromEntries(pages);
}

/** Waits until the signal ends it. */
function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Moves a clock until a promise settles; gives the milliseconds that it took. */
async function untilSettled(clock: FakeClock, work: Promise<unknown>): Promise<number> {
  const started = clock.now();
  const state = { isSettled: false };
  const settle = (): void => {
    state.isSettled = true;
  };
  void work.then(settle, settle);
  for (let turns = 0; !state.isSettled && turns < 10_000; turns += 1) {
    await clock.advance(Math.min(clock.untilNext ?? 1, 1_000));
  }
  await work;
  return clock.now() - started;
}

const limit = 60_000;

describe("the budget of a research", () => {
  it("holds when a site never ends", async () => {
    const clock = new FakeClock();
    const web = new FakeWeb(manyPages(8));
    web.before = async (url, signal) => {
      if (!url.includes("host-0")) await hang(signal);
    };
    const run = researchOf(web, { clock }, { maxTimeMs: limit }).research(prompt);
    const took = await untilSettled(clock, run.report);
    const report = await run.report;
    expect(took).toBeLessThanOrEqual(limit * 1.05);
    expect(report.answered).toBe(true);
    expect(report.citations[0]?.snippet).toContain(answer);
    expect(report.spent.elapsedMs).toBeLessThanOrEqual(limit * 1.05);
  });

  it("holds when a provider hangs: other queries are used", async () => {
    const clock = new FakeClock();
    const web = new FakeWeb(manyPages(2));
    const search = {
      name: "half",
      search: (call: Parameters<typeof web.search.search>[0]) =>
        call.query.includes("crane") ? hang(call.signal) : web.search.search(call),
    };
    const asked = `${prompt} Which crane is at the harbour of Elm, and what does it lift?`;
    const run = researchOf(web, { clock, search }, { maxTimeMs: limit }).research(asked);
    expect(await untilSettled(clock, run.report)).toBeLessThanOrEqual(limit * 1.05);
    const report = await run.report;
    expect(report.notes.join("\n")).toMatch(
      /The search for .*crane.* failed: Deadline of 30000 ms exceeded/,
    );
    expect(report.citations.length).toBeGreaterThan(0);
  });

  it("writes a report without sources when every provider hangs until time is up", async () => {
    const clock = new FakeClock();
    const search = { name: "slow", search: ({ signal }: { signal: AbortSignal }) => hang(signal) };
    const run = researchOf(new FakeWeb({}), { clock, search }, { maxTimeMs: 20_000 }).research(
      prompt,
    );
    expect(await untilSettled(clock, run.report)).toBeLessThanOrEqual(20_000 * 1.05);
    const report = await run.report;
    expect(report).toMatchObject({ answered: false, citations: [] });
    expect(report.markdown).toContain("do not answer this");
  });

  it("holds when a model hangs, and the report is made without it", async () => {
    const clock = new FakeClock();
    const model = new ScriptedModel(({ abortSignal }) => hang(abortSignal));
    const run = researchOf(
      new FakeWeb(manyPages(2)),
      { clock, model },
      { maxTimeMs: limit },
    ).research(prompt);
    expect(await untilSettled(clock, run.report)).toBeLessThanOrEqual(limit * 1.05);
    const report = await run.report;
    expect(report.source).toBe("extractive");
    expect(report.notes.join("\n")).toMatch(/The model did not plan the research \(TIMEOUT\)/);
  });

  it("holds in bytes with many large pages", async () => {
    const size = 1_000_000;
    const web = new FakeWeb(manyPages(50, size));
    const options = {
      maxBytes: 10 * size,
      maxPageBytes: 1_010_000,
      maxPages: 50,
      pagesPerRound: 50,
    };
    const { report } = await finish(researchOf(web, {}, options).research(prompt));
    expect(report.spent.bytes).toBeGreaterThan(8 * size);
    expect(report.spent.bytes).toBeLessThanOrEqual(10 * size * 1.05);
    expect(report.notes).toContain("The limit of 10000000 bytes was reached.");
    expect(report.citations[0]?.snippet).toContain(answer);
  });

  it("holds in pages, failed ones included", async () => {
    const web = new FakeWeb(manyPages(30));
    const { report } = await finish(
      researchOf(web, {}, { maxPages: 5, pagesPerRound: 20 }).research(prompt),
    );
    expect(web.fetched).toHaveLength(5);
    expect(report.spent.pages).toBe(5);
    expect(report.notes).toContain("The limit of 5 pages was reached.");
  });

  it("holds in rounds and queries", async () => {
    const web = new FakeWeb(manyPages(2));
    const gaps = (round: number) =>
      [1, 2, 3].map((at) => ({ question: "Q1", query: `berth ${round} ${at}` }));
    const model = new ScriptedResearcher({ answers: [answer], gaps });
    const { report } = await finish(
      researchOf(web, { model }, { maxRounds: 4, maxQueries: 6 }).research(prompt),
    );
    expect(web.queries).toHaveLength(6);
    expect(report.spent.rounds).toBe(4);
    expect(report.notes).toContain(
      "The limit of 4 rounds was reached before everything was found.",
    );
    expect(report.notes).toContain("The limit of 6 queries was reached.");
  });

  it("holds in tokens: what the model may not do any more is done without it", async () => {
    const model = new ScriptedResearcher({ answers: [answer] });
    const { report } = await finish(
      researchOf(new FakeWeb(manyPages(2)), { model }, { maxInputTokens: 600 }).research(prompt),
    );
    expect(report.notes.join("\n")).toContain("(BUDGET_EXCEEDED)");
    expect(report.spent.tokens.inputTokens).toBeLessThanOrEqual(600);
    expect(report.citations[0]?.snippet).toContain(answer);
  });

  it("counts what earlier runs of a journal used", async () => {
    const clock = new FakeClock();
    const web = new FakeWeb(manyPages(6));
    web.before = async () => clock.advance(20_000);
    const journal = new FakeJournal();
    journal.left = 5;
    await expect(
      researchOf(web, { clock }, { maxTimeMs: limit, maxConcurrency: 1 }).research(prompt, {
        journal,
      }).report,
    ).rejects.toThrow("The worker was lost.");
    journal.left = Infinity;
    const report = await researchOf(
      web,
      { clock },
      { maxTimeMs: limit, maxConcurrency: 1 },
    ).research(prompt, { journal }).report;
    expect(report.spent.elapsedMs).toBeGreaterThanOrEqual(40_000);
    expect(web.fetched.length).toBeLessThanOrEqual(4);
  });

  it("counts the tokens of a model that answers nonsense", async () => {
    const model = new ScriptedModel(answerOf("no JSON at all"));
    const { report } = await finish(
      researchOf(new FakeWeb(manyPages(1)), { model }).research(prompt),
    );
    expect(report.spent.tokens.inputTokens).toBeGreaterThan(0);
    expect(report.notes.join("\n")).toContain("(NO_OBJECT)");
    expect(report.source).toBe("extractive");
    expect(report.markdown).toContain(
      "A language model was asked, and nothing that it wrote is included",
    );
    expect(report.markdown).not.toContain("No language model was used");
  });
});
