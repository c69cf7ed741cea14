import { describe, expect, it } from "vitest";
import { Drain } from "../../../src/core/index.ts";

describe("Drain", () => {
  it("ends when all has settled, failures among it, and what was added meanwhile", async () => {
    const drain = new Drain();
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const given = drain.add(first.promise);
    let isOver = false;
    const end = drain.end().then(() => (isOver = true));
    drain.add(second.promise).catch(() => {});
    first.resolve("one");
    await expect(given).resolves.toBe("one");
    expect(drain.size).toBe(1);
    expect(isOver).toBe(false);
    second.reject(new Error("two"));
    await end;
    expect(drain.size).toBe(0);
  });

  it("leaves a failure to whoever has the work", async () => {
    const drain = new Drain();
    const failed = drain.add(Promise.reject(new Error("broken")));
    await drain.end();
    await expect(failed).rejects.toThrow("broken");
  });

  it("ends at once when there is nothing", async () => {
    await expect(new Drain().end()).resolves.toBeUndefined();
  });
});
