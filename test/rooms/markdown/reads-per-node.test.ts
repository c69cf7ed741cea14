import { parse, Tree } from "dragline/html";
import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";

/** How often a tree's nodes, and its attributes, are asked something while `run` runs. */
function readsWhile(run: () => void): number {
  let reads = 0;
  const count = (prototype: Record<string, unknown>): (() => void) => {
    const own = Object.getOwnPropertyDescriptors(prototype);
    for (const [name, { value }] of Object.entries(own)) {
      if (name === "constructor" || typeof value !== "function") continue;
      prototype[name] = function counted(this: object, ...args: unknown[]): unknown {
        reads += 1;
        return Reflect.apply(value, this, args);
      };
    }
    return () => Object.defineProperties(prototype, own);
  };
  const attributes: unknown = Object.getPrototypeOf(parse("<p>").attributeTable);
  const restore = [Tree.prototype, attributes].map((each) =>
    count(each as Record<string, unknown>),
  );
  try {
    run();
  } finally {
    for (const each of restore) each();
  }
  return reads;
}

const row = '<p class="line">Tide <b>falls</b> at <a href="/tides">noon</a>.</p>\n';
const NODES = 9;
const rows = (count: number): string => `<body><main>${row.repeat(count)}</main></body>`;

/** 16.3 are: writing takes nearly all of them. A pass over all nodes, or all attributes, adds one or more. */
const MOST_READS = 16.5;

describe("a page pays only for what it holds", () => {
  it("plain text and links cost no pass of their own beside the one that writes", () => {
    const few = readsWhile(() => toMarkdown(rows(100)));
    const many = readsWhile(() => toMarkdown(rows(1_100)));
    expect((many - few) / (1_000 * NODES)).toBeLessThanOrEqual(MOST_READS);
  });
});
