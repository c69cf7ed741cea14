import { toMarkdown } from "dragline/markdown";
import type { BenchmarkSize } from "./case.ts";
import { pageLoaders } from "./pages.ts";

/** What is compared: before and after. */
export type DiffInput<Value> = readonly [before: Value, after: Value];

/** Of an array with moves. */
export type Item = {
  readonly id: number;
  readonly name: string;
  readonly price: number;
  readonly tags: readonly string[];
};

const MEGABYTE = 1_000_000;

/**
 * Markdown of real pages, and the same after what people do to pages: a number or a word in one
 * line, a line put in, a line taken out, each somewhere else.
 */
export function smallEdits(size: BenchmarkSize): DiffInput<string>[] {
  return markdownPages(size)
    .filter((page) => page.split("\n").length >= 12)
    .map((page, index) => [page, edited(page, index)]);
}

function edited(page: string, seed: number): string {
  const lines = page.split("\n");
  const at = (part: number): number => (seed * 7 + Math.floor(lines.length * part)) % lines.length;
  lines[at(0.2)] += " 1,250";
  lines[at(0.5)] = (lines[at(0.5)] ?? "").replace(/\w+/, "harbour");
  lines.splice(at(0.7), 1);
  lines.splice(at(0.9), 0, `A line that was put in, number ${seed}.`);
  return lines.join("\n");
}

/**
 * Documents of a megabyte that have no line in common, in lines of prose. (Those of real pages have
 * lines in common, and of them jsdiff takes minutes.)
 */
export function unrelated(size: BenchmarkSize): DiffInput<string>[] {
  const length = size === "smoke" ? MEGABYTE / 20 : MEGABYTE;
  return [1, 2].map((seed) => [prose(length, seed), prose(length, seed + 100)]);
}

function prose(length: number, seed: number): string {
  const words = ["rope", "harbour", "tide", "buoy", "anchor", "the", "of", "a", "and", "under"];
  const lines: string[] = [];
  let state = seed;
  for (let made = 0; made < length; made += (lines.at(-1)?.length ?? 0) + 1) {
    const line = [String(seed)];
    for (let count = 0; count < 26; count += 1) {
      // A linear congruential generator (Numerical Recipes): the same documents in every run.
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      line.push(`${words[(state >>> 16) % words.length] ?? ""}${state >>> 28}`);
    }
    lines.push(line.join(" "));
  }
  return lines.join("\n");
}

/** Lists of objects of which some were moved, changed, put in and taken out. */
export function movedItems(size: BenchmarkSize, count: number): DiffInput<Item[]>[] {
  return Array.from({ length: size === "smoke" ? 2 : 30 }, (_, seed) => {
    const before = Array.from({ length: count }, (_, id) => item(id + seed));
    const after = structuredClone(before);
    for (let step = 1; step <= 10; step += 1) {
      const from = (step * 7919 + seed) % after.length;
      after.splice((step * 104_729) % after.length, 0, ...after.splice(from, 1));
      const changed = (step * 6151) % after.length;
      after[changed] = { ...(after[changed] ?? item(0)), price: -step };
    }
    after.splice(5, 3);
    after.splice(count / 2, 0, item(-1), item(-2), item(-3));
    return [before, after];
  });
}

function item(id: number): Item {
  return {
    id,
    name: `Rope of ${id} fathoms`,
    price: (id * 37) % 1000,
    tags: ["rope", `t${id % 9}`],
  };
}

function markdownPages(size: BenchmarkSize): string[] {
  return pageLoaders(size).map((load) => toMarkdown(load(), { url: "https://example.com/" }));
}
