import { FakeClock } from "dragline/testing";
import { sign, standardSignature, verify } from "dragline/webhooks";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { standardVector, vector } from "./vector.ts";

const clock = new FakeClock(standardVector.timestamp * 1000);
const { secret, body, id, timestamp, signature } = standardVector;
const headers = {
  "webhook-id": id,
  "webhook-timestamp": String(timestamp),
  "webhook-signature": signature,
};

function reason(changes: Record<string, string>, options = {}) {
  const delivery = { headers: { ...headers, ...changes }, body };
  const verdict = verify(delivery, secret, { clock, ...options });
  return verdict.valid ? undefined : verdict.reason;
}

describe("verify of Standard Webhooks", () => {
  it("accepts the published vector", () => {
    expect(verify({ headers, body }, secret, { clock })).toEqual({
      valid: true,
      scheme: "standard",
      deliveryId: id,
      event: undefined,
      timestamp,
      body: Buffer.from(body),
      json: { test: 2432232314 },
    });
  });

  it("accepts what a library signs", () => {
    const library = new Webhook(secret);
    const made = library.sign("msg_2", new Date(clock.now()), vector.body);
    const verdict = verify(
      {
        headers: { ...headers, "webhook-id": "msg_2", "webhook-signature": made },
        body: vector.body,
      },
      ["other", secret],
      { clock },
    );
    expect(verdict).toMatchObject({ valid: true, deliveryId: "msg_2", event: "webhook.test" });
  });

  it("accepts one of several signatures, joined by spaces or as a repeated header", () => {
    const other = `v1,${Buffer.alloc(32).toString("base64")}`;
    const asymmetric = `v1a,${Buffer.alloc(64).toString("base64")}`;
    expect(reason({ "webhook-signature": `${asymmetric} ${other} ${signature}` })).toBeUndefined();
    expect(reason({ "webhook-signature": `${other}, ${signature}` })).toBeUndefined();
    expect(reason({ "webhook-signature": `${signature}, ${other}` })).toBeUndefined();
    expect(reason({ "webhook-signature": other })).toBe("wrong-signature");
    expect(reason({ "webhook-signature": asymmetric })).toBe("malformed-signature");
  });

  it("signs the id and the time: neither can be another", () => {
    expect(reason({ "webhook-id": "msg_other" })).toBe("wrong-signature");
    expect(reason({ "webhook-timestamp": String(timestamp + 1) })).toBe("wrong-signature");
  });

  it("takes no id with a full stop, which could be read in two ways", () => {
    // `a.1.2.x` is what both (id `a`, time 1, body `2.x`) and (id `a.1`, time 2, body `x`) sign.
    const made = standardSignature({ id: "a", timestamp: 1, body: "2.x" }, secret);
    const moved = { "webhook-id": "a.1", "webhook-timestamp": "2", "webhook-signature": made };
    const options = { clock, toleranceMs: Number.POSITIVE_INFINITY };
    expect(verify({ headers: moved, body: "x" }, secret, options)).toEqual({
      valid: false,
      reason: "malformed-delivery-id",
    });
  });

  it("accepts only the schemes that it is told", () => {
    expect(reason({}, { schemes: ["service"] })).toBe("missing-signature");
    expect(reason({}, { schemes: ["standard"] })).toBeUndefined();
  });

  it("does not let the service's unsigned time make a signed old one better", () => {
    const both = {
      ...headers,
      "x-service-signature": sign(body, secret),
      "x-service-delivery-id": "dlv_1",
      "x-service-timestamp": String(timestamp + 1000),
    };
    const later = new FakeClock((timestamp + 1000) * 1000);
    expect(verify({ headers: both, body }, secret, { clock: later })).toEqual({
      valid: false,
      reason: "too-old",
    });
  });

  it("accepts either where both are sent", () => {
    const both = {
      "x-service-signature": sign(body, "own"),
      "x-service-delivery-id": "dlv_1",
      "x-service-timestamp": String(timestamp),
    };
    expect(verify({ headers: { ...headers, ...both }, body }, "own", { clock })).toMatchObject({
      scheme: "service",
      deliveryId: "dlv_1",
    });
  });
});

const post = (init: RequestInit): Request =>
  new Request("http://hooks.example/", { method: "POST", headers, ...init });

describe("verify of hostile requests", () => {
  it("refuses a body above the limit without hashing it", () => {
    const huge = Buffer.alloc(1_048_577);
    const delivery = {
      headers: {
        ...headers,
        "webhook-signature": standardSignature({ id, timestamp, body: huge }, secret),
      },
      body: huge,
    };
    expect(verify(delivery, secret, { clock })).toEqual({ valid: false, reason: "body-too-large" });
    expect(verify(delivery, secret, { clock, maxBytes: 1_048_577 }).valid).toBe(true);
  });

  it("stops reading a body without end", async () => {
    let cancelled = false;
    let given = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        given += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
      cancel() {
        cancelled = true;
      },
    });
    const request = post({ body: stream, duplex: "half" } as RequestInit);
    expect(await verify(request, secret, { clock })).toEqual({
      valid: false,
      reason: "body-too-large",
    });
    expect(cancelled).toBe(true);
    expect(given).toBeLessThan(2_000_000);
  });

  it("refuses a body that ends in the middle", async () => {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from(body.slice(0, 5)));
        controller.error(new Error("reset"));
      },
    });
    const request = post({ body: stream, duplex: "half" } as RequestInit);
    expect(await verify(request, secret, { clock })).toEqual({
      valid: false,
      reason: "body-incomplete",
    });
  });

  it("takes a body in pieces", async () => {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of Buffer.from(body)) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const verdict = await verify(post({ body: stream, duplex: "half" } as RequestInit), secret, {
      clock,
    });
    expect(verdict.valid).toBe(true);
  });

  it("judges a request without a body", async () => {
    expect(await verify(post({}), secret, { clock })).toEqual({
      valid: false,
      reason: "wrong-signature",
    });
  });

  it("says that a body was read before", async () => {
    const request = post({ body });
    await request.json();
    await expect(verify(request, secret, { clock })).rejects.toMatchObject({
      code: "BODY_CONSUMED",
    });
  });

  it.each([
    [[]],
    [Array.from({ length: 17 }, () => "x")],
    [""],
    [["x", ""]],
    [undefined as never],
    [[7] as never],
  ])("refuses secrets that are none: %j", async (secrets) => {
    const error = expect.objectContaining({ code: "INVALID_SECRET" });
    expect(() => verify({ headers, body }, secrets)).toThrow(error);
    await expect(verify(post({ body }), secrets)).rejects.toEqual(error);
  });

  it.each([
    { toleranceMs: -1 },
    { toleranceMs: Number.NaN },
    { maxBytes: 0 },
    { headerPrefix: "" },
    { schemes: [] },
    { schemes: ["other" as never] },
    { tolerance: 300 } as never,
  ])("refuses options that are none: %j", (options) => {
    expect(() => verify({ headers, body }, secret, options)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });
});
