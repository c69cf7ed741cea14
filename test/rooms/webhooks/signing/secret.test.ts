import { systemIds } from "dragline";
import { FakeIds } from "dragline/testing";
import { createSecret } from "dragline/webhooks";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";

describe("createSecret", () => {
  it("gives whsec_ and 33 random bytes as base64 without padding, safe in URLs", () => {
    for (let round = 0; round < 50; round += 1) {
      const secret = createSecret(systemIds);
      expect(secret).toMatch(/^whsec_[A-Za-z0-9]{44}$/);
      expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(33);
    }
  });

  it("gives another one each time", () => {
    const secrets = new Set(Array.from({ length: 1000 }, () => createSecret(systemIds)));
    expect(secrets.size).toBe(1000);
  });

  it("takes its chance from the ids that it is given", () => {
    expect(createSecret(new FakeIds())).toBe(createSecret(new FakeIds()));
  });

  it("gives secrets that a library of Standard Webhooks takes", () => {
    const signer = new Webhook(createSecret(systemIds));
    expect(signer.sign("msg_1", new Date(0), "{}")).toMatch(/^v1,/);
  });
});
