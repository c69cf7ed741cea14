import { createCompatibleModel, generateObject, type CompatibleModelOptions } from "dragline/ai";
import { FakeClock } from "dragline/testing";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  completion,
  completionText,
  failure,
  serveChat,
  type ChatReply,
  type ChatServer,
} from "./chat-server.ts";
import { judgeHere } from "./scripted-model.ts";

const schema = {
  type: "object",
  properties: { name: { type: "string" }, price: { type: "number" } },
  required: ["name", "price"],
};
const right = { name: "Lamp", price: 12.5 };
const request = {
  schema,
  instructions: "Read the product.",
  data: [{ label: "page text", text: "Lamp 12.50" }],
};
const good = completion({ content: JSON.stringify(right) });

async function world(replies: readonly ChatReply[], options: Partial<CompatibleModelOptions> = {}) {
  const server = await serveChat(...replies);
  const model = createCompatibleModel({ baseUrl: server.baseUrl, model: "any", ...options });
  onTestFinished(async () => {
    await model[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  const clock = new FakeClock();
  const ask = (more: object = {}, call: { signal?: AbortSignal } = {}) =>
    generateObject({ model, judge: judgeHere, clock }, { ...request, ...more }, call);
  return { server, model, clock, ask };
}

describe("createCompatibleModel", () => {
  it("sends the schema, key and limit, and gives what the server counted", async () => {
    const print = vi.spyOn(console, "warn");
    const { server, ask } = await world([good], { apiKey: "secret" });
    expect(await ask({ maxOutputTokens: 77 })).toEqual({
      object: right,
      usage: { inputTokens: 100, outputTokens: 20, calls: 1 },
      warnings: [],
    });
    const [sent] = server.requests;
    expect(sent).toMatchObject({
      path: "/v1/chat/completions",
      authorization: "Bearer secret",
      body: {
        model: "any",
        max_tokens: 77,
        response_format: { type: "json_schema", json_schema: { schema, strict: false } },
      },
    });
    expect(JSON.stringify(sent?.body.messages)).not.toContain("JSON Schema");
    expect(print).not.toHaveBeenCalled();
  });

  it("puts the schema into the prompt where the server takes none", async () => {
    const print = vi.spyOn(console, "warn");
    const { server, ask } = await world([good], { structuredOutputs: false });
    const { object, warnings } = await ask();
    expect(object).toEqual(right);
    expect(warnings).toEqual([
      { kind: "model", message: expect.stringContaining("responseFormat") },
    ]);
    const { body, authorization } = server.requests[0] ?? {};
    expect(authorization).toBeUndefined();
    expect(body?.response_format).toEqual({ type: "json_object" });
    expect(body?.messages.at(-1)?.content).toContain(JSON.stringify(schema));
    expect(print).not.toHaveBeenCalled();
  });

  it("reads an answer that came as the call of a tool", async () => {
    const call = {
      id: "t1",
      type: "function",
      function: { name: "answer", arguments: JSON.stringify(right) },
    };
    const { ask } = await world([completion({ content: null, tool_calls: [call] }, "tool_calls")]);
    expect((await ask()).object).toEqual(right);
  });

  it("sends a wrong answer back once, with every fault", async () => {
    const wrong = completion({ content: '{"price":"cheap"}' });
    const { server, ask } = await world([wrong, good]);
    const { object, usage, warnings } = await ask();
    expect(object).toEqual(right);
    expect(usage).toEqual({ inputTokens: 200, outputTokens: 40, calls: 2 });
    expect(warnings).toEqual([
      { kind: "asked-again", message: expect.stringMatching(/price must be number.*'name'/) },
    ]);
    const messages = server.requests[1]?.body.messages ?? [];
    expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(messages[3]?.content).toMatch(/\/price must be number[\s\S]*'name'/);
    // A server may have passed the schema by.
    expect(messages[3]?.content).toContain(JSON.stringify(schema));
  });

  it.each([
    ["REFUSED", completion({ content: null, refusal: "I cannot help with that." })],
    ["REFUSED", completion({ content: "" }, "content_filter")],
    ["TRUNCATED_ANSWER", completion({ content: '{"name":"Lamp","price":12}' }, "length")],
    ["MODEL_REJECTED", failure(400)],
    ["MODEL_REJECTED", failure(401)],
    ["MODEL_REJECTED", failure(403)],
    ["MODEL_REJECTED", failure(404)],
    ["MODEL_FAILED", ((response) => response.end("<html>It works!</html>")) satisfies ChatReply],
    ["MODEL_FAILED", ((response) => response.end('{"choices":[]}')) satisfies ChatReply],
  ])("ends with %s after one request (%#)", async (code, reply) => {
    const { server, ask } = await world([reply]);
    await expect(ask()).rejects.toMatchObject({ name: "AiError", code });
    expect(server.requests).toHaveLength(1);
  });

  it("follows no redirect", async () => {
    const elsewhere = await serveChat(good);
    onTestFinished(() => elsewhere[Symbol.asyncDispose]());
    const { ask } = await world([failure(307, { location: `${elsewhere.baseUrl}/chat` })]);
    await expect(ask()).rejects.toMatchObject({
      code: "MODEL_REJECTED",
      details: { status: 307 },
    });
    expect(elsewhere.requests).toHaveLength(0);
  });

  it("waits as long as `retry-after-ms` says, by the clock", async () => {
    const busy = failure(429, { "retry-after-ms": "1234", "retry-after": "9" });
    const { clock, ask, server } = await world([busy, good]);
    const asked = ask();
    await clock.timerOf(1234);
    expect(server.requests).toHaveLength(1);
    await clock.advance(1234);
    expect((await asked).usage).toEqual({ inputTokens: 100, outputTokens: 20, calls: 2 });
  });

  it("fails at once when the server asks for more time than there is", async () => {
    const { ask, server } = await world([failure(429, { "retry-after": "3600" })]);
    await expect(ask()).rejects.toMatchObject({
      code: "MODEL_UNAVAILABLE",
      details: { status: 429, retryAfterMs: 3_600_000 },
    });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ["408", failure(408)],
    ["409", failure(409)],
    ["500", failure(500)],
    ["503", failure(503)],
    ["a reset", ((response) => response.socket?.resetAndDestroy()) satisfies ChatReply],
    [
      "a reset within the answer",
      ((response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
        response.write(completionText({ content: "{" }), () => response.socket?.resetAndDestroy());
      }) satisfies ChatReply,
    ],
  ])("tries %s again, three times in all", async (_, reply) => {
    const { server, clock, ask } = await world([reply]);
    const failed = expect(ask()).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
    await advanceBackoffs(server, clock);
    await failed;
    expect(server.requests).toHaveLength(3);
  });

  it("ends a call that hangs when its time is up", async () => {
    const { server, clock, ask } = await world([() => undefined]);
    const failed = expect(ask({ timeoutMs: 5000 })).rejects.toMatchObject({
      code: "TIMEOUT",
      details: { usage: { calls: 1 } },
    });
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    await clock.advance(5000);
    await failed;
  });

  it("ends a slow answer with the caller's own reason", async () => {
    let pieces = 0;
    const slow: ChatReply = (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"choices":', () => (pieces += 1));
    };
    const { ask } = await world([slow]);
    const stop = new AbortController();
    const asked = ask({}, { signal: stop.signal });
    await vi.waitFor(() => expect(pieces).toBe(1));
    const reason = new Error("the client has gone");
    stop.abort(reason);
    await expect(asked).rejects.toBe(reason);
  });

  it("connects to nothing but its own origin", async () => {
    const { ask } = await world([good], { baseUrl: "http://127.0.0.1:1/v1" });
    await expect(ask({ attempts: 1 })).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
    expect(() =>
      createCompatibleModel({ baseUrl: "http://169.254.169.254/v1", model: "any" }),
    ).toThrow(expect.objectContaining({ code: "ADDRESS_NOT_ALLOWED" }));
  });

  it("takes no answer beyond 16 MiB", async () => {
    const endless: ChatReply = (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(" ".repeat(17_000_000));
    };
    const { ask, server } = await world([endless]);
    await expect(ask()).rejects.toMatchObject({ code: "MODEL_FAILED" });
    expect(server.requests).toHaveLength(1);
  });

  it("names the limit of an answer as OpenAI does, at OpenAI", async () => {
    const server = await serveChat(good);
    const { port } = new URL(server.baseUrl);
    const resolver = { resolve: () => Promise.resolve(["127.0.0.1"]) };
    const options = { baseUrl: `http://api.openai.com:${port}/v1`, model: "any" };
    const model = createCompatibleModel(options, { resolver });
    onTestFinished(async () => {
      await model[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    });
    await generateObject({ model, judge: judgeHere }, { ...request, maxOutputTokens: 9 });
    expect(server.requests[0]?.body).toMatchObject({ max_completion_tokens: 9 });
    expect(server.requests[0]?.body).not.toHaveProperty("max_tokens");
  });

  it("is closed when it is disposed", async () => {
    const { model, ask } = await world([good]);
    await ask();
    await model[Symbol.asyncDispose]();
    await expect(ask()).rejects.toMatchObject({ code: "MODEL_CLOSED" });
  });

  it.each([
    [{ baseUrl: "", model: "any" }, /baseUrl/],
    [{ baseUrl: "localhost:1234", model: "any" }, /http or https/],
    [{ baseUrl: "http://127.0.0.1:1/v1", model: "" }, /model/],
    [{ baseUrl: "http://127.0.0.1:1/v1", model: "any", baseURL: "" }, /baseURL/],
  ])("refuses %j", (options, said) => {
    expect(() => createCompatibleModel(options)).toThrow(said);
  });
});

/** Lets two waits between attempts pass, once each has begun. */
async function advanceBackoffs(server: ChatServer, clock: FakeClock): Promise<void> {
  for (const attempt of [1, 2]) {
    await vi.waitFor(() => {
      expect(server.requests).toHaveLength(attempt);
      expect(clock.untilNext).toBeLessThanOrEqual(1000);
    });
    await clock.advance(1000);
  }
}
