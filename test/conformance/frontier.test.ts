import { frontierCases, type Case } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { memorySubject } from "../rooms/crawler/frontier/memory-subject.ts";

const adapters: readonly (readonly [title: string, isThere: boolean, cases: Case[]])[] = [
  ["MemoryFrontier", true, frontierCases(memorySubject)],
];

describe.each(adapters)("%s", (_, isThere, cases) => {
  it.skipIf(!isThere).each(cases)("$title", async (promise) => {
    await expect(promise.run()).resolves.toBeUndefined();
  });
});
