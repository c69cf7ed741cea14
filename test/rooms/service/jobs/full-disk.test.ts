import { StorageError } from "dragline/storage";
import { FakeClock } from "dragline/testing";
import { MemoryBlobs } from "dragline/storage/memory";
import { describe, expect, it } from "vitest";
import { HandQueue } from "./hand-queue.ts";
import { call, makeRig, newJob, passing } from "./jobs-rig.ts";

/** Blobs that take nothing while they are told to fail. */
class FullBlobs extends MemoryBlobs {
  fault: "STORE_FULL" | "READ_ONLY" | "INVALID_KEY" | undefined;

  override put: MemoryBlobs["put"] = (...given) => {
    if (this.fault === undefined) return super.put(...given);
    return Promise.reject(new StorageError(this.fault, { message: "planted" }));
  };
}

async function runOn(fault: FullBlobs["fault"]) {
  const [queue, blobs, clock] = [new HandQueue(), new FullBlobs(), new FakeClock()];
  const result = JSON.stringify({ text: "x".repeat(5000) });
  const rig = await makeRig({
    queue,
    blobs,
    clock,
    inlineBytes: 1000,
    kind: { run: async () => ({ status: "completed", result, credits: 1 }) },
  });
  rig.start();
  const { id } = await rig.jobs.submit(newJob(rig.account), call);
  blobs.fault = fault;
  /** Delivers the job; what it came to is tried to be kept for as long as the job is surely held. */
  const deliver = (): Promise<string> =>
    passing(
      clock,
      queue.deliver(id).then(
        () => "settled",
        () => "comes again",
      ),
    );
  const delivered = await deliver();
  const status = async (): Promise<string | undefined> =>
    (await rig.jobs.get(rig.account, id, call))?.status;
  return { blobs, deliver, delivered, status };
}

describe("A job whose result finds no room", () => {
  it.each(["STORE_FULL", "READ_ONLY"] as const)(
    "(%s) is handed back, and done when there is room again",
    async (fault) => {
      const { blobs, deliver, delivered, status } = await runOn(fault);
      expect(delivered).toBe("comes again");
      // However often it is tried meanwhile, it does not count as one whose worker was lost.
      for (let turn = 0; turn < 5; turn += 1) await deliver();
      expect(await status()).toBe("processing");
      blobs.fault = undefined;
      expect(await deliver()).toBe("settled");
      expect(await status()).toBe("completed");
    },
  );

  it("fails where no room would help", async () => {
    const { delivered, status } = await runOn("INVALID_KEY");
    expect(delivered).toBe("settled");
    expect(await status()).toBe("failed");
  });
});
