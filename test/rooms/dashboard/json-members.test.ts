import { describe, expect, it } from "vitest";
import { membersOf } from "../../../src/dashboard/pages/json-members.ts";

/** A body in pieces of so many bytes; says whether it was cancelled. */
function bodyOf(text: string, size: number) {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const state = { isCancelled: false, read: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(at, at + size));
        at += size;
        state.read = at;
      },
      cancel() {
        state.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, state };
}

async function all(list: AsyncIterable<unknown>): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const each of list) found.push(each);
  return found;
}

const awkward = [
  { url: 'a"b\\', list: [1, [2, { c: "]},[" }]] },
  { text: '"results":[1]', more: 'ü \ud83d\ude00 \\\\"' },
  "text, with ] and }",
  12.5,
  null,
  true,
  [],
  {},
];

describe("membersOf", () => {
  it.each([1, 2, 3, 7, 64, 100_000])("gives each element, in pieces of %i bytes", async (size) => {
    const document = { title: 'says "results":[9], ', results: awkward, pages: awkward };
    const { body } = bodyOf(JSON.stringify(document), size);
    expect(await all(membersOf(body, "results"))).toEqual(awkward);
  });

  it.each([
    ["an empty list", '{"a":1,"results":[]}'],
    ["no such member", '{"a":[1,2]}'],
    ["the name in a text", String.raw`{"a":"\"results\":[1]"}`],
    ["nothing", ""],
    ["half a document", '{"results":['],
  ])("gives nothing for %s", async (_, text) => {
    expect(await all(membersOf(bodyOf(text, 3).body, "results"))).toEqual([]);
  });

  it("passes over a name that only ends like it", async () => {
    const document = { 'a"results': [1], results: [2] };
    const { body } = bodyOf(JSON.stringify(document), 100);
    expect(await all(membersOf(body, "results"))).toEqual([2]);
  });

  it("takes eight times as long for one element that is eight times as large", async () => {
    const took = async (megabytes: number): Promise<number> => {
      const text = `{"results":["${"x".repeat(megabytes * 1_000_000)}"]}`;
      const begin = performance.now();
      for await (const each of membersOf(bodyOf(text, 4096).body, "results")) {
        expect((each as string).length).toBe(megabytes * 1_000_000);
      }
      return performance.now() - begin;
    };
    await took(1);
    // Were it quadratic, it would be 64 times.
    expect(await took(16)).toBeLessThan((await took(2)) * 24);
  });

  it("reads no more than it is asked for, and cancels the rest", async () => {
    const list = Array.from({ length: 1000 }, (_, at) => ({ at, text: "x".repeat(100) }));
    const text = JSON.stringify({ results: list });
    const { body, state } = bodyOf(text, 1000);
    for await (const each of membersOf(body, "results")) {
      if ((each as { at: number }).at === 10) break;
    }
    await expect.poll(() => state.isCancelled).toBe(true);
    expect(state.read).toBeLessThan(text.length / 10);
  });

  it("rejects for an element that is no JSON", async () => {
    const { body } = bodyOf('{"results":[1,oops]}', 4);
    await expect(all(membersOf(body, "results"))).rejects.toThrow(SyntaxError);
  });
});
