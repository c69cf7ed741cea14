import type { Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { recordsCases } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { faults, type Fault, type Plain } from "./faulty-records.ts";

/** Each fault with the promise that it breaks. */
const broken = [
  [
    "an addition is read, computed and written (lost update)",
    "of 200 spends of 3 from 300 exactly 100 succeed, and nothing is left",
  ],
  [
    "rows are claimed without the guard",
    "callers that claim what is due never get the same row, nor more than the limit",
  ],
  ["unique groups are ignored", "a unique group that is taken is a CONFLICT"],
  [
    "rows before one that conflicts stay (insert is not atomic)",
    "a row that conflicts keeps all others out",
  ],
  [
    "operations before one that fails stay (atomic is not)",
    "when an operation conflicts nothing of any happened, and the outcome names it",
  ],
  [
    "the expected number of rows is ignored",
    "when an operation does not match as many rows as expected nothing happened",
  ],
  [
    "a conflict in atomic is thrown",
    "when an operation conflicts nothing of any happened, and the outcome names it",
  ],
  [
    "the outcome names the wrong operation",
    "when an operation conflicts nothing of any happened, and the outcome names it",
  ],
  ["additions are lost", "add adds to what is there, and leaves null as it is"],
  [
    "an update gives the rows as they were",
    "update changes the rows that the query means, no others, and gives them as they are now",
  ],
  [
    "what is claimed has no order",
    "with an order and a limit it changes the first rows, and gives them in that order",
  ],
  ["null differs from no value", "null means no value and differs from every value"],
  ["one of none is one of all", "nothing is one of none"],
  [
    "parts of text are told apart by case",
    "contains finds a part of a text, A to Z as a to z, and nothing in what has none",
  ],
  ["a tally counts what is not meant", "a tally counts rows in groups and adds up their numbers"],
  ["an order is ignored", "the first field of an order counts most"],
  ["text is ordered by UTF-16 units", "text is ordered by code points"],
  ["a limit is one too high", "a limit bounds the rows, and the count as well"],
  [
    "a claim takes one more than its limit",
    "with an order and a limit it changes the first rows, and gives them in that order",
  ],
  ["removal ignores its limit", "remove with an order and a limit removes a slice"],
  [
    "rows that come back are shared",
    "rows are copies: what is changed outside does not change the store",
  ],
  ["-0 becomes 0", "finite doubles come back exactly, -0 included"],
  ["text ends at U+0000", "any string comes back as it was, U+0000 and lone surrogates included"],
  ["lone surrogates are replaced", "any string is a key, and different strings are different keys"],
  [
    "the order of keys is lost",
    "plain data comes back as it was written: -0, the order of keys, __proto__ and hostile strings",
  ],
  ["values that do not fit are left out", "what is not plain data is INVALID_VALUE"],
  [
    "a contradiction to the store is overlooked",
    "what contradicts the store is MIGRATION_REFUSED, and nothing of the call happened",
  ],
  [
    "abort is ignored",
    "a call whose signal was aborted before does nothing and rejects with the reason",
  ],
  ["close is ignored", "calls after close are CLOSED"],
] as const;

function casesOn(fault: Fault): ReturnType<typeof recordsCases> {
  return recordsCases(async () => {
    const memory = new MemoryRecords();
    const changed = Object.entries(fault(memory as unknown as Plain));
    const records = new Proxy<Records>(memory, {
      get: (target, name) => {
        const wrong: unknown = changed.find(([method]) => method === name)?.[1];
        const right: unknown = Reflect.get(target, name);
        return wrong ?? (typeof right === "function" ? right.bind(target) : right);
      },
    });
    return { records, another: async () => records, [Symbol.asyncDispose]: () => memory.close() };
  });
}

describe("recordsCases", () => {
  it.each(casesOn(() => ({})))("keep where there is no fault: $title", async (promise) => {
    await expect(promise.run()).resolves.toBeUndefined();
  });

  it.each(broken)("find that %s", async (wrong, title) => {
    const fault = faults[wrong];
    const promise = fault && casesOn(fault).find((each) => each.title === title);
    // Not a TypeError: the promise is broken, not the fault.
    const name = expect.stringMatching(/^(?:Assertion|Storage)Error$/) as string;
    await expect(promise?.run()).rejects.toMatchObject({ name });
  });

  it("are told of every fault", () => {
    expect(broken.map(([wrong]) => wrong)).toEqual(Object.keys(faults));
  });
});
