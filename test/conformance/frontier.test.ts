import { frontierCases, type Case } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { memorySubject } from "../rooms/crawler/frontier/memory-subject.ts";
import {
  memoryRecordsSubject,
  postgresSubject,
  sqliteSubject,
} from "../rooms/crawler/frontier/records-subject.ts";
import { postgresUrl, serverTitle } from "../services.ts";

const postgres = await postgresUrl();

const adapters: readonly (readonly [title: string, isThere: boolean, cases: Case[]])[] = [
  ["MemoryFrontier", true, frontierCases(memorySubject)],
  ["RecordsFrontier on MemoryRecords", true, frontierCases(memoryRecordsSubject)],
  ["RecordsFrontier on SqliteRecords", true, frontierCases(sqliteSubject)],
  [
    serverTitle("RecordsFrontier on PostgresRecords", postgres),
    postgres !== undefined,
    frontierCases(postgresSubject),
  ],
];

describe.each(adapters)("%s", (_, isThere, cases) => {
  it.skipIf(!isThere).each(cases)("$title", async (promise) => {
    await expect(promise.run()).resolves.toBeUndefined();
  });
});
