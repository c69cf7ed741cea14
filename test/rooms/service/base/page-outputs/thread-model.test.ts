import { MessageChannel } from "node:worker_threads";
import { createCompatibleModel, generateObject } from "dragline/ai";
import { FakeClock } from "dragline/testing";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  answerThread,
  factsOf,
  modelBehind,
} from "../../../../../src/service/base/page-outputs/thread-model.ts";
import { completion, serveChat, type ChatReply } from "../../../ai/chat-server.ts";
import { judgeHere } from "../../../ai/scripted-model.ts";

const told = (body: object): ChatReply => {
  return (response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body));
  };
};
const error = { message: "Slow down", code: 429 };

/** The first call loads the package of the model. */
const WAITED = { timeout: 20_000 };

describe("modelBehind", () => {
  it.each([
    ["in place of an answer", told({ error })],
    ["in a choice", told({ choices: [{ message: {}, finish_reason: "error", error }] })],
  ])("tells a thread what its model's server says %s", async (_, busy) => {
    const server = await serveChat(busy, completion({ content: '{"name":"Lamp"}' }));
    const model = createCompatibleModel({ baseUrl: server.baseUrl, model: "any" });
    const { port1, port2 } = new MessageChannel();
    onTestFinished(async () => {
      port1.close();
      await model[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    });
    answerThread(model, port1, new AbortController().signal);
    const clock = new FakeClock();
    const parts = { model: modelBehind(factsOf(model), port2), judge: judgeHere, clock };
    const schema = { type: "object", properties: { name: { type: "string" } } };
    const asked = generateObject(parts, { schema, instructions: "Read.", data: [] });
    await vi.waitFor(() => {
      expect(server.requests).toHaveLength(1);
      expect(clock.untilNext).toBeLessThanOrEqual(1000);
    }, WAITED);
    await clock.advance(1000);
    expect((await asked).object).toEqual({ name: "Lamp" });
    expect(server.requests).toHaveLength(2);
  });
});
