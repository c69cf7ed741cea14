import { TokenBudget } from "dragline/ai";
import { planQueries, SearchError, searchPrompt } from "dragline/search";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { answerOf, judgeHere, ScriptedModel, textOf, type Reply } from "../ai/scripted-model.ts";
import { found, hang, ToldSearch } from "./told-search.ts";

const prompt =
  "Please write a report about the history of the Suez Canal. How much cargo passes through it each year? Who owns it?";
const condensed = ["history Suez Canal", "Suez Canal cargo passes year", "Suez Canal owns"];

const by = (...replies: Reply[]): { model: ScriptedModel; judge: typeof judgeHere } => ({
  model: new ScriptedModel(...replies),
  judge: judgeHere,
});

const queriesOf = (...queries: string[]): Reply => answerOf(JSON.stringify({ queries }));

describe("planQueries", () => {
  it("takes the model's queries, folded and none twice", async () => {
    const parts = by(queriesOf(" Suez  Canal\nowner", "Suez Canal owner", "Suez Canal cargo 2025"));
    expect(await planQueries(prompt, parts)).toEqual({
      queries: ["Suez Canal owner", "Suez Canal cargo 2025"],
      source: "model",
      notes: [],
      usage: { calls: 1, inputTokens: 10, outputTokens: 5 },
    });
    expect(textOf(parts.model.calls[0])).toContain(prompt);
  });

  it("condenses without a model", async () => {
    expect(await planQueries(prompt, {})).toMatchObject({
      queries: condensed,
      source: "condensed",
      notes: [],
    });
  });

  it.each([
    ["that fails", Object.assign(new Error("no"), { statusCode: 401 }), "MODEL_REJECTED"],
    ["that writes no JSON", answerOf("Sure!"), "NO_OBJECT"],
    ["that writes too many queries", queriesOf("a", "b", "c", "d"), "NO_OBJECT"],
    ["that writes another field", answerOf('{"searches":["a"]}'), "NO_OBJECT"],
  ] as const)("condenses and tells so with a model %s", async (_, reply, code) => {
    const plan = await planQueries(prompt, by(reply));
    expect(plan).toMatchObject({ queries: condensed, source: "condensed" });
    expect(plan.notes).toEqual([
      {
        provider: "model",
        message: `The model gave no queries (${code}): the query was made from the prompt's words instead.`,
      },
    ]);
  });

  it("condenses when the model's queries say nothing", async () => {
    const plan = await planQueries(prompt, by(queriesOf("?", " - ")));
    expect(plan).toMatchObject({ queries: condensed, source: "condensed" });
    expect(plan.notes[0]?.message).toBe("The model's queries were empty.");
  });

  it("condenses when the budget is spent, and asks nobody", async () => {
    const parts = by(queriesOf("a"));
    const budget = new TokenBudget({ inputTokens: 1 });
    const plan = await planQueries(prompt, { ...parts, budget });
    expect(plan.notes[0]?.message).toContain("BUDGET_EXCEEDED");
    expect(parts.model.calls).toEqual([]);
  });

  it("condenses when the model hangs", async () => {
    const clock = new FakeClock();
    const parts = by(() => new Promise(() => undefined));
    const plan = planQueries(prompt, { ...parts, clock });
    await clock.timerOf(20_000);
    await clock.advance(20_000);
    expect((await plan).notes[0]?.message).toContain("TIMEOUT");
  });

  it("ends with the signal's reason when it is cancelled", async () => {
    const ending = new AbortController();
    const parts = by(() => new Promise(() => undefined));
    const plan = planQueries(prompt, parts, { signal: ending.signal });
    const reason = new Error("enough");
    ending.abort(reason);
    await expect(plan).rejects.toBe(reason);
    await expect(planQueries(prompt, {}, { signal: ending.signal })).rejects.toBe(reason);
  });

  it("refuses what is no model, and no prompt", async () => {
    await expect(planQueries(prompt, { model: "gpt" as never })).rejects.toMatchObject({
      code: "INVALID_MODEL",
    });
    await expect(planQueries(" ", by(queriesOf("a")))).rejects.toMatchObject({
      code: "INVALID_QUERY",
    });
  });
});

describe("searchPrompt", () => {
  it("searches for every query and fuses what is found", async () => {
    const provider = new ToldSearch("told", ({ query }) => ({
      results: query.includes("cargo") ? [found("a"), found("b")] : [found("b"), found("c")],
      notes: [{ provider: "told", message: "Slow today." }],
    }));
    const { results, notes } = await searchPrompt({ provider }, { prompt, country: "eg" });
    expect(results.map(({ title }) => title)).toEqual(["b", "c", "a"]);
    expect(notes).toEqual([{ provider: "told", message: "Slow today." }]);
    expect(provider.calls.map(({ query }) => query)).toEqual(condensed);
    expect(provider.calls.every(({ limit, country }) => limit === 5 && country === "eg")).toBe(
      true,
    );
  });

  it("searches once for a short prompt, and gives the provider's own order", async () => {
    const provider = new ToldSearch("told", () => ({
      results: ["c", "a", "b"].map((path) => found(path)),
    }));
    const { results } = await searchPrompt({ provider }, { prompt: "moss", limit: 2 });
    expect(results.map(({ title }) => title)).toEqual(["c", "a"]);
    expect(provider.calls).toHaveLength(1);
  });

  it("tells the model's failure and a query's as notes", async () => {
    const provider = new ToldSearch("told", ({ query }) => {
      if (query.includes("cargo")) throw new SearchError("TIMEOUT", { message: "Told took long." });
      return { results: [found("a")] };
    });
    const { results, notes } = await searchPrompt({ provider, ...by(answerOf("?")) }, { prompt });
    expect(results).toHaveLength(1);
    expect(notes.map(({ provider: name }) => name)).toEqual(["model", "told"]);
  });

  it("throws the provider's error when every query fails", async () => {
    const failure = new SearchError("PROVIDER_REJECTED", { message: "No key." });
    const provider = new ToldSearch("told", () => {
      throw failure;
    });
    await expect(searchPrompt({ provider }, { prompt })).rejects.toBe(failure);
  });

  it("ends with the signal's reason when it is cancelled", async () => {
    const ending = new AbortController();
    const provider = new ToldSearch("told", hang);
    const search = searchPrompt({ provider }, { prompt }, { signal: ending.signal });
    await Promise.resolve();
    const reason = new Error("enough");
    ending.abort(reason);
    await expect(search).rejects.toBe(reason);
  });

  it("refuses wrong arguments before it asks anybody", async () => {
    const provider = new ToldSearch("told", () => ({}));
    const parts = by(queriesOf("a"));
    const wrong = [{ prompt: "" }, { prompt: "a".repeat(8_193) }, { prompt, limit: 0 }];
    for (const asked of [...wrong, { prompt, limit: 101 }, { prompt, country: "Egypt" }]) {
      await expect(searchPrompt({ provider, ...parts }, asked)).rejects.toMatchObject({
        code: "INVALID_QUERY",
      });
    }
    expect([provider.calls, parts.model.calls]).toEqual([[], []]);
  });
});
