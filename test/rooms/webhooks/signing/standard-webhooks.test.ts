import { systemIds } from "dragline";
import { createSecret, standardSignature } from "dragline/webhooks";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { standardVector } from "../vector.ts";

describe("standardSignature", () => {
  it("gives the signature of the published vector of Standard Webhooks", () => {
    const { secret, signature, ...message } = standardVector;
    expect(standardSignature(message, secret)).toBe(signature);
    const body = Buffer.from(message.body);
    expect(standardSignature({ ...message, body }, secret)).toBe(signature);
  });

  it("signs as the library of Standard Webhooks does", () => {
    const secret = createSecret(systemIds);
    const library = new Webhook(secret);
    const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
    fc.assert(
      fc.property(fc.uuid(), seconds, fc.string({ unit: "binary" }), (id, timestamp, body) => {
        const theirs = library.sign(id, new Date(timestamp * 1000), body);
        expect(standardSignature({ id, timestamp, body }, secret)).toBe(theirs);
      }),
      { seed: 7 },
    );
  });

  it.each(["plain words", "whsec_not-base64_at-all", "whsec_", "whsec_abcde"])(
    "takes a secret that is no base64 whole, as the library's raw format does: %s",
    (secret) => {
      const library = new Webhook(secret, { format: "raw" });
      const theirs = library.sign("msg_1", new Date(5000), "{}");
      expect(standardSignature({ id: "msg_1", timestamp: 5, body: "{}" }, secret)).toBe(theirs);
    },
  );

  it("refuses an empty secret", () => {
    const message = { id: "msg_1", timestamp: 5, body: "{}" };
    expect(() => standardSignature(message, "")).toThrow(
      expect.objectContaining({ code: "INVALID_SECRET" }),
    );
  });
});
