import { FakeClock } from "dragline/testing";
import { sign, verify, type HeaderSource, type VerifyOptions } from "dragline/webhooks";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { vector } from "../vector.ts";

const clock = new FakeClock();
const now = Math.floor(clock.now() / 1000);
const headers = {
  "x-service-timestamp": String(now),
  "x-service-delivery-id": "dlv_81",
  "x-service-event": "webhook.test",
  "x-service-signature": vector.signature,
};
const wrong = `sha256=${"0".repeat(64)}`;

function judge(
  changes: Record<string, string | readonly string[] | undefined> = {},
  options?: VerifyOptions,
) {
  return verify({ headers: { ...headers, ...changes }, body: vector.body }, vector.secret, {
    clock,
    ...options,
  });
}

/** The reason of a refusal; undefined when there is none. */
function reason(...args: Parameters<typeof judge>) {
  const verdict = judge(...args);
  return verdict.valid ? undefined : verdict.reason;
}

describe("verify", () => {
  it("gives a delivery's facts and its exact bytes", () => {
    expect(judge()).toEqual({
      valid: true,
      scheme: "service",
      deliveryId: "dlv_81",
      event: "webhook.test",
      timestamp: now,
      body: Buffer.from(vector.body),
      json: JSON.parse(vector.body),
    });
  });

  it.each<[string, HeaderSource]>([
    ["Headers", new Headers(headers)],
    ["pairs", Object.entries(headers)],
    ["a Map", new Map(Object.entries(headers))],
    [
      "names in other cases",
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
      ),
    ],
    [
      "values in arrays",
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    ],
    [
      "space around values",
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `\t ${value} `])),
    ],
  ])("takes headers as %s", (_, source) => {
    expect(verify({ headers: source, body: vector.body }, vector.secret, { clock }).valid).toBe(
      true,
    );
  });

  it.each([
    ["a string", vector.body],
    ["bytes", new TextEncoder().encode(vector.body)],
    ["a Buffer", Buffer.from(vector.body)],
    ["a part of a larger buffer", Buffer.from(`..${vector.body}..`).subarray(2, -2)],
    ["an ArrayBuffer", new TextEncoder().encode(vector.body).buffer],
  ])("takes a body as %s", (_, body) => {
    expect(verify({ headers, body }, vector.secret, { clock }).valid).toBe(true);
  });

  it("reads a Request", async () => {
    const request = new Request("http://hooks.example/", {
      method: "POST",
      headers,
      body: vector.body,
    });
    expect(await verify(request, vector.secret, { clock })).toMatchObject({
      valid: true,
      deliveryId: "dlv_81",
    });
  });

  it("accepts any of several secrets, the old and the new while they are rotated", () => {
    for (const secrets of [
      ["new", vector.secret],
      [vector.secret, "new"],
      ["a", "b", vector.secret, "c"],
    ]) {
      expect(verify({ headers, body: vector.body }, secrets, { clock }).valid).toBe(true);
    }
    expect(verify({ headers, body: vector.body }, ["new", "a"], { clock })).toEqual({
      valid: false,
      reason: "wrong-signature",
    });
  });

  it("finds its headers by the prefix", () => {
    const own = {
      "Acme-Timestamp": String(now),
      "Acme-Delivery-Id": "d",
      "Acme-Signature": vector.signature,
    };
    const delivery = { headers: own, body: vector.body };
    expect(verify(delivery, vector.secret, { clock, headerPrefix: "acme-" }).valid).toBe(true);
    expect(verify(delivery, vector.secret, { clock })).toEqual({
      valid: false,
      reason: "missing-signature",
    });
  });

  it("takes the event from the body, which is signed, and else from its header", () => {
    expect(judge({ "x-service-event": "job.completed" })).toMatchObject({ event: "webhook.test" });
    const body = "[]";
    const signed = { ...headers, "x-service-signature": sign(body, "s") };
    expect(verify({ headers: signed, body }, "s", { clock })).toMatchObject({
      event: "webhook.test",
      json: [],
    });
    const without = { ...signed, "x-service-event": undefined };
    expect(verify({ headers: without, body }, "s", { clock })).toMatchObject({ event: undefined });
  });

  it.each(["", "no JSON", "\u00ff", "{", Buffer.from([0xff, 0xfe, 0x00])])(
    "accepts a body that is no JSON: %j",
    (body) => {
      const signed = { ...headers, "x-service-signature": sign(body, "s") };
      expect(verify({ headers: signed, body }, "s", { clock })).toMatchObject({
        valid: true,
        json: undefined,
      });
    },
  );

  it("refuses every other body", () => {
    fc.assert(
      fc.property(
        fc.nat({ max: vector.body.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        (at, change) => {
          const body = Buffer.from(vector.body);
          body[at] = (body[at] ?? 0) ^ change;
          const verdict = verify({ headers, body }, vector.secret, { clock });
          expect(verdict).toEqual({ valid: false, reason: "wrong-signature" });
        },
      ),
      { seed: 7 },
    );
  });
});

describe("signatures of verify", () => {
  it.each([
    ["in upper case", vector.signature.toUpperCase().replace("SHA256", "sha256")],
    ["behind a wrong one", `${wrong}, ${vector.signature}`],
    ["before a wrong one", `${vector.signature},${wrong}`],
    ["behind one of another algorithm", `sha512=abc, ${vector.signature}`],
    ["in a repeated header", [wrong, vector.signature]],
  ])("may be %s", (_, value) => {
    expect(reason({ "x-service-signature": value })).toBeUndefined();
  });

  it("may be spread over repeated names, in any case", () => {
    const { "x-service-signature": right, ...rest } = headers;
    const repeated = [
      ["X-Service-Signature", right],
      ["x-service-signature", wrong],
    ] as const;
    const delivery = { headers: [...Object.entries(rest), ...repeated], body: vector.body };
    expect(verify(delivery, vector.secret, { clock }).valid).toBe(true);
    const joined = { ...delivery, headers: { ...rest, ...Object.fromEntries(repeated) } };
    expect(verify(joined, vector.secret, { clock }).valid).toBe(true);
  });

  it("are missing without the header", () => {
    expect(reason({ "x-service-signature": undefined })).toBe("missing-signature");
    expect(reason({ "x-service-signature": [] })).toBe("malformed-signature");
  });

  it.each([
    "",
    " ",
    ",",
    vector.signature.slice(7),
    vector.signature.slice(0, -1),
    `${vector.signature}0`,
    `sha256=${"z".repeat(64)}`,
    `sha256=${"٣".repeat(64)}`,
    `sha256=${"0".repeat(63)}\0`,
    `sha1=${"0".repeat(40)}`,
    vector.signature.replace("=", " = "),
    `${vector.signature}\0`,
    " ".repeat(100_000) + vector.signature,
    "sha256=".repeat(100_000),
    ",".repeat(1_000_000) + vector.signature,
  ])("are malformed when they are written otherwise (%#)", (value) => {
    expect(reason({ "x-service-signature": value })).toBe("malformed-signature");
  });

  it("are wrong when they are well written", () => {
    expect(reason({ "x-service-signature": wrong })).toBe("wrong-signature");
    const many = Array.from({ length: 8 }, () => wrong);
    expect(reason({ "x-service-signature": many.join(",") })).toBe("wrong-signature");
  });

  it("are looked at up to eight", () => {
    const many = Array.from({ length: 7 }, () => wrong);
    expect(
      reason({ "x-service-signature": [...many, vector.signature].join(",") }),
    ).toBeUndefined();
    expect(reason({ "x-service-signature": [wrong, ...many, vector.signature].join(",") })).toBe(
      "wrong-signature",
    );
  });
});

describe("timestamps of verify", () => {
  it("may be five minutes off, and no more", () => {
    expect(reason({ "x-service-timestamp": String(now - 300) })).toBeUndefined();
    expect(reason({ "x-service-timestamp": String(now + 300) })).toBeUndefined();
    expect(reason({ "x-service-timestamp": String(now - 301) })).toBe("too-old");
    expect(reason({ "x-service-timestamp": String(now + 301) })).toBe("too-new");
  });

  it("may be as far off as the tolerance says", () => {
    expect(
      reason({ "x-service-timestamp": "0" }, { toleranceMs: Number.POSITIVE_INFINITY }),
    ).toBeUndefined();
    expect(reason({ "x-service-timestamp": String(now - 1) }, { toleranceMs: 0 })).toBe("too-old");
    expect(reason({ "x-service-timestamp": String(now) }, { toleranceMs: 0 })).toBeUndefined();
  });

  it("are needed", () => {
    expect(reason({ "x-service-timestamp": undefined })).toBe("missing-timestamp");
  });

  it.each([
    "",
    "now",
    "-1",
    "1e9",
    "1.5",
    "0x10",
    "١٢٣",
    "123456789012",
    `${now}, ${now}`,
    `${now}\0`,
  ])("are malformed when they are no number of seconds: %j", (value) => {
    expect(reason({ "x-service-timestamp": value })).toBe("malformed-timestamp");
  });

  it("are judged only of what is rightly signed", () => {
    expect(reason({ "x-service-timestamp": "0", "x-service-signature": wrong })).toBe(
      "wrong-signature",
    );
  });
});

describe("delivery ids of verify", () => {
  it("are needed", () => {
    expect(reason({ "x-service-delivery-id": undefined })).toBe("missing-delivery-id");
  });

  it.each(["", "a b", "a,b", "ä", "a\0", "a\nb", "x".repeat(257), "x".repeat(1_000_000)])(
    "are malformed when they are %j",
    (id) => {
      expect(reason({ "x-service-delivery-id": id })).toBe("malformed-delivery-id");
    },
  );

  it("are malformed when there are two", () => {
    expect(reason({ "x-service-delivery-id": ["a", "b"] })).toBe("malformed-delivery-id");
  });
});
