import {
  createWebhooks,
  verify,
  type AttemptSender,
  type WebhooksOptions,
} from "dragline/webhooks";
import { collection, inserting } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { createSite, FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";

const { signal } = new AbortController();

/** Delivers until nothing is pending. */
async function deliverAll(webhooks: ReturnType<typeof createWebhooks>, clock: FakeClock) {
  const stop = new AbortController();
  const running = webhooks.run({ signal: stop.signal });
  const pending = () => webhooks.deliveries.list("ada", { status: "pending" });
  while ((await pending()).length > 0) await clock.advance(1_000);
  stop.abort();
  await running;
}

/** A sender that answers so, and what it was given. */
function answering(...statuses: readonly number[]) {
  const sent: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }[] = [];
  const sender: AttemptSender = {
    send: async ({ url, headers, body }) => {
      const httpStatus = statuses[Math.min(sent.length, statuses.length - 1)] ?? 200;
      sent.push({ url, headers, body: Buffer.from(body).toString() });
      const failure = httpStatus < 300 ? undefined : ("status" as const);
      return { httpStatus, failure, permanent: false, retryAfterMs: undefined, durationMs: 3 };
    },
    [Symbol.asyncDispose]: async () => {},
  };
  return { sender, sent };
}

const event = { account: "ada", type: "job.completed", data: { jobId: "j" } } as const;

describe("createWebhooks", () => {
  it("sends a signed event over HTTP, and a receiver verifies it", async () => {
    const verdicts: unknown[] = [];
    const secrets: string[] = [];
    await using site = await createSite({
      "/hook": (request, response) => {
        const chunks: Buffer[] = [];
        request.on("data", (chunk: Buffer) => chunks.push(chunk));
        request.on("end", () => {
          const { headers } = request;
          verdicts.push(verify({ headers, body: Buffer.concat(chunks) }, secrets));
          response.writeHead(204).end();
        });
      },
    });
    await using webhooks = createWebhooks({}, { allow: ["127.0.0.1"] });
    const { id, secret } = await webhooks.endpoints.create("ada", { url: site.url("/hook") });
    secrets.push(secret);
    expect(await webhooks.test("ada", id)).toMatchObject({ httpStatus: 204, success: true });
    expect(verdicts).toMatchObject([{ valid: true, event: "webhook.test" }]);
  });

  it("walks the ladder to its end, with the same body and signature each time", async () => {
    const clock = new FakeClock();
    const { sender, sent } = answering(503);
    await using webhooks = createWebhooks({ clock, sender });
    await webhooks.endpoints.create("ada", { url: "https://example.com/hook" });
    const [made] = await webhooks.send(event);
    await deliverAll(webhooks, clock);
    const delivery = await webhooks.deliveries.get("ada", made?.id ?? "");
    expect(delivery).toMatchObject({ status: "exhausted", attempts: 6, httpStatus: 503 });
    expect(
      new Set(sent.map(({ body, headers }) => `${body} ${headers["x-service-signature"]}`)).size,
    ).toBe(1);
    expect(new Set(sent.map(({ headers }) => headers["x-service-timestamp"])).size).toBe(6);
  });

  it("stores an event in the caller's own step, or not at all", async () => {
    const records = new MemoryRecords();
    const orders = collection({ name: "orders", fields: { id: "string" }, key: ["id"] });
    await records.ensure([orders], { signal });
    const { sender } = answering(200);
    await using webhooks = createWebhooks({ records, sender });
    const store = async () => {
      const { operations } = await webhooks.prepare({
        ...event,
        to: [{ url: "https://example.com/" }],
      });
      return records.atomic([inserting(orders, [{ id: "1" }]), ...operations], { signal });
    };
    expect(await store()).toMatchObject({ applied: true });
    expect(await store()).toMatchObject({ applied: false });
    expect(await webhooks.deliveries.list("ada")).toHaveLength(1);
  });

  it("resends what failed, once", async () => {
    const clock = new FakeClock();
    const { sender, sent } = answering(400, 200);
    await using webhooks = createWebhooks({ clock, sender });
    await webhooks.endpoints.create("ada", { url: "https://example.com/hook" });
    const [made] = await webhooks.send(event);
    await deliverAll(webhooks, clock);
    await webhooks.deliveries.resend("ada", made?.id ?? "");
    await deliverAll(webhooks, clock);
    expect(await webhooks.deliveries.get("ada", made?.id ?? "")).toMatchObject({
      status: "success",
      attempts: 2,
    });
    expect(sent[1]?.body).toBe(sent[0]?.body);
    await expect(webhooks.deliveries.resend("ada", made?.id ?? "")).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  it("keeps accounts apart", async () => {
    const { sender } = answering(200);
    await using webhooks = createWebhooks({ sender });
    const { id } = await webhooks.endpoints.create("ada", { url: "https://example.com/hook" });
    const [made] = await webhooks.send(event);
    for (const ask of [
      () => webhooks.endpoints.get("bob", id),
      () => webhooks.endpoints.update("bob", id, { isActive: false }),
      () => webhooks.endpoints.remove("bob", id),
      () => webhooks.endpoints.rotateSecret("bob", id),
      () => webhooks.test("bob", id),
      () => webhooks.deliveries.get("bob", made?.id ?? ""),
      () => webhooks.deliveries.attempts("bob", made?.id ?? ""),
      () => webhooks.deliveries.resend("bob", made?.id ?? ""),
    ]) {
      await expect(ask()).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    expect(await webhooks.deliveries.list("bob")).toEqual([]);
  });

  it("ends its runs when it is disposed, and begins no other", async () => {
    const { sender } = answering(200);
    const webhooks = createWebhooks({ sender });
    const running = webhooks.run({ signal });
    await webhooks[Symbol.asyncDispose]();
    await running;
    await expect(webhooks.run({ signal })).rejects.toMatchObject({ code: "WEBHOOKS_CLOSED" });
    await expect(webhooks.test("ada", "x")).rejects.toMatchObject({ code: "WEBHOOKS_CLOSED" });
  });

  it.each<[WebhooksOptions, string]>([
    [{ maxConcurrency: 0 }, "maxConcurrency"],
    [{ leaseMs: 10_000 }, "leaseMs"],
    [{ retentionMs: 1 }, "retentionMs"],
    [{ events: "job" as unknown as [] }, "events"],
    [{ events: ["job.completed", "a\r\nx: 1"] }, "events"],
    [{ events: ["paid ✓"] }, "events"],
    [{ events: [" paid"] }, "events"],
    [{ events: ["a".repeat(1025)] }, "events"],
    [{ allow: [1] as unknown as [] }, "allow"],
    [{ headerPrefix: "a b" }, "headerPrefix"],
    [{ tries: 3 } as WebhooksOptions, "tries"],
  ])("refuses the options %j", (options, name) => {
    expect(() => createWebhooks({}, options)).toThrow(name);
  });

  it("refuses options where collaborators stand", () => {
    expect(() => createWebhooks({ allow: [] } as object)).toThrow("allow");
  });
});
