import { CoreError, DraglineError, errorTable, isDraglineError } from "dragline";
import { describe, expect, it } from "vitest";

describe("DraglineError", () => {
  it("carries code, message, details and cause", () => {
    const cause = new Error("below");
    const error = new CoreError("INVALID_OPTION", {
      message: "no",
      details: { option: "x" },
      cause,
    });
    expect(error).toMatchObject({
      name: "CoreError",
      code: "INVALID_OPTION",
      message: "no",
      cause,
    });
    expect(error.details).toEqual({ option: "x" });
    expect(new CoreError("INVALID_URL", { message: "no" })).not.toHaveProperty("cause");
  });

  it("is recognised by its brand, also from another copy of the package", () => {
    const foreign = Object.assign(new Error("no"), {
      code: "INVALID_URL",
      [Symbol.for("dragline.error")]: "CoreError",
    });
    expect(isDraglineError(foreign)).toBe(true);
    expect(isDraglineError(foreign, "INVALID_URL")).toBe(true);
    expect(isDraglineError(foreign, "INVALID_OPTION")).toBe(false);
    expect(isDraglineError(new DraglineError("X", { message: "" }), "X")).toBe(true);
    for (const other of [new Error("no"), null, undefined, "text", {}]) {
      expect(isDraglineError(other)).toBe(false);
    }
  });

  it("has one sentence per code", () => {
    for (const codes of Object.values(errorTable)) {
      for (const sentence of Object.values(codes)) expect(sentence).toMatch(/^[A-Zr].*\.$/);
    }
  });
});
