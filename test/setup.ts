import { afterAll, beforeAll, expect } from "vitest";
import { leakedHandles, openHandles, type OpenHandles } from "dragline/testing";

let before: OpenHandles;

beforeAll(() => {
  before = openHandles();
});

afterAll(async () => {
  expect(await leakedHandles(before), "handles left open by this test file").toEqual([]);
});
