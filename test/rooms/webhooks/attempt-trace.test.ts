import { tracingChannel } from "node:diagnostics_channel";
import { createWebhooks, type AttemptSender } from "dragline/webhooks";
import { describe, expect, it, onTestFinished } from "vitest";

const channel = tracingChannel<string, object>("dragline:webhooks:attempt");

function listen() {
  const heard: object[] = [];
  const hear = (context: unknown) => void heard.push({ ...(context as object) });
  channel.asyncEnd.subscribe(hear);
  onTestFinished(() => {
    channel.asyncEnd.unsubscribe(hear);
  });
  return heard;
}

function sending(send: AttemptSender["send"]): AttemptSender {
  return { send, [Symbol.asyncDispose]: async () => {} };
}

const url = "https://example.com/hook?token=secret";

describe("dragline:webhooks:attempt", () => {
  it("tells the delivery, the number, the host and the result of an attempt", async () => {
    const heard = listen();
    const result = {
      httpStatus: 503,
      failure: "status",
      permanent: false,
      retryAfterMs: undefined,
      durationMs: 3,
    } as const;
    await using webhooks = createWebhooks({ sender: sending(async () => result) });
    const { id } = await webhooks.endpoints.create("a", { url });
    const { deliveryId } = await webhooks.test("a", id);
    expect(heard).toEqual([{ deliveryId, attempt: 1, host: "example.com", result }]);
    expect(JSON.stringify(heard)).not.toContain("token");
  });

  it("tells what a sender throws, which then counts as a failed attempt", async () => {
    const heard = listen();
    const error = new Error("broken");
    const sender = sending(() => Promise.reject(error));
    await using webhooks = createWebhooks({ sender });
    const { id } = await webhooks.endpoints.create("a", { url });
    expect(await webhooks.test("a", id)).toMatchObject({ httpStatus: null, success: false });
    expect(heard).toMatchObject([{ attempt: 1, error }]);
  });
});
