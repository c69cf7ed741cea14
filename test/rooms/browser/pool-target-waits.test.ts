import type { Browser } from "puppeteer-core";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { DriverBrowser } from "../../../src/browser/driver.ts";
import { endTargetWaits } from "../../../src/browser/pool/end-target-waits.ts";

describe("endTargetWaits", () => {
  it("gives every wait that has no signal that of the browser's end", () => {
    const seen: unknown[][] = [];
    const driver = {
      waitForTarget(...args: unknown[]): unknown {
        seen.push([this === driver, ...args]);
        return "waiting";
      },
    };
    const { signal } = new AbortController();
    endTargetWaits(driver as unknown as DriverBrowser, signal);
    const own = AbortSignal.abort();
    expect(driver.waitForTarget("one")).toBe("waiting");
    driver.waitForTarget("two", { timeout: 5 });
    driver.waitForTarget("three", { signal: own });
    expect(seen).toEqual([
      [true, "one", { signal }],
      [true, "two", { signal, timeout: 5 }],
      [true, "three", { signal: own }],
    ]);
  });

  it("leaves a driver alone that has no such wait", () => {
    const driver = {} as DriverBrowser;
    endTargetWaits(driver, new AbortController().signal);
    expect(Reflect.ownKeys(driver)).toEqual([]);
  });

  it("knows puppeteer's method", () => {
    expectTypeOf<Browser["waitForTarget"]>()
      .parameter(1)
      .extract<object>()
      .toHaveProperty("signal");
  });
});
