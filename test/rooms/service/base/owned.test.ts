import { describe, expect, it } from "vitest";
import { owned } from "../../../../src/service/base/owned.ts";
import { isServiceError } from "dragline/service";

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return isServiceError(error) ? error.code : "another error";
  }
};

describe("owned", () => {
  it.each([{ account: "one" }, { owner: "one" }])("gives an account what is its own: %j", (row) => {
    expect(owned("saved session", row, "one")).toBe(row);
  });

  it.each([
    ["job", "FORBIDDEN"],
    ["identity", "FORBIDDEN"],
    ["monitor", "FORBIDDEN"],
    ["Wire job", "NOT_FOUND"],
  ] as const)("refuses another account's %s: %s", (what, code) => {
    expect(codeOf(() => owned(what, { account: "one" }, "two"))).toBe(code);
  });

  it("knows no difference between another account's Wire job and none", () => {
    const messages = [{ account: "one" }, undefined].map((row) => {
      try {
        owned("Wire job", row, "two");
      } catch (error) {
        return String(error);
      }
      return "";
    });
    expect(messages[0]).toBe(messages[1]);
    expect(messages[0]).not.toBe("");
  });
});
