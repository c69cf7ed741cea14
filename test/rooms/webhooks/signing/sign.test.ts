import { spawnSync } from "node:child_process";
import { sign } from "dragline/webhooks";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { vector } from "../vector.ts";

const openssl = spawnSync("openssl", ["version"]).status === 0;

/** HMAC-SHA256 as OpenSSL makes it. */
function opensslMac(body: Uint8Array | string, secret: string): string {
  const { stdout, status } = spawnSync("openssl", ["dgst", "-sha256", "-hmac", secret], {
    input: body,
  });
  expect(status).toBe(0);
  return stdout.toString("latin1").trim().split(" ").at(-1) ?? "";
}

describe("sign", () => {
  it("gives the signature of the published test vector", () => {
    expect(sign(vector.body, vector.secret)).toBe(vector.signature);
    expect(sign(Buffer.from(vector.body), vector.secret)).toBe(vector.signature);
  });

  it.skipIf(!openssl)(
    `agrees with OpenSSL about any body and secret${openssl ? "" : " (there is no openssl here)"}`,
    () => {
      expect(`sha256=${opensslMac(vector.body, vector.secret)}`).toBe(vector.signature);
      const secret = fc.string({ minLength: 1, maxLength: 100, unit: "grapheme-ascii" });
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 300 }), secret, (body, secret) => {
          expect(sign(body, secret)).toBe(`sha256=${opensslMac(body, secret)}`);
        }),
        { seed: 7, numRuns: 25 },
      );
    },
  );

  it("signs the exact bytes, and another body gets another signature", () => {
    const bytes = Buffer.from(vector.body);
    const seen = new Set([vector.signature]);
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      seen.add(sign(changed, vector.secret));
    }
    seen.add(sign(`${vector.body} `, vector.secret));
    expect(seen.size).toBe(bytes.length + 2);
  });

  it("takes the secret whole, its prefix included", () => {
    expect(sign("x", "whsec_abc")).not.toBe(sign("x", "abc"));
  });

  it("takes text as UTF-8", () => {
    expect(sign("é€😀", "ключ")).toBe(sign(new TextEncoder().encode("é€😀"), "ключ"));
  });

  it("signs an empty body", () => {
    // RFC 4231 has no such case; the value is that of `openssl dgst -sha256 -hmac key < /dev/null`.
    expect(sign("", "key")).toBe(
      "sha256=5d5d139563c95b5967b9bd9a8c9b233a9dedb45072794cd232dc1b74832607d0",
    );
  });

  it.each([["0 characters", ""] as const, ["1025 characters", "x".repeat(1025)] as const])(
    "refuses a secret of %s",
    (came, secret) => {
      expect(() => sign("body", secret)).toThrow(
        expect.objectContaining({
          code: "INVALID_SECRET",
          message: expect.stringContaining(came),
        }),
      );
    },
  );

  it("does not tell a refused secret", () => {
    expect(() => sign("body", "hunter2".repeat(1000))).not.toThrow("hunter2");
    expect(() => sign("body", 42 as never)).toThrow("got number");
  });
});
