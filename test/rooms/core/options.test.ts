import { CoreError } from "dragline";
import { describe, expect, it } from "vitest";
import { checkNumber, withDefaults } from "../../../src/core/index.ts";

describe("withDefaults", () => {
  const defaults = { size: 1, name: "a" };

  it("counts an explicit undefined as absent", () => {
    expect(withDefaults(defaults, { size: undefined, name: "b" })).toEqual({ size: 1, name: "b" });
    expect(withDefaults(defaults, undefined)).toEqual(defaults);
  });

  it("refuses names it does not know, those of Object.prototype included", () => {
    for (const name of ["sise", "toString", "__proto__"]) {
      const given = JSON.parse(`{"${name}": 1}`) as object;
      expect(() => withDefaults(defaults, given), name).toThrow(CoreError);
    }
  });

  it("does not change the defaults", () => {
    withDefaults(defaults, { size: 5 });
    expect(defaults.size).toBe(1);
  });
});

describe("checkNumber", () => {
  it.each([
    [0, false],
    [1, true],
    [9, true],
    [10, false],
    [1.5, false],
    [Number.NaN, false],
    ["5" as unknown as number, false],
  ])("of %s within 1 to 9 is %s", (value, fits) => {
    const check = (): void => checkNumber("n", value, { min: 1, max: 9 });
    if (fits) expect(check).not.toThrow();
    else expect(check).toThrow(/Option 'n' must be a whole number from 1 to 9/);
  });

  it("takes fractions and infinity where they are allowed", () => {
    expect(() => checkNumber("n", 0.5, { min: 0, integer: false })).not.toThrow();
    expect(() => checkNumber("n", Number.POSITIVE_INFINITY, { min: 0 })).not.toThrow();
  });
});
