import { createCompatibleModel, generateObject } from "dragline/ai";
import { FakeClock } from "dragline/testing";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { completion, completionText, serveChat, type ChatReply } from "./chat-server.ts";
import { judgeHere } from "./scripted-model.ts";

const schema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
const good = completion({ content: '{"name":"Lamp"}' });

const body = (text: string, status = 200): ChatReply => {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", "retry-after-ms": "700" });
    response.end(text);
  };
};
const told = (error: unknown, status?: number): ChatReply =>
  body(JSON.stringify({ error }), status);
/** A completion, and more beside or in its choice. */
function beside(more: object, choice: object = {}, content = ""): ChatReply {
  const [only] = (JSON.parse(completionText({ content })) as { choices: object[] }).choices;
  return body(JSON.stringify({ choices: [{ ...only, ...choice }], ...more }));
}

async function world(...replies: readonly ChatReply[]) {
  const server = await serveChat(...replies);
  const model = createCompatibleModel({ baseUrl: server.baseUrl, model: "any" });
  onTestFinished(async () => {
    await model[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  const clock = new FakeClock();
  const request = { schema, instructions: "Read.", data: [{ label: "page", text: "Lamp" }] };
  const answer = generateObject({ model, judge: judgeHere, clock }, request);
  return { server, clock, answer };
}

const busy: readonly (readonly [string, ChatReply])[] = [
  ["a status", told({ message: "Rate limit exceeded", code: 429 })],
  ["a status as a text", told({ message: "Slow down", code: "429" })],
  ["a word", told({ message: "Slow down", type: "requests", code: "rate_limit_exceeded" })],
  ["a type", told({ message: "Overloaded", type: "overloaded_error" })],
  ["a word in capitals, in a list", body('[{"error":{"message":"x","status":"UNAVAILABLE"}}]')],
  [
    "what is behind it",
    told({ message: "Provider returned error", code: 502, metadata: { raw: "x" } }),
  ],
  [
    "a choice",
    beside({}, { finish_reason: "error", error: { code: 502, message: "died" } }, '{"na'),
  ],
  ["an empty choice beside it", beside({ error: { code: 503, message: "none" } })],
  ["a reason to stop", beside({}, { finish_reason: "insufficient_system_resource" })],
  ["a page of a gateway", body("<!DOCTYPE html><html><head><title>502 Bad Gateway</title>")],
  ["nothing at all", body("  \n")],
];

const final: readonly (readonly [string, string, number | undefined, ChatReply])[] = [
  ["a key", "MODEL_REJECTED", 401, told({ message: "No such key", code: 401 })],
  ["a key, by a word", "MODEL_REJECTED", 401, told({ message: "x", code: "invalid_api_key" })],
  ["a key, in a sentence", "MODEL_REJECTED", 401, body('{"detail":"Not authenticated"}')],
  ["credit", "MODEL_REJECTED", 402, told({ message: "Add credits", code: 402 })],
  ["a quota", "MODEL_REJECTED", 402, told({ message: "x", type: "insufficient_quota" })],
  ["a quota, as if it passed", "MODEL_REJECTED", 429, told({ code: "insufficient_quota" }, 429)],
  [
    "a long prompt",
    "MODEL_REJECTED",
    400,
    body('{"object":"error","message":"too long","code":400}'),
  ],
  ["moderation", "REFUSED", 403, told({ code: 403, message: "x", metadata: { reasons: ["a"] } })],
  ["a filter", "REFUSED", undefined, told({ message: "x", code: "content_filter" })],
  ["a filter, by status", "REFUSED", 400, told({ message: "x", code: "content_filter" }, 400)],
  ["safety", "REFUSED", undefined, beside({}, { finish_reason: "SAFETY" })],
  ["words alone", "MODEL_FAILED", undefined, told("model 'x' not found")],
  [
    "an end by error",
    "MODEL_FAILED",
    undefined,
    beside({}, { finish_reason: "error" }, '{"name":"L'),
  ],
  ["another server", "MODEL_FAILED", undefined, body("<html><title>It works!</title></html>")],
  [
    "a cut",
    "TRUNCATED_ANSWER",
    undefined,
    beside({}, { finish_reason: "max_tokens" }, '{"name":"L'),
  ],
];

/** The first call loads the package of the model. */
const WAITED = { timeout: 20_000 };

describe("an error in the body of an answer", () => {
  it.each(busy)("is waited for as the status is that it names: %s", async (_, reply) => {
    const { server, clock, answer } = await world(reply, good);
    await vi.waitFor(() => {
      expect(server.requests).toHaveLength(1);
      expect(clock.untilNext).toBeLessThanOrEqual(1000);
    }, WAITED);
    await clock.advance(1000);
    expect((await answer).object).toEqual({ name: "Lamp" });
    expect(server.requests).toHaveLength(2);
  });

  it.each(final)(
    "ends at once where waiting does not help: %s",
    async (...[, code, status, reply]) => {
      const { server, answer } = await world(reply, good);
      const error: unknown = await answer.catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code });
      expect((error as { details: { status?: number } }).details.status).toBe(status);
      expect(server.requests).toHaveLength(1);
    },
  );

  it("is told in the server's own words", async () => {
    const { answer } = await world(told({ message: "No such key", code: 401 }));
    await expect(answer).rejects.toThrow("The model's server answered 401: No such key.");
    const page = await world(body("<html><title>It works!</title></html>"));
    await expect(page.answer).rejects.toThrow(/web page \("It works!"\); its address may be wrong/);
  });

  it("is none beside an answer", async () => {
    const { answer } = await world(beside({ error: { code: 500 } }, {}, '{"name":"Lamp"}'));
    expect((await answer).object).toEqual({ name: "Lamp" });
  });
});
