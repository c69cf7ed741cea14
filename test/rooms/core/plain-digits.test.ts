import { describe, expect, it } from "vitest";
import { plainDigits } from "../../../src/core/index.ts";

describe("plainDigits", () => {
  it("knows the digits of every script", () => {
    const rows: string[] = [];
    for (let code = 0; code < 0x110000; code++) {
      const digit = String.fromCodePoint(code);
      if (/\p{Nd}/u.test(digit)) rows.push(digit);
    }
    expect(rows.length).toBeGreaterThan(650);
    expect(plainDigits(rows.join(""))).toBe("0123456789".repeat(rows.length / 10));
  });

  it("leaves all else as it is", () => {
    expect(plainDigits("½ ² 五 a٣b 12")).toBe("½ ² 五 a3b 12");
  });
});
