import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { StoringRecorder } from "dragline/cdp-proxy";
import { createService } from "dragline/service";
import { describe, expect, it, onTestFinished } from "vitest";

/** A service that runs, with a recorder that can only recover. */
function running(recover: StoringRecorder["recover"]) {
  const unused = (): never => {
    throw new Error("Nothing is recorded here.");
  };
  const recorder: StoringRecorder = {
    begin: unused,
    recover,
    get recordings() {
      return unused();
    },
    [Symbol.asyncDispose]: async () => {},
  };
  const service = createService({ recorder });
  const stopping = new AbortController();
  const run = service.run({ signal: stopping.signal });
  const stop = async (): Promise<void> => {
    stopping.abort();
    await run;
  };
  onTestFinished(async () => {
    await stop();
    await service[Symbol.asyncDispose]();
  });
  return { service, run, stop };
}

describe("Service.run", () => {
  it("completes the recordings of killed processes, once", async () => {
    let asked = 0;
    const { stop } = running(async () => (asked += 1));
    await expect.poll(() => asked).toBe(1);
    await stop();
    expect(asked).toBe(1);
  });

  it("goes on when that fails, and tells the host", async () => {
    const told: unknown[] = [];
    const hear = (message: unknown): number => told.push(message);
    subscribe("dragline:service:failure", hear);
    onTestFinished(() => void unsubscribe("dragline:service:failure", hear));
    const failure = new Error("no room");
    const { run } = running(() => Promise.reject(failure));
    await expect.poll(() => told).toEqual([expect.objectContaining({ error: failure })]);
    const turn = new Promise((resolve) => setImmediate(resolve, "runs on"));
    expect(await Promise.race([run, turn])).toBe("runs on");
  });

  it("is stopped in the middle of it, without a failure", async () => {
    const told: unknown[] = [];
    const hear = (message: unknown): number => told.push(message);
    subscribe("dragline:service:failure", hear);
    onTestFinished(() => void unsubscribe("dragline:service:failure", hear));
    const { stop } = running(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason as Error));
        }),
    );
    await stop();
    expect(told).toEqual([]);
  });
});
