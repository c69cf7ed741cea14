import { describe, expect, it } from "vitest";
import { Disposer } from "../../../src/core/index.ts";

describe("Disposer", () => {
  it("releases in reverse order, all even when one fails, once", async () => {
    const log: string[] = [];
    const disposer = new Disposer();
    const owned = disposer.add({
      async [Symbol.asyncDispose]() {
        log.push("first");
      },
    });
    expect(Symbol.asyncDispose in owned).toBe(true);
    disposer.defer(() => {
      log.push("second");
      throw new Error("broken");
    });
    disposer.defer(() => log.push("third"));
    await expect(disposer[Symbol.asyncDispose]()).rejects.toThrow("broken");
    await disposer[Symbol.asyncDispose]();
    expect(log).toEqual(["third", "second", "first"]);
  });
});
