import { inspect } from "node:util";
import { FakeClock } from "dragline/testing";
import type { VendorEngine } from "dragline/visibility";
import { describe, expect, it } from "vitest";
import { call, chance, failureOf, hurriedClock } from "./asking.ts";
import { formats, KEY, vendorNames } from "./engine-formats.ts";
import { answerJson, mossAnswer, openEngine, serveEngine, type Deed } from "./engine-server.ts";

const half: Deed = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "4000" });
  response.write('{"id": "resp_1", "status": "completed", "output": [{"type": "mess', () =>
    response.socket?.destroy(),
  );
};

describe.each(vendorNames)("the engine %s", (name) => {
  const open = (
    server: Parameters<typeof openEngine>[1],
    parts: Parameters<typeof openEngine>[2] = {},
  ): VendorEngine => openEngine(name, server, { clock: hurriedClock(), ids: chance, ...parts });

  it("answers with sources: canonical, none twice, without tracking", async () => {
    await using server = await serveEngine(name);
    await using engine = open(server);
    const { answer } = await engine.ask(call({ country: "de" }));
    expect(answer.content).toBe(mossAnswer.text);
    expect(answer.summary).toBe("Moss grows on stones. It needs 3 to 5 hours of light.");
    expect(answer.sources.map(({ url, title }) => [url, title])).toEqual([
      ["https://moss.example/stones?id=7", "Moss on stones"],
      ["https://fern.example/", "Fern"],
    ]);
    expect(answer.isRefusal).toBe(false);
    expect(answer.model).toBe(name === "google-overview" ? "" : "model-of-the-day");
    expect(JSON.stringify(answer.raw)).toContain("Moss grows on");
  });

  it("tells the vendor the country, and the key in its place alone", async () => {
    await using server = await serveEngine(name);
    await using engine = open(server);
    await engine.ask(call({ country: "de" }));
    const [ask] = server.asks;
    expect(`${JSON.stringify(ask?.body)} ${String(ask?.query)}`).toMatch(/"DE"|DE \(|gl=de/);
    expect(ask === undefined ? "" : formats[name].key(ask)).toBe(KEY);
    expect(JSON.stringify(ask?.body)).not.toContain(KEY);
  });

  it("answers without sources where the vendor cites none", async () => {
    await using server = await serveEngine(name);
    server.answer = { text: "Moss grows everywhere.", sources: [] };
    await using engine = open(server);
    const { answer } = await engine.ask(call());
    expect([answer.content, answer.sources]).toEqual(["Moss grows everywhere.", []]);
  });

  it("knows a refusal in words", async () => {
    await using server = await serveEngine(name);
    server.answer = { text: "I'm sorry, but I can't browse the web.", sources: [] };
    await using engine = open(server);
    expect((await engine.ask(call())).answer.isRefusal).toBe(true);
  });

  it("has no answer where there is no text", async () => {
    await using server = await serveEngine(name);
    server.answer = { text: "", sources: [] };
    await using engine = open(server);
    expect((await failureOf(engine.ask(call()))).code).toBe("NO_ANSWER");
  });

  it("never takes half a reply for an answer", async () => {
    await using server = await serveEngine(name);
    server.always = half;
    await using engine = open(server);
    const failure = await failureOf(engine.ask(call()));
    expect([failure.code, server.asks.length]).toEqual(["ENGINE_UNAVAILABLE", 4]);
  });

  it.each([
    [401, "ENGINE_REJECTED", 1],
    [402, "ENGINE_REJECTED", 1],
    [400, "REQUEST_REJECTED", 1],
    [404, "REQUEST_REJECTED", 1],
    [422, "REQUEST_REJECTED", 1],
    [429, "ENGINE_UNAVAILABLE", 4],
    [500, "ENGINE_UNAVAILABLE", 4],
    [503, "ENGINE_UNAVAILABLE", 4],
    [302, "BAD_ANSWER", 1],
  ])(
    "tells the status %i as %s after %i attempts, without the key",
    async (status, code, tries) => {
      await using server = await serveEngine(name);
      server.always = answerJson(status, { error: { message: `No such model ${KEY}` } });
      await using engine = open(server);
      const failure = await failureOf(engine.ask(call()));
      expect([failure.code, failure.details.status, server.asks.length]).toEqual([
        code,
        status,
        tries,
      ]);
      expect(inspect(failure, { depth: 9 })).not.toContain(KEY);
    },
  );

  it("answers when a failure has passed", async () => {
    await using server = await serveEngine(name);
    server.deeds = [answerJson(503, {}), answerJson(429, {}, { "retry-after": "2" })];
    await using engine = open(server);
    expect((await engine.ask(call())).answer.content).toBe(mossAnswer.text);
  });

  it("takes the key out of an answer that echoes it", async () => {
    await using server = await serveEngine(name);
    server.answer = { text: `Moss, ${KEY}.`, sources: [{ url: "https://a.example/", title: KEY }] };
    await using engine = open(server);
    const reply = await engine.ask(call());
    expect(inspect(reply, { depth: 12 })).not.toContain(KEY);
    expect(reply.answer.content).toBe("Moss, ….");
  });

  it.each([{}, [], null, "moss", { output: 1, candidates: 2, choices: [], outputs: "x" }])(
    "refuses a reply that is not in its format: %j",
    async (reply) => {
      await using server = await serveEngine(name);
      server.always = answerJson(200, reply);
      await using engine = open(server);
      expect((await failureOf(engine.ask(call()))).code).toBe("BAD_ANSWER");
    },
  );

  it("ends at its limit when the vendor hangs", async () => {
    await using server = await serveEngine(name);
    server.always = () => undefined;
    const clock = new FakeClock();
    await using engine = openEngine(name, server, { clock, ids: chance });
    const failure = failureOf(engine.ask(call()));
    await server.asked(1);
    await clock.advance(300_000);
    expect((await failure).code).toBe("TIMEOUT");
  });

  it("ends with the caller's reason, and when it is disposed", async () => {
    await using server = await serveEngine(name);
    server.always = () => undefined;
    const engine = open(server);
    const stop = new AbortController();
    const left = engine.ask(call({ signal: stop.signal })).catch((error: unknown) => error);
    const failure = failureOf(engine.ask(call()));
    await server.asked(2);
    stop.abort("enough");
    expect(await left).toBe("enough");
    await engine[Symbol.asyncDispose]();
    expect((await failure).code).toBe("ENGINE_CLOSED");
    expect((await failureOf(engine.ask(call()))).code).toBe("ENGINE_CLOSED");
  });

  it.each(["", "   ", "x".repeat(2001)])("refuses the query %j unasked", async (query) => {
    await using server = await serveEngine(name);
    await using engine = open(server);
    expect((await failureOf(engine.ask(call({ query })))).code).toBe("INVALID_QUERY");
    expect(server.asks).toEqual([]);
  });

  it.each(["", "two words", "schlüssel"])("refuses the key %j, untold", (apiKey) => {
    const make = (): VendorEngine => open({ origin: "http://127.0.0.1:1" }, { apiKey });
    expect(make).toThrow(/Option 'apiKey' must be/);
    if (apiKey !== "") expect(make).not.toThrow(apiKey);
  });
});

describe.each(vendorNames.filter((name) => formats[name].refusal !== undefined))(
  "the engine %s",
  (name) => {
    it("knows a refusal in its format", async () => {
      await using server = await serveEngine(name);
      server.always = answerJson(200, formats[name].refusal);
      await using engine = openEngine(name, server, { clock: hurriedClock(), ids: chance });
      expect((await engine.ask(call())).answer.isRefusal).toBe(true);
    });

    it("fails where the answer was cut off", async () => {
      await using server = await serveEngine(name);
      server.always = answerJson(200, formats[name].cut);
      await using engine = openEngine(name, server, { clock: hurriedClock(), ids: chance });
      expect((await failureOf(engine.ask(call()))).code).toBe("ENGINE_FAILED");
    });
  },
);
