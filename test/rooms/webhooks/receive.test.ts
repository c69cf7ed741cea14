import { FakeClock } from "dragline/testing";
import {
  createReceiver,
  type ReceiverCollaborators,
  type ReceiverOptions,
} from "dragline/webhooks";
import { describe, expect, it } from "vitest";
import { body, delivery, keep, secret } from "./receive-cases.ts";

const post = (init = delivery()): Request => new Request("http://hooks.example/", init);

/** Handlers that wait until they are told how to end. */
function waiting(options?: ReceiverOptions, collaborators?: Partial<ReceiverCollaborators>) {
  const clock = new FakeClock(Date.now());
  const calls: { end: () => void; fail: () => void }[] = [];
  const onDelivery = () =>
    new Promise<void>((end, fail) => calls.push({ end, fail: () => fail(new Error("handler")) }));
  const receiver = createReceiver(
    { secrets: secret, onDelivery, clock, ...collaborators },
    options,
  );
  return { clock, calls, receive: receiver.receive };
}

describe("createReceiver", () => {
  it("hands a delivery to its handler and answers 204", async () => {
    const { receiver, handled, failures } = keep();
    const response = await receiver.receive(post());
    expect(response.status).toBe(204);
    expect(handled).toEqual([
      expect.objectContaining({
        deliveryId: "dlv_1",
        event: "job.completed",
        json: JSON.parse(body),
      }),
    ]);
    expect(handled[0]).not.toHaveProperty("valid");
    expect(failures).toEqual([]);
  });

  it("hands each delivery over once", async () => {
    const { receiver, handled } = keep();
    for (const id of ["dlv_1", "dlv_1", "dlv_2", "dlv_1"]) {
      expect((await receiver.receive(post(delivery(id)))).status).toBe(204);
    }
    expect(handled.map(({ deliveryId }) => deliveryId)).toEqual(["dlv_1", "dlv_2"]);
  });

  it("waits for its handler", async () => {
    const { receive, calls } = waiting();
    let answered = false;
    const response = receive(post()).finally(() => {
      answered = true;
    });
    await expect.poll(() => calls.length).toBe(1);
    expect(answered).toBe(false);
    calls[0]?.end();
    expect((await response).status).toBe(204);
  });

  it("answers 500 when the handler fails, and hands the repeat over again", async () => {
    const { receive, calls } = waiting();
    const first = receive(post());
    await expect.poll(() => calls.length).toBe(1);
    calls[0]?.fail();
    expect((await first).status).toBe(500);
    const second = receive(post());
    await expect.poll(() => calls.length).toBe(2);
    calls[1]?.end();
    expect((await second).status).toBe(204);
    expect((await receive(post())).status).toBe(204);
    expect(calls.length).toBe(2);
  });

  it("answers 503 to a repeat of what is being handled, so that it comes again", async () => {
    const { receive, calls } = waiting();
    const first = receive(post());
    await expect.poll(() => calls.length).toBe(1);
    const repeat = await receive(post());
    expect(repeat.status).toBe(503);
    expect(repeat.headers.get("retry-after")).toBe("60");
    expect(await repeat.json()).toEqual({ error: "busy" });
    calls[0]?.end();
    expect((await first).status).toBe(204);
    expect(calls.length).toBe(1);
  });

  it("of a hundred repeats at once hands one over", async () => {
    const { receive, calls } = waiting();
    const responses = Array.from({ length: 100 }, () => receive(post()));
    await expect.poll(() => calls.length).toBe(1);
    const busy = await Promise.all(responses.slice(1));
    expect(new Set(busy.map(({ status }) => status))).toEqual(new Set([503]));
    calls[0]?.end();
    expect((await responses[0])?.status).toBe(204);
  });

  it("hands a repeat over beside a handler that takes longer than the lease", async () => {
    const { receive, calls, clock } = waiting({ leaseMs: 1000, toleranceMs: 10_000 });
    const first = receive(post());
    await expect.poll(() => calls.length).toBe(1);
    await clock.advance(1000);
    const second = receive(post());
    await expect.poll(() => calls.length).toBe(2);
    // The first has lost its claim: how it ends says nothing of the second.
    calls[0]?.fail();
    expect((await first).status).toBe(500);
    expect((await receive(post())).status).toBe(503);
    calls[1]?.end();
    expect((await second).status).toBe(204);
  });

  it("tells the handler when the sender hangs up", async () => {
    const sender = new AbortController();
    let reason: unknown;
    const receiver = createReceiver({
      secrets: secret,
      onDelivery: (_, { signal }) => {
        sender.abort(new Error("gone"));
        reason = signal.reason;
      },
    });
    await receiver.receive(post({ ...delivery(), signal: sender.signal }));
    expect(reason).toEqual(new Error("gone"));
  });

  it.each([
    [401, "missing-signature", (init: Headers) => init.delete("x-service-signature")],
    [
      401,
      "wrong-signature",
      (init: Headers) => init.set("x-service-signature", `sha256=${"0".repeat(64)}`),
    ],
    [400, "malformed-signature", (init: Headers) => init.set("x-service-signature", "sha256")],
    [400, "missing-timestamp", (init: Headers) => init.delete("x-service-timestamp")],
    [400, "malformed-timestamp", (init: Headers) => init.set("x-service-timestamp", "now")],
    [401, "too-old", (init: Headers) => init.set("x-service-timestamp", "1")],
    [401, "too-new", (init: Headers) => init.set("x-service-timestamp", "99999999999")],
    [400, "missing-delivery-id", (init: Headers) => init.delete("x-service-delivery-id")],
    [400, "malformed-delivery-id", (init: Headers) => init.set("x-service-delivery-id", "a b")],
  ] as const)("answers %i to a delivery with %s", async (status, reason, change) => {
    const { receiver, handled, failures } = keep();
    const request = post();
    change(request.headers);
    const response = await receiver.receive(request);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error: reason });
    expect(failures).toEqual([reason]);
    expect(handled).toEqual([]);
  });

  it("answers 405 to another method, and says which it takes", async () => {
    const { receiver } = keep();
    const response = await receiver.receive(new Request("http://hooks.example/"));
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("answers 413 to a body above 1 MiB, or above what it is told", async () => {
    const { receiver, failures } = keep();
    const huge = { ...delivery(), body: Buffer.alloc(1_048_577) };
    expect((await receiver.receive(post(huge))).status).toBe(413);
    expect(failures).toEqual(["body-too-large"]);
    const small = createReceiver({ secrets: secret, onDelivery: () => {} }, { maxBytes: 10 });
    expect((await small.receive(post())).status).toBe(413);
  });

  it("throws at a body that was read before, and tells of it", async () => {
    const { receiver, failures } = keep();
    const request = post();
    await request.text();
    await expect(receiver.receive(request)).rejects.toMatchObject({ code: "BODY_CONSUMED" });
    expect(failures).toEqual(["body-consumed"]);
  });

  it("answers 503 when the store of seen deliveries is down, and hands nothing over", async () => {
    const failures: unknown[] = [];
    const { receive, calls } = waiting(
      {},
      {
        seen: {
          claim: () => Promise.reject(new Error("down")),
          settle: async () => {},
          release: async () => {},
        },
        onFailure: (failure) => failures.push(failure),
      },
    );
    expect((await receive(post())).status).toBe(503);
    expect(calls).toEqual([]);
    expect(failures).toEqual([
      { reason: "store-failed", deliveryId: "dlv_1", error: new Error("down") },
    ]);
  });

  it("answers 204 to what was handled although the store cannot note it", async () => {
    const failures: string[] = [];
    const receiver = createReceiver({
      secrets: secret,
      onDelivery: () => {},
      onFailure: ({ reason }) => failures.push(reason),
      seen: {
        claim: async () => "claimed",
        settle: () => Promise.reject(new Error("down")),
        release: async () => {},
      },
    });
    expect((await receiver.receive(post())).status).toBe(204);
    expect(failures).toEqual(["store-failed"]);
  });

  it("refuses options and secrets that are none", () => {
    const collaborators = { secrets: secret, onDelivery: () => {} };
    expect(() => createReceiver(collaborators, { leaseMs: 0 })).toThrow("leaseMs");
    expect(() => createReceiver(collaborators, { maxSize: 1 } as never)).toThrow("maxSize");
    expect(() => createReceiver({ ...collaborators, secrets: [] })).toThrow("secrets");
  });
});
