import { tracingChannel } from "node:diagnostics_channel";
import { getEventListeners } from "node:events";
import fc from "fast-check";
import {
  CoreError,
  DraglineError,
  errorTable,
  isDraglineError,
  systemClock,
  systemIds,
} from "dragline";
import { FakeClock, FakeIds } from "dragline/testing";
import { describe, expect, it } from "vitest";
import {
  backoff,
  checkNumber,
  concatBytes,
  deadline,
  DeadlineExceeded,
  detach,
  Disposer,
  traced,
  unlessAborted,
  wait,
  withDefaults,
} from "../../../src/core/index.ts";

describe("wait", () => {
  it("resolves when the clock has passed the time, not before", async () => {
    const clock = new FakeClock();
    let done = false;
    const waiting = wait(clock, 1000).then(() => (done = true));
    await clock.advance(999);
    expect(done).toBe(false);
    await clock.advance(1);
    await waiting;
    expect(done).toBe(true);
  });

  it("rejects with the signal's reason and leaves no timer", async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const waiting = wait(clock, 1000, controller.signal);
    controller.abort("enough");
    await expect(waiting).rejects.toBe("enough");
    expect(clock.waiting).toBe(0);
    await expect(wait(clock, 1, controller.signal)).rejects.toBe("enough");
    expect(clock.waiting).toBe(0);
  });
});

describe("unlessAborted", () => {
  it("gives what the work gives", async () => {
    const { signal } = new AbortController();
    await expect(unlessAborted(Promise.resolve(1), signal)).resolves.toBe(1);
    await expect(unlessAborted(Promise.reject(new Error("no")), signal)).rejects.toThrow("no");
    await expect(unlessAborted(Promise.resolve(1), undefined)).resolves.toBe(1);
  });

  it("rejects with the signal's reason at once, before or during the work", async () => {
    const control = new AbortController();
    const waiting = unlessAborted(new Promise(() => {}), control.signal);
    control.abort("enough");
    await expect(waiting).rejects.toBe("enough");
    const failing = Promise.reject(new Error("heard by nobody else"));
    await expect(unlessAborted(failing, control.signal)).rejects.toBe("enough");
  });

  it("leaves no listener", async () => {
    const { signal } = new AbortController();
    await unlessAborted(Promise.resolve(), signal);
    await unlessAborted(Promise.reject(new Error("no")), signal).catch(() => {});
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("systemClock", () => {
  it("runs a timer and cancels another", async () => {
    const cancel = systemClock.timer(0, () => expect.fail("was cancelled"));
    cancel();
    const before = systemClock.monotonic();
    await wait(systemClock, 1);
    expect(systemClock.monotonic()).toBeGreaterThan(before);
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(5000);
  });

  it("does not fire at once when asked for more than Node's longest timer", async () => {
    let fired = false;
    const cancel = systemClock.timer(Number.POSITIVE_INFINITY, () => (fired = true));
    await new Promise((resolve) => setImmediate(resolve));
    cancel();
    expect(fired).toBe(false);
  });
});

describe("deadline", () => {
  it("aborts with DeadlineExceeded when time is up", async () => {
    const clock = new FakeClock();
    const limit = deadline(clock, 500);
    expect(limit.remaining()).toBe(500);
    await clock.advance(200);
    expect([limit.remaining(), limit.expired, limit.signal.aborted]).toEqual([300, false, false]);
    await clock.advance(300);
    expect([limit.remaining(), limit.expired, limit.signal.aborted]).toEqual([0, true, true]);
    expect(limit.signal.reason).toBeInstanceOf(DeadlineExceeded);
    expect((limit.signal.reason as DeadlineExceeded).ms).toBe(500);
  });

  it("carries the caller's reason, also when it had aborted before", () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const limit = deadline(clock, 500, controller.signal);
    controller.abort("stop");
    expect([limit.signal.reason, limit.expired, clock.waiting]).toEqual(["stop", false, 0]);
    const late = deadline(clock, 500, controller.signal);
    expect([late.signal.reason, late.expired, clock.waiting]).toEqual(["stop", false, 0]);
  });

  it("lets go of timer and signal when disposed", () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const limit = deadline(clock, 500, controller.signal);
    limit[Symbol.dispose]();
    controller.abort("stop");
    expect([limit.signal.aborted, clock.waiting]).toEqual([false, 0]);
  });

  it("sets no timer for an infinite limit", () => {
    const clock = new FakeClock();
    const limit = deadline(clock, Number.POSITIVE_INFINITY);
    expect([limit.remaining(), clock.waiting]).toEqual([Number.POSITIVE_INFINITY, 0]);
  });
});

describe("backoff", () => {
  it("lies between half and the whole of the doubled base, and under the cap", () => {
    const options = { baseMs: 100, maxMs: 5000 };
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (attempt, random) => {
          const whole = Math.min(5000, 100 * 2 ** (attempt - 1));
          const ms = backoff(attempt, random, options);
          expect(ms).toBeGreaterThanOrEqual(whole / 2);
          expect(ms).toBeLessThanOrEqual(whole);
        },
      ),
    );
  });
});

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

describe("traced", () => {
  it("tells subscribers the context, the result and failures", async () => {
    const seen: unknown[] = [];
    const channel = tracingChannel<string, { url: string; result?: unknown; error?: unknown }>(
      "dragline:scraper:scrape",
    );
    const subscribers = {
      start: ({ url }: { url: string }) => seen.push(["start", url]),
      end: () => {},
      asyncStart: () => {},
      asyncEnd: ({ result }: { result?: unknown }) => seen.push(["end", result]),
      error: ({ error }: { error?: unknown }) => seen.push(["error", error]),
    };
    channel.subscribe(subscribers);
    await traced("dragline:scraper:scrape", { url: "a" }, async () => 7);
    await traced("dragline:scraper:scrape", { url: "b" }, () => Promise.reject("no")).catch(
      () => {},
    );
    channel.unsubscribe(subscribers);
    await traced("dragline:scraper:scrape", { url: "c" }, async () => 8);
    expect(seen).toEqual([
      ["start", "a"],
      ["end", 7],
      ["start", "b"],
      ["error", "no"],
      ["end", undefined],
    ]);
  });
});

describe("bytes", () => {
  it("concatBytes joins chunks and keeps a single one as it is", () => {
    const one = new Uint8Array([1, 2]);
    expect(concatBytes([one])).toBe(one);
    expect([...concatBytes([one, new Uint8Array([3])])]).toEqual([1, 2, 3]);
    expect(concatBytes([])).toHaveLength(0);
  });

  it("detach gives the same text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => detach(text) === text));
    expect(detach("lone \ud800 surrogate in a long text")).toBe(
      "lone \ud800 surrogate in a long text",
    );
  });
});

describe("Ids", () => {
  it("systemIds gives UUIDs, tokens of the asked length and numbers in [0, 1)", () => {
    expect(systemIds.uuid()).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(systemIds.token(24)).toMatch(/^[\w-]{32}$/);
    expect(systemIds.random()).toBeLessThan(1);
  });

  it("FakeIds repeats its sequence for a seed", () => {
    const draw = (seed: number): number[] => {
      const ids = new FakeIds(seed);
      return [ids.random(), ids.random(), ids.random()];
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    for (const value of draw(9)) expect(value >= 0 && value < 1).toBe(true);
    const ids = new FakeIds();
    expect(ids.uuid()).not.toBe(ids.uuid());
    expect(ids.token(24)).toHaveLength(32);
  });
});
