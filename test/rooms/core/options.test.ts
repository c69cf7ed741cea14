import { CoreError } from "dragline";
import { describe, expect, it } from "vitest";
import { checkCollaborators, checkNumber, withDefaults } from "../../../src/core/index.ts";

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

  it("says which name was probably meant, and how one is called now", () => {
    const known = { formats: "", maxAgeMs: 1, timeoutMs: 1, windowMs: 1, expiresInMs: 1 };
    const refusal = (name: string) => () => withDefaults(known, { [name]: 1 });
    expect(refusal("formts")).toThrow(
      "Unknown option 'formts'; did you mean 'formats'? Known are formats, maxAgeMs, timeoutMs, windowMs, expiresInMs.",
    );
    expect(refusal("MAXAGEMS")).toThrow("did you mean 'maxAgeMs'?");
    expect(refusal("colour")).toThrow("Unknown option 'colour'; known are formats,");
    for (const [former, now] of [
      ["maxAge", "maxAgeMs"],
      ["window", "windowMs"],
      ["expiresIn", "expiresInMs"],
      ["deadline", "timeoutMs"],
    ] as const) {
      expect(refusal(former), former).toThrow(
        `Unknown option '${former}'; it is called '${now}' now. Known are`,
      );
    }
  });

  it.each([
    [null, "null"],
    ["x", "a string"],
    [[], "an array"],
    [42, "a number"],
    [Buffer.from("x"), "a Buffer"],
  ])("refuses %j in their place, and says what it is", (given, what) => {
    expect(() => withDefaults(defaults, given as never)).toThrow(
      `Expected options to be an object; got ${what}.`,
    );
  });

  it("does not change the defaults", () => {
    withDefaults(defaults, { size: 5 });
    expect(defaults.size).toBe(1);
  });
});

describe("checkCollaborators", () => {
  const check = (given: object) => (): void =>
    checkCollaborators(given, { size: 1 }, { records: true, clock: true } as never);

  it("takes the names that are known", () => {
    expect(check({ clock: 1, records: undefined })).not.toThrow();
  });

  it("says which name was probably meant", () => {
    expect(check({ recrods: 1 })).toThrow(
      "Unknown collaborator 'recrods'; did you mean 'records'? Known are records, clock.",
    );
    expect(check({ colour: 1 })).toThrow(
      "Unknown collaborator 'colour'; known are records, clock.",
    );
    expect(check(JSON.parse('{"__proto__": 1}') as object)).toThrow("Unknown collaborator");
  });

  it("says where options stand", () => {
    expect(check({ size: 1 })).toThrow("'size' is an option, not a collaborator");
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
