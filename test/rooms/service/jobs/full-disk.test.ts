import { StorageError } from "dragline/storage";
import { MemoryBlobs } from "dragline/storage/memory";
import { describe, expect, it } from "vitest";
import { HandQueue } from "./hand-queue.ts";
import { call, makeRig, newJob } from "./jobs-rig.ts";

/** Blobs that take nothing while they are told to fail. */
class FullBlobs extends MemoryBlobs {
  fault: "STORE_FULL" | "READ_ONLY" | "INVALID_KEY" | undefined;

  override put: MemoryBlobs["put"] = (...given) => {
    if (this.fault === undefined) return super.put(...given);
    return Promise.reject(new StorageError(this.fault, { message: "planted" }));
  };
}

async function runOn(fault: FullBlobs["fault"]) {
  const [queue, blobs] = [new HandQueue(), new FullBlobs()];
  const result = JSON.stringify({ text: "x".repeat(5000) });
  const rig = await makeRig({
    queue,
    blobs,
    inlineBytes: 1000,
    kind: { run: async () => ({ status: "completed", result, credits: 1 }) },
  });
  rig.start();
  const { id } = await rig.jobs.submit(newJob(rig.account), call);
  blobs.fault = fault;
  const delivered = await queue.deliver(id).then(
    () => "settled",
    () => "comes again",
  );
  const status = async (): Promise<string | undefined> =>
    (await rig.jobs.get(rig.account, id, call))?.status;
  return { queue, blobs, id, delivered, status };
}

describe("A job whose result finds no room", () => {
  it.each(["STORE_FULL", "READ_ONLY"] as const)(
    "(%s) is handed back, and done when there is room again",
    async (fault) => {
      const { queue, blobs, id, delivered, status } = await runOn(fault);
      expect(delivered).toBe("comes again");
      // However often it is tried meanwhile, it does not count as one whose worker was lost.
      for (let turn = 0; turn < 5; turn += 1) await queue.deliver(id).catch(() => {});
      expect(await status()).toBe("processing");
      blobs.fault = undefined;
      await queue.deliver(id);
      expect(await status()).toBe("completed");
    },
  );

  it("fails where no room would help", async () => {
    const { delivered, status } = await runOn("INVALID_KEY");
    expect(delivered).toBe("settled");
    expect(await status()).toBe("failed");
  });
});
