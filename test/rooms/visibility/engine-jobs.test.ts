import { FakeClock } from "dragline/testing";
import { createOpenAiEngine, createPerplexityEngine } from "dragline/visibility";
import { describe, expect, it } from "vitest";
import { call, chance, failureOf, hurriedClock } from "./asking.ts";
import { KEY } from "./engine-formats.ts";
import { answerJson, mossAnswer, openEngine, serveEngine } from "./engine-server.ts";

const signal = new AbortController().signal;

describe.each(["openai", "perplexity"] as const)("the jobs of %s", (name) => {
  it("are told by their handle before the answer, and looked at until there is one", async () => {
    await using server = await serveEngine(name);
    server.looks = 3;
    await using engine = openEngine(name, server, { clock: hurriedClock(), ids: chance });
    const told: [string, number][] = [];
    const onHandle = (handle: string): void => void told.push([handle, server.asks.length]);
    const { handle, answer } = await engine.ask(call({ onHandle }));
    expect([handle, told]).toEqual(["resp_1", [["resp_1", 1]]]);
    expect(answer.content).toBe(mossAnswer.text);
    expect(server.asks.map(({ method }) => method)).toEqual(["POST", "GET", "GET", "GET", "GET"]);
  });

  it("outlive a time-out: the error has the handle, by which the late answer is collected", async () => {
    await using server = await serveEngine(name);
    server.looks = Infinity;
    const clock = new FakeClock();
    await using engine = openEngine(name, server, { clock, ids: chance });
    const failure = failureOf(engine.ask(call()));
    await clock.timerOf(2_000);
    await clock.advance(300_000);
    expect((await failure).code).toBe("TIMEOUT");
    const { handle = "" } = (await failure).details;
    expect(await engine.collect?.(handle, { signal })).toBeUndefined();
    server.looks = 0;
    const other = openEngine(name, server);
    expect((await other.collect?.(handle, { signal }))?.content).toBe(mossAnswer.text);
    await other[Symbol.asyncDispose]();
  });

  it("are told as gone, and as failed", async () => {
    await using server = await serveEngine(name);
    await using engine = openEngine(name, server);
    server.deeds = [answerJson(404, {})];
    expect(
      (await failureOf(engine.collect?.("resp_1", { signal }) ?? Promise.resolve()))?.code,
    ).toBe("JOB_GONE");
    const status = name === "openai" ? "failed" : "FAILED";
    server.deeds = [answerJson(200, { id: "resp_1", status, error: { code: KEY } })];
    const failure = await failureOf(engine.collect?.("resp_1", { signal }) ?? Promise.resolve());
    expect(failure.code).toBe("ENGINE_FAILED");
    expect(failure.message).not.toContain(KEY);
  });

  it.each(["", "../models", "a/b", "x".repeat(201)])(
    "refuse the handle %j unasked",
    async (handle) => {
      await using server = await serveEngine(name);
      await using engine = openEngine(name, server);
      const failure = await failureOf(engine.collect?.(handle, { signal }) ?? Promise.resolve());
      expect([failure.code, server.asks.length]).toEqual(["INVALID_HANDLE", 0]);
    },
  );
});

describe("createOpenAiEngine", () => {
  it("asks for a job that is kept", async () => {
    await using server = await serveEngine("openai");
    await using engine = openEngine("openai", server, { clock: hurriedClock() });
    await engine.ask(call({ country: "de" }));
    expect(server.asks[0]?.body).toEqual({
      model: "gpt-6-astra",
      input: "Where does moss grow?",
      tools: [{ type: "web_search", user_location: { type: "approximate", country: "DE" } }],
      background: true,
      store: true,
    });
  });

  it("asks at once without background, and keeps no jobs", async () => {
    await using server = await serveEngine("openai");
    server.always = answerJson(200, {
      output: [{ type: "message", content: [{ type: "output_text", text: "Moss." }] }],
    });
    const options = { apiKey: KEY, baseUrl: server.origin, background: false, model: "o" };
    await using engine = createOpenAiEngine(options);
    expect((await engine.ask(call())).answer.content).toBe("Moss.");
    expect("collect" in engine && engine.collect !== undefined).toBe(false);
    expect(server.asks[0]?.body).toEqual({
      model: "o",
      input: "Where does moss grow?",
      tools: [{ type: "web_search" }],
    });
  });
});

describe("createPerplexityEngine", () => {
  it("asks for a job once, however often the request is sent", async () => {
    await using server = await serveEngine("perplexity");
    server.deeds = [answerJson(503, {})];
    await using engine = openEngine("perplexity", server, { clock: hurriedClock() });
    const { answer } = await engine.ask(call());
    const [first, second] = server.asks;
    expect(first?.body).toEqual(second?.body);
    expect(first?.body["idempotency_key"]).toMatch(/^[\w-]{16,}$/);
    expect(answer.sources[0]?.date).toBe("2026-03-04");
  });

  it("asks at once without background, and shows no thoughts", async () => {
    await using server = await serveEngine("perplexity");
    const content = "<think>\nMoss?\n</think>\n\nMoss grows [1].";
    const search_results = [{ url: "https://a.example/", title: "A", date: "2026-01-02" }];
    const choices = [{ finish_reason: "stop", message: { content } }];
    server.always = answerJson(200, { choices, search_results });
    const options = { apiKey: KEY, baseUrl: server.origin, background: false };
    await using engine = createPerplexityEngine(options);
    const { answer, handle } = await engine.ask(call());
    expect([answer.content, handle]).toEqual(["Moss grows [1].", undefined]);
    expect(answer.sources).toEqual([{ url: "https://a.example/", title: "A", date: "2026-01-02" }]);
    expect(server.asks[0]?.path).toBe("/v1/sonar");
  });
});
