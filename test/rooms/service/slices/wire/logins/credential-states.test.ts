import { describe, expect, it } from "vitest";
import {
  credentialStates,
  endsLogin,
  stateAt,
} from "../../../../../../src/service/slices/wire/logins/credential-states.ts";

describe("the states of a credential", () => {
  it("are active after a login or another store, and expired after all else", () => {
    for (const events of Object.values(credentialStates)) {
      expect(events).toEqual({
        stored: "active",
        lapsed: "expired",
        "run-refused": "expired",
        "verify-refused": "expired",
        "source-gone": "expired",
      });
    }
    expect(Object.keys(credentialStates)).toEqual(["active", "expired"]);
  });

  it("cannot be changed", () => {
    expect(Object.isFrozen(credentialStates)).toBe(true);
    expect(Object.values(credentialStates).every((events) => Object.isFrozen(events))).toBe(true);
  });

  it.each<[string, number | null, number, string]>([
    ["active", null, 1000, "active"],
    ["active", 1001, 1000, "active"],
    ["active", 1000, 1000, "expired"],
    ["active", 999, 1000, "expired"],
    ["expired", null, 1000, "expired"],
    ["expired", 1001, 1000, "expired"],
    ["of a later version", null, 1000, "expired"],
  ])("are of one stored as %s until %s at %s: %s", (state, expiresAt, ...[now, expected]) => {
    expect(stateAt({ state, expiresAt }, now)).toBe(expected);
  });
});

describe("endsLogin", () => {
  it.each([
    ["BAD_PASSWORD", true],
    ["ACCOUNT_LOCKED", true],
    ["MFA_REQUIRED", false],
    ["CAPTCHA_REQUIRED", false],
    ["LOGIN_TIMEOUT", false],
    ["LOGIN_PAGE_CHANGED", false],
    ["LOGIN_NO_COOKIES", false],
    ["LOGIN_INFRASTRUCTURE_ERROR", false],
    ["LOGIN_FAILED", false],
  ])("says of a verify that %s refused: %s", (code, expected) => {
    expect(endsLogin(code)).toBe(expected);
  });
});
