import { describe, expect, it } from "vitest";
import { queueCases, type Case } from "dragline/testing";
import { bullmqSubject } from "../rooms/queue/bullmq-subject.ts";
import { memorySubject } from "../rooms/queue/memory-subject.ts";
import {
  memoryRecordsSubject,
  postgresSubject,
  sqliteSubject,
} from "../rooms/queue/records-subject.ts";
import { postgresUrl, redisUrl, serverTitle } from "../services.ts";

const postgres = await postgresUrl();
const redis = await redisUrl();

const adapters: readonly (readonly [title: string, isThere: boolean, cases: Case[]])[] = [
  ["MemoryQueue", true, queueCases(memorySubject)],
  ["RecordsQueue on MemoryRecords", true, queueCases(memoryRecordsSubject)],
  ["RecordsQueue on SqliteRecords", true, queueCases(sqliteSubject)],
  [
    serverTitle("RecordsQueue on PostgresRecords", postgres),
    postgres !== undefined,
    queueCases(() => postgresSubject(postgres ?? "")),
  ],
  [
    serverTitle("createBullmqQueue", redis),
    redis !== undefined,
    queueCases(() => bullmqSubject(redis ?? "")),
  ],
];

describe.each(adapters)("%s", (_, isThere, cases) => {
  it.skipIf(!isThere).each(cases)("$title", async (promise) => {
    await expect(promise.run()).resolves.toBeUndefined();
  });
});
