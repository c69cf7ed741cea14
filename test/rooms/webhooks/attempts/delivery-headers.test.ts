import { sign, verify } from "dragline/webhooks";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import {
  checkHeaderOptions,
  deliveryHeaders,
  type HeaderOptions,
} from "../../../../src/webhooks/attempts/delivery-headers.ts";
import { vector } from "../vector.ts";

const body = Buffer.from(vector.body);
const delivery = {
  id: "dlv_81",
  event: "webhook.test",
  body,
  signature: vector.signature,
  secret: vector.secret,
};
const options: HeaderOptions = {
  headerPrefix: "X-Service-",
  userAgent: "Service-Webhooks/1",
  standardHeaders: false,
};

describe("deliveryHeaders", () => {
  it("writes the six headers of the interface", () => {
    expect(deliveryHeaders(delivery, 1_772_359_200_999, options)).toEqual({
      "content-type": "application/json",
      "user-agent": "Service-Webhooks/1",
      "x-service-timestamp": "1772359200",
      "x-service-delivery-id": "dlv_81",
      "x-service-event": "webhook.test",
      "x-service-signature": vector.signature,
    });
  });

  it("sends the signature that was stored, whatever the secret is now", () => {
    const headers = deliveryHeaders({ ...delivery, secret: "whsec_new" }, 0, options);
    expect(headers["x-service-signature"]).toBe(vector.signature);
  });

  it("begins its own headers with the prefix", () => {
    const headers = deliveryHeaders(delivery, 0, { ...options, headerPrefix: "Acme-" });
    expect(Object.keys(headers).filter((name) => name.startsWith("acme-"))).toEqual([
      "acme-timestamp",
      "acme-delivery-id",
      "acme-event",
      "acme-signature",
    ]);
  });

  it("adds headers that a library of Standard Webhooks verifies", () => {
    const headers = deliveryHeaders(delivery, Date.now(), { ...options, standardHeaders: true });
    expect(headers["webhook-id"]).toBe("dlv_81");
    expect(headers["webhook-timestamp"]).toBe(headers["x-service-timestamp"]);
    const library = new Webhook(vector.secret);
    expect(library.verify(vector.body, headers)).toEqual(JSON.parse(vector.body));
    expect(() => library.verify(`${vector.body} `, headers)).toThrow("No matching signature");
  });

  it("leaves the standard headers out where the secret was not kept", () => {
    const on = { ...options, standardHeaders: true };
    const headers = deliveryHeaders({ ...delivery, secret: null }, 0, on);
    expect(headers).toEqual(deliveryHeaders(delivery, 0, options));
  });

  it("writes what verify accepts, in both schemes", () => {
    const on = { ...options, standardHeaders: true };
    const headers = deliveryHeaders({ ...delivery, signature: sign(body, "own") }, Date.now(), on);
    const service = verify({ headers, body }, "own");
    expect(service).toMatchObject({ valid: true, scheme: "service", deliveryId: "dlv_81" });
    const standard = verify({ headers, body }, vector.secret);
    expect(standard).toMatchObject({ valid: true, scheme: "standard", deliveryId: "dlv_81" });
  });
});

describe("checkHeaderOptions", () => {
  it.each([
    "",
    "X Service-",
    "X-Sërvice-",
    "X:",
    "X\r\nEvil: 1-",
    "a".repeat(65),
    "x\0",
    7 as never,
  ])("refuses a prefix that no header's name has: %j", (headerPrefix) => {
    expect(() => checkHeaderOptions({ ...options, headerPrefix })).toThrow(
      expect.objectContaining({
        code: "INVALID_OPTION",
        details: { option: "headerPrefix", value: headerPrefix },
      }),
    );
  });

  it.each(["", " ", "Agent/1\r\nX: y", "Agent/1 ", "Ägent", "a".repeat(1025)])(
    "refuses a user agent that no header has: %j",
    (userAgent) => {
      expect(() => checkHeaderOptions({ ...options, userAgent })).toThrow("'userAgent'");
    },
  );

  it("accepts every character of a token", () => {
    const headerPrefix = "!#$%&'*+-.^_`|~09azAZ";
    expect(() =>
      checkHeaderOptions({ ...options, headerPrefix, userAgent: "A b (c; d)" }),
    ).not.toThrow();
  });

  it("refuses a prefix whose names Standard Webhooks has", () => {
    const taken = { ...options, headerPrefix: "Webhook-" };
    expect(() => checkHeaderOptions({ ...taken, standardHeaders: true })).toThrow(
      "the same header",
    );
    expect(() => checkHeaderOptions(taken)).not.toThrow();
  });
});
