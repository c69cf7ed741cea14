// Time per byte of parse and markdown on hostile pages, beside that of ordinary ones.
//   npm run hostile [-- PART OF A NAME …] [--write]
// Fails when a page takes more than LIMIT times as long per byte as an ordinary one.
import { parseArgs } from "node:util";
import { parse } from "dragline/html";
import { toMarkdown } from "dragline/markdown";
import { hostileInputs, type HostileInput } from "./hostile-inputs.ts";
import { benchmarkPages } from "./pages.ts";
import { writeResults } from "./results.ts";
import { table } from "./table.ts";

const LIMIT = 5;
const ROUNDS = 5;
/** A page so slow is not measured again: its first time says enough. */
const TOO_LONG_MS = 2_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean", default: false } },
});
const pages = benchmarkPages("full").filter((_, index) => index % 6 === 0);
const ordinary = nanosecondsPerByte(pages, convert);
const inputs: HostileInput[] = [
  { name: "ordinary pages joined to 10 MB", make: joined },
  ...hostileInputs,
];
const rows = [["hostile page", "size", "ns/byte", "of it parse", "times ordinary"]];
const tooSlow: string[] = [];

for (const { name, make } of inputs) {
  if (positionals.length > 0 && !positionals.some((part) => name.includes(part))) continue;
  const page = make();
  const cost = nanosecondsPerByte([page], convert);
  const parsing = nanosecondsPerByte([page], parse);
  const ratio = cost / ordinary;
  const size = `${(Buffer.byteLength(page) / 1e6).toFixed(1)} MB`;
  rows.push([code(name), size, cost.toFixed(1), parsing.toFixed(1), ratio.toFixed(2)]);
  if (ratio > LIMIT) tooSlow.push(`${name} (${ratio.toFixed(1)} x)`);
}

const text = `An ordinary page: ${ordinary.toFixed(1)} ns per byte (${pages.length} pages).\n\n${table(rows)}`;
console.log(text);
if (values.write) writeResults("hostile", text);
if (tooSlow.length > 0) {
  console.log(`\nAbove ${LIMIT} times an ordinary page: ${tooSlow.join(", ")}`);
  process.exitCode = 1;
}

function convert(html: string): unknown {
  return toMarkdown(html, { url: "https://example.com/a/b" });
}

function joined(): string {
  let page = "";
  for (let at = 0; page.length < 10_000_000; at += 1) page += pages[at % pages.length];
  return page;
}

/** Names that look like tags would vanish from a rendered table. */
function code(name: string): string {
  return name.includes("<") ? `\`${name}\`` : name;
}

/** The median of the rounds, after one that warms up. */
function nanosecondsPerByte(inputs: readonly string[], work: (html: string) => unknown): number {
  const bytes = inputs.reduce((sum, page) => sum + Buffer.byteLength(page), 0);
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const started = performance.now();
    for (const page of inputs) work(page);
    const elapsed = performance.now() - started;
    const isLast = elapsed > TOO_LONG_MS * inputs.length;
    if (round > 0 || isLast) times.push(elapsed);
    if (isLast) break;
  }
  times.sort((a, b) => a - b);
  return ((times[Math.floor(times.length / 2)] ?? 0) * 1e6) / bytes;
}
