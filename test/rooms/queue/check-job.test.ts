import { isQueueError } from "dragline/queue";
import { MemoryQueue } from "dragline/queue/memory";
import { RecordsQueue } from "dragline/queue/records";
import { MemoryRecords } from "dragline/storage/memory";
import { describe, expect, it } from "vitest";

const { signal } = new AbortController();

describe("Queue.push", () => {
  it.each([
    ["memory", () => new MemoryQueue()],
    ["records", () => new RecordsQueue({ records: new MemoryRecords() })],
  ])("refuses on %s a time that no date can hold, and that alone", async (_, make) => {
    await using queue = make();
    const [early, wrong, late] = await Promise.allSettled([
      queue.push("mail", "", { signal }),
      queue.push("mail", "", { signal, runAt: 1e306 }),
      queue.push("news", "", { signal, runAt: 8.64e15 }),
    ]);
    expect(early).toMatchObject({ status: "fulfilled", value: true });
    expect(late).toMatchObject({ status: "fulfilled", value: true });
    expect(wrong?.status === "rejected" && isQueueError(wrong.reason, "INVALID_JOB")).toBe(true);
  });
});
