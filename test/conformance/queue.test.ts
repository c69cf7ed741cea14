import { describe, expect, it } from "vitest";
import { MemoryRecords } from "dragline/storage/memory";
import { queueCases, type MakeQueue } from "dragline/testing";
import { memorySubject } from "../rooms/queue/memory-subject.ts";
import { recordsSubject } from "../rooms/queue/records-subject.ts";

function everyCase(make: MakeQueue): void {
  for (const promise of queueCases(make)) {
    it(`${promise.title}`, async () => {
      await expect(promise.run()).resolves.toBeUndefined();
    });
  }
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
