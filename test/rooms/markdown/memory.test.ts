import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";

setFlagsFromString("--expose_gc");
const collect = runInNewContext("gc") as () => void;

function heapBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

describe("toMarkdown of 5,000 pages", () => {
  it.each([
    ["a paragraph", "<p>A sentence that is kept for long.</p>"],
    ["bare text", "A sentence that is kept for long."],
    [
      "a link and code",
      "<a href='https://x.example/long/path'>a long text</a><pre>let a = 1;</pre>",
    ],
  ])("keeps none of them alive when %s of each is kept", (_, content) => {
    const before = heapBytes();
    const kept = Array.from({ length: 5000 }, (_entry, index) =>
      toMarkdown(`${content}<!-- ${"x".repeat(20_000)} ${index} -->`),
    );
    expect(heapBytes() - before).toBeLessThan(20_000_000);
    expect(kept.length).toBe(5000);
  });
});
