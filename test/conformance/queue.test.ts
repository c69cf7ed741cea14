import { describe, expect, it } from "vitest";
import { MemoryRecords } from "dragline/storage/memory";
import { queueCases, type MakeQueue } from "dragline/testing";
import { bullmqSubject } from "../rooms/queue/bullmq-subject.ts";
import { memorySubject } from "../rooms/queue/memory-subject.ts";
import { recordsSubject, sqliteSubject } from "../rooms/queue/records-subject.ts";
import { redisUrl, serverTitle } from "../services.ts";

function everyCase(make: MakeQueue): void {
  it.each(queueCases(make))("$title", async (promise) => {
    await expect(promise.run()).resolves.toBeUndefined();
  });
}

describe("MemoryQueue", () => {
  everyCase(memorySubject);
});

describe("RecordsQueue on MemoryRecords", () => {
  everyCase(
    recordsSubject(async () => {
      const records = new MemoryRecords();
      return { records, end: () => records.close() };
    }),
  );
});

describe("RecordsQueue on SqliteRecords", () => {
  everyCase(sqliteSubject);
});

const redis = await redisUrl();

describe.skipIf(redis === undefined)(serverTitle("BullmqQueue", redis), () => {
  everyCase(() => bullmqSubject(redis ?? ""));
});
