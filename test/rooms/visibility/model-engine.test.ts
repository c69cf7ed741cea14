import type { ModelAnswer } from "dragline/ai";
import { SearchError, type SearchCall, type SearchProvider } from "dragline/search";
import { FakeClock } from "dragline/testing";
import { createModelEngine } from "dragline/visibility";
import { describe, expect, it } from "vitest";
import { answerOf, ScriptedModel, textOf } from "../ai/scripted-model.ts";
import { call, failureOf } from "./asking.ts";

const searching = (query: unknown): ModelAnswer =>
  answerOf("", {
    content: [
      { type: "tool-call", toolCallId: "t", toolName: "search", input: JSON.stringify({ query }) },
    ],
    finishReason: { unified: "tool-calls" },
  });

/** A provider that finds three pages, and remembers what it was asked. */
function finder(calls: SearchCall[] = []): SearchProvider {
  return {
    name: "finder",
    search: async (asked) => {
      calls.push(asked);
      const results = [1, 2, 3].map((number) => ({
        url: `https://moss.example/${number}`,
        title: `Moss ${number}`,
        snippet: `Moss number ${number}.`,
        date: "2026-05-06",
      }));
      return { results, notes: [] };
    },
  };
}

describe("createModelEngine", () => {
  it("answers from its searches: the sources are what is cited, renumbered, nothing else", async () => {
    const said = "Moss grows [3]. It is green [1][3]. It sings [9].";
    const model = new ScriptedModel(searching("moss"), answerOf(said));
    const calls: SearchCall[] = [];
    const engine = createModelEngine({ model, provider: finder(calls) });
    const { answer } = await engine.ask(call({ country: "de" }));
    expect(answer.content).toBe("Moss grows [1]. It is green [2][1]. It sings.");
    expect(answer.sources).toEqual([
      { url: "https://moss.example/3", title: "Moss 3", date: "2026-05-06" },
      { url: "https://moss.example/1", title: "Moss 1", date: "2026-05-06" },
    ]);
    expect([calls[0]?.query, calls[0]?.country]).toEqual(["moss", "de"]);
    expect(textOf(model.calls[1])).toContain("[2] Moss 2 (2026-05-06)");
    expect([engine.slug, engine.label, "collect" in engine]).toEqual(["model", "script", false]);
  });

  it("tells the model what a search failed at, and goes on", async () => {
    const failing: SearchProvider = {
      name: "failing",
      search: () => Promise.reject(new SearchError("PROVIDER_UNAVAILABLE", { message: "secret" })),
    };
    const model = new ScriptedModel(searching("moss"), searching(7), answerOf("I don't know."));
    const { answer } = await createModelEngine({ model, provider: failing }).ask(call());
    expect(answer.sources).toEqual([]);
    expect(textOf(model.calls[2])).toMatch(/PROVIDER_UNAVAILABLE[^]*The only tool is search/);
    expect(textOf(model.calls[2])).not.toContain("secret");
  });

  it("searches no more often than it may", async () => {
    const calls: SearchCall[] = [];
    const model = new ScriptedModel(searching("moss"));
    const engine = createModelEngine({ model, provider: finder(calls) }, { searches: 2 });
    expect((await failureOf(engine.ask(call()))).code).toBe("ENGINE_FAILED");
    expect(calls).toHaveLength(2);
  });

  it("knows a refusal, and an answer that is none", async () => {
    const refusal = answerOf("", { finishReason: { unified: "content-filter" } });
    const refusing = createModelEngine({ model: new ScriptedModel(refusal), provider: finder() });
    expect((await refusing.ask(call())).answer.isRefusal).toBe(true);
    const empty = createModelEngine({
      model: new ScriptedModel(answerOf(" ")),
      provider: finder(),
    });
    expect((await failureOf(empty.ask(call()))).code).toBe("NO_ANSWER");
  });

  it.each([
    [400, "REQUEST_REJECTED"],
    [401, "ENGINE_REJECTED"],
    [402, "ENGINE_REJECTED"],
    [403, "ENGINE_REJECTED"],
    [404, "REQUEST_REJECTED"],
    [422, "REQUEST_REJECTED"],
  ])("tells a model's status %i as %s", async (statusCode, code) => {
    const refused = Object.assign(new Error("no"), { statusCode });
    const engine = createModelEngine({ model: new ScriptedModel(refused), provider: finder() });
    expect((await failureOf(engine.ask(call()))).code).toBe(code);
  });

  it("ends at its limit, and with the caller's reason", async () => {
    const clock = new FakeClock();
    const model = new ScriptedModel(() => new Promise<ModelAnswer>(() => undefined));
    const engine = createModelEngine({ model, provider: finder(), clock }, { timeoutMs: 5_000 });
    const failure = failureOf(engine.ask(call()));
    await clock.advance(5_000);
    expect((await failure).code).toBe("TIMEOUT");
    const stop = new AbortController();
    const left = engine.ask(call({ signal: stop.signal })).catch((error: unknown) => error);
    stop.abort("enough");
    expect(await left).toBe("enough");
  });

  it.each([{ slug: "a b" }, { searches: 0 }, { results: 21 }, { timeoutMs: 0 }])(
    "refuses %j",
    (options) => {
      const model = new ScriptedModel(answerOf(""));
      expect(() => createModelEngine({ model, provider: finder() }, options)).toThrow(/Option/);
    },
  );
});
