// Prints the figures that say where the house is hard to enter: where to look, and no gate.
//   npm run shape
import { dirname, join, normalize } from "node:path";
import { sourceFiles, type SourceFile } from "../test/sources.ts";

/** Lines of a file that joins its one importer unless it has a reason to stand alone. */
const SMALL = 60;

/** Names of bundles of parameters. */
const BAG = /(?:export )?(?:interface|type) (\w+(?:Parts|Settings|Terms|Context|Needs))\b/g;

/** A loop of files by their imports, those of types counted. */
export type Cycle = readonly string[];

/** The groups of files that import each other, sorted; the imports of types count as any. */
export function typeCycles(files: readonly SourceFile[]): Cycle[] {
  const graph = new Map(files.map(({ path, text }) => [path, importsOf(path, text)]));
  return components(graph)
    .filter((group) => group.length > 1)
    .map((group) => group.toSorted())
    .toSorted((a, b) => (a[0] ?? "").localeCompare(b[0] ?? ""));
}

function importsOf(path: string, text: string): string[] {
  const found = text.matchAll(
    /^\s*(?:import|export)\b[^;]*?\bfrom\s+"(\.[^"]+)"|import\("(\.[^"]+)"\)/gm,
  );
  return [...found].map(([, one = "", two = ""]) => normalize(join(dirname(path), one || two)));
}

/** Tarjan's strongly connected components. */
function components(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): void => {
    const place = order.size;
    order.set(node, place);
    low.set(node, place);
    open.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (open.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(node) === place) found.push(open.splice(open.indexOf(node)));
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}

interface Figure {
  readonly what: string;
  readonly count: number;
}

/** The figures of a checkout's sources. */
export function measureShape(files: readonly SourceFile[]): Figure[] {
  const importers = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    for (const to of importsOf(path, text)) {
      importers.set(to, (importers.get(to) ?? new Set()).add(path));
    }
  }
  const small = files.filter(
    ({ path, text }) =>
      !path.endsWith("/index.ts") && importers.get(path)?.size === 1 && codeLines(text) <= SMALL,
  );
  const cycles = typeCycles(files);
  const all = files.map(({ text }) => text).join("\n");
  const count = (pattern: RegExp): number => all.match(pattern)?.length ?? 0;
  return [
    { what: `files with one importer and at most ${SMALL} lines of code`, count: small.length },
    { what: "parameter bags by name", count: count(BAG) },
    { what: "exported interfaces that no other file names", count: unread(files) },
    { what: "cycles of imports, types counted", count: cycles.length },
    { what: "files in such cycles", count: cycles.flat().length },
    { what: "`new SchemaJudge(`", count: count(/new SchemaJudge\(/g) },
    { what: "signals that are never aborted", count: count(/new AbortController\(\)\.signal/g) },
    { what: "accounts compared by hand in the service", count: comparedByHand(files) },
    { what: '"There is no such" by hand', count: count(/There is no such/g) },
    { what: "lines of code", count: files.reduce((sum, { text }) => sum + codeLines(text), 0) },
  ];
}

/** Lines without blank ones and comments. */
export function codeLines(text: string): number {
  return text.split("\n").filter((line) => !/^\s*(?:$|\/\/|\/?\*)/.test(line)).length;
}

function unread(files: readonly SourceFile[]): number {
  const words = new Map<string, number>();
  for (const { text } of files) {
    for (const word of new Set(text.match(/\b[A-Z]\w+/g))) {
      words.set(word, (words.get(word) ?? 0) + 1);
    }
  }
  const names = files.flatMap(({ text }) =>
    [...text.matchAll(/^export interface (\w+)/gm)].map(([, name = ""]) => name),
  );
  return names.filter((name) => words.get(name) === 1).length;
}

function comparedByHand(files: readonly SourceFile[]): number {
  const own = files.filter(({ path }) => path.startsWith("src/service/"));
  return own.reduce(
    (sum, { text }) =>
      sum + (text.match(/\.(?:account|owner) [!=]== (?:caller\.)?account/g)?.length ?? 0),
    0,
  );
}

if (import.meta.main) {
  console.table(
    Object.fromEntries(measureShape(sourceFiles("src")).map(({ what, count }) => [what, count])),
  );
}
