import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { corpus } from "../test/corpus.ts";
import type { BenchmarkSize } from "./case.ts";

const own = join(import.meta.dirname, "../examples/pages");

/**
 * Real pages to measure with, as functions that load one: all of the corpus' labelled set, or few
 * of them for a smoke run; the examples' pages where there is no corpus.
 */
export function pageLoaders(size: BenchmarkSize): (() => string)[] {
  const set = join(corpus, "wcxb/html");
  if (!existsSync(set)) return ownPages();
  const files = readdirSync(set).toSorted();
  const chosen = size === "smoke" ? files.slice(0, 10) : files;
  return chosen.map((file) => () => gunzipSync(readFileSync(join(set, file))).toString("utf8"));
}

/** The same pages as HTML, all in memory. */
export function benchmarkPages(size: BenchmarkSize): string[] {
  return pageLoaders(size).map((load) => load());
}

/** The examples' pages, repeated so that a case has some to warm up with. */
function ownPages(): (() => string)[] {
  const pages = readdirSync(own).map((file) => () => readFileSync(join(own, file), "utf8"));
  return Array.from({ length: 12 }, () => pages).flat();
}
