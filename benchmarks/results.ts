import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { systemClock } from "dragline";

const page = join(import.meta.dirname, "README.md");
const END = "<!-- end -->";

/** Puts what a run found into its place in README.md, between `<!-- NAME -->` and the end mark. */
export function writeResults(name: string, text: string): void {
  const readme = readFileSync(page, "utf8");
  const mark = `<!-- ${name} -->`;
  const start = readme.indexOf(mark);
  const end = readme.indexOf(END, start);
  if (start === -1 || end === -1) throw new Error(`benchmarks/README.md has no place ${mark}`);
  const body = `${mark}\n${text}\n\n${circumstances()}\n`;
  writeFileSync(page, readme.slice(0, start) + body + readme.slice(end));
}

function circumstances(): string {
  const date = new Date(systemClock.now()).toISOString().slice(0, 10);
  return `${date}, Node ${process.versions.node}, ${availableParallelism()} cores.`;
}
