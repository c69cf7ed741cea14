import fc from "fast-check";
import { afterAll, beforeAll, expect } from "vitest";
import { leakedHandles, openHandles, type OpenHandles } from "dragline/testing";

// A gate must not depend on luck; FC_SEED tries other cases.
fc.configureGlobal({ seed: Number(process.env["FC_SEED"] ?? 20_261_121) });

let before: OpenHandles;

beforeAll(() => {
  before = openHandles();
});

afterAll(async () => {
  expect(await leakedHandles(before), "handles left open by this test file").toEqual([]);
});
