import { describe, expect, it } from "vitest";
import { checkState } from "../../../src/browser/state/check-state.ts";
import { stateSummary } from "../../../src/browser/state/state-summary.ts";

const cookie = { name: "sid", value: "1", domain: "example.com", path: "/" };
const origin = { origin: "https://example.com", localStorage: [{ name: "a", value: "b" }] };

/** The place and the fault of an invalid session. */
function fault(value: unknown): unknown {
  try {
    checkState(value);
  } catch (error) {
    expect(error).toMatchObject({ code: "INVALID_STATE" });
    return (error as { details: { reason: string } }).details.reason;
  }
  return undefined;
}

describe("checkState", () => {
  it("completes a cookie written by hand", () => {
    expect(checkState({ cookies: [{ ...cookie, path: undefined }] })).toEqual({
      cookies: [
        { ...cookie, path: "/", expires: -1, httpOnly: false, secure: false, sameSite: "Lax" },
      ],
      origins: [],
    });
  });

  it("takes a cookie's place from its URL", () => {
    const url = "https://app.example.com/login/form?x=1";
    const { cookies } = checkState({ cookies: [{ name: "a", value: "", url }] });
    expect(cookies[0]).toMatchObject({ domain: "app.example.com", path: "/login/", secure: true });
  });

  it("takes an empty session, and one without members", () => {
    expect(checkState({})).toEqual({ cookies: [], origins: [] });
    expect(checkState({ cookies: null, origins: [] })).toEqual({ cookies: [], origins: [] });
  });

  it("drops unknown members, and keeps what is partitioned", () => {
    const partition = { partitionKey: "https://shop.example", _crHasCrossSiteAncestor: true };
    const { cookies, origins } = checkState({
      cookies: [{ ...cookie, ...partition, size: 5, session: false }],
      origins: [{ ...origin, opfs: [] }],
      more: 1,
    });
    expect(cookies[0]).toMatchObject(partition);
    expect(cookies[0]).not.toHaveProperty("size");
    expect(origins).toEqual([origin]);
  });

  it("spells origins as browsers do", () => {
    const spelled = ["https://Example.com:443/", "http://[::1]:8080", "https://bücher.example"];
    const { origins } = checkState({ origins: spelled.map((origin) => ({ origin })) });
    expect(origins.map(({ origin }) => origin)).toEqual([
      "https://example.com",
      "http://[::1]:8080",
      "https://xn--bcher-kva.example",
    ]);
  });

  it.each([
    [null, "state: expected an object; got null"],
    ["{}", "state: expected an object; got a string of 2 characters"],
    [[], "state: expected an object; got an array of 0"],
    [{ cookies: {} }, "state.cookies: expected an array; got an object"],
    [{ cookies: [1] }, "state.cookies[0]: expected an object; got the number 1"],
    [
      { cookies: [{ ...cookie, name: 7 }] },
      "state.cookies[0].name: expected a string; got the number 7",
    ],
    [
      { cookies: [{ name: "a", value: "b" }] },
      "state.cookies[0].domain: expected a string; got nothing",
    ],
    [
      { cookies: [{ ...cookie, domain: "a/b" }] },
      "state.cookies[0].domain: expected a host name or address; got a string of 3 characters",
    ],
    [
      { cookies: [{ ...cookie, expires: "soon" }] },
      "state.cookies[0].expires: expected a finite number; got a string of 4 characters",
    ],
    [
      { cookies: [cookie, { ...cookie, sameSite: "Sometimes" }] },
      "state.cookies[1].sameSite: expected Strict, Lax or None; got a string of 9 characters",
    ],
    [
      { cookies: [{ name: "a", value: "b", url: "file:///etc" }] },
      "state.cookies[0].url: expected an http or https URL; got a string of 11 characters",
    ],
    [
      { origins: [{ origin: "https://example.com/path" }] },
      "state.origins[0].origin: expected an origin, http(s)://host[:port]; got a string of 24 characters",
    ],
    [
      { origins: [{ origin: "null" }] },
      "state.origins[0].origin: expected an origin, http(s)://host[:port]; got a string of 4 characters",
    ],
    [
      { origins: [{ ...origin, localStorage: [{ name: "a" }] }] },
      "state.origins[0].localStorage[0].value: expected a string; got nothing",
    ],
    [
      { origins: [{ ...origin, indexedDB: [{ name: "d", version: 0.5 }] }] },
      "state.origins[0].indexedDB[0].version: expected a whole number from 1; got the number 0.5",
    ],
  ])("refuses what is none: case %#", (value, reason) => {
    expect(fault(value)).toBe(reason);
  });

  it("never shows a value of the session in an error", () => {
    const secret = { ...cookie, domain: "s3cret/" };
    expect(() => checkState({ cookies: [secret] })).toThrowError(
      expect.not.objectContaining({ message: expect.stringContaining("s3cret") as string }),
    );
  });

  it("reads no prototypes, and sets none", () => {
    const hostile: unknown = JSON.parse(
      `{"__proto__": {"cookies": [${JSON.stringify(cookie)}], "polluted": 1},
        "origins": [{"origin": "https://e.com", "__proto__": {"localStorage": [1]},
          "indexedDB": [{"name": "__proto__", "version": 1, "stores": [{"name": "constructor",
            "records": [{"key": "__proto__", "value": {"__proto__": {"polluted": 2}}}]}]}]}]}`,
    );
    const state = checkState(hostile);
    expect(state.cookies).toEqual([]);
    expect(state.origins[0]?.localStorage).toEqual([]);
    const record = state.origins[0]?.indexedDB?.[0]?.stores[0]?.records[0];
    expect(JSON.stringify(record)).toBe('{"key":"__proto__","value":{"__proto__":{"polluted":2}}}');
    expect(Object.hasOwn({}, "polluted") || "polluted" in {}).toBe(false);
    const inherited: unknown = Object.create({ cookies: [cookie] });
    expect(checkState(inherited).cookies).toEqual([]);
  });

  it("has bounds", () => {
    const many = Array.from({ length: 11 }, () => cookie);
    expect(() => checkState({ cookies: many }, { maxCookies: 10 })).toThrow("at most 10 items");
    expect(() => checkState({ origins: [origin, origin] }, { maxOrigins: 1 })).toThrow("at most 1");
    const value = "x".repeat(1001);
    expect(() => checkState({ cookies: [{ ...cookie, value }] }, { maxBytes: 1000 })).toThrow(
      "a smaller session",
    );
    const stores = [{ name: "s", records: [{ key: 1, value: { value } }] }];
    const indexedDB = [{ name: "d", version: 1, stores }];
    expect(() => checkState({ origins: [{ ...origin, indexedDB }] }, { maxBytes: 1000 })).toThrow(
      "a smaller session",
    );
    expect(() => checkState({}, { maxBytes: -1 })).toThrow("maxBytes");
    expect(() => checkState({}, { max: 1 } as object)).toThrow("Unknown option 'max'");
  });

  it("refuses values that are circles or nested without end", () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    const deep: unknown = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
    for (const value of [circle, deep, 1n]) {
      const stores = [{ name: "s", records: [{ key: 1, value }] }];
      const indexedDB = [{ name: "d", version: 1, stores }];
      expect(fault({ origins: [{ ...origin, indexedDB }] })).toMatch(
        /^state\.origins\[0\]\.indexedDB/,
      );
    }
  });
});

describe("stateSummary", () => {
  it("counts cookies and what is stored, and tells the last expiry", () => {
    const records = [
      { key: 1, value: 1 },
      { key: 2, value: 1 },
    ];
    const stores = [{ name: "s", records }, { name: "t" }];
    const state = checkState({
      cookies: [cookie, { ...cookie, expires: 1000.5 }, { ...cookie, expires: 2000.25 }],
      origins: [origin, { ...origin, indexedDB: [{ name: "d", version: 1, stores }] }],
    });
    expect(stateSummary(state)).toEqual({
      cookieCount: 3,
      storageItemCount: 4,
      expiresAt: 2_000_250,
    });
  });

  it("knows no expiry of session cookies", () => {
    expect(stateSummary(checkState({ cookies: [cookie] }))).toEqual({
      cookieCount: 1,
      storageItemCount: 0,
      expiresAt: null,
    });
  });
});
