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
/** Rounds go on for this long before those that count begin. */
const WARM_MS = 250;
/** A page so slow is not measured again: its first time says enough. */
const TOO_LONG_MS = 2_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean", default: false } },
});
const pages = benchmarkPages("full").filter((_, index) => index % 6 === 0);
const ordinary = nanosecondsPerByte(pages, convert).warm;
const inputs: HostileInput[] = [
  { name: "ordinary pages joined to 10 MB", make: joined },
  ...hostileInputs,
];
const rows = [
  ["hostile page", "size", "first ns/byte", "ns/byte", "of it parse", "times ordinary"],
];
const tooSlow: string[] = [];

for (const { name, make } of inputs) {
  if (positionals.length > 0 && !positionals.some((part) => name.includes(part))) continue;
  const page = make();
  const { first, warm } = nanosecondsPerByte([page], convert);
  const parsing = nanosecondsPerByte([page], parse).warm;
  const ratio = warm / ordinary;
  const size = `${(Buffer.byteLength(page) / 1e6).toFixed(1)} MB`;
  const costs = [first, warm, parsing].map((cost) => cost.toFixed(1));
  rows.push([code(name), size, ...costs, ratio.toFixed(2)]);
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

interface Cost {
  /** Nanoseconds per byte of the first time: its code is not compiled for such pages yet. */
  readonly first: number;
  /** Nanoseconds per byte, the median of the rounds after that. */
  readonly warm: number;
}

/** Rounds until the engine has compiled what it needs, and as many again. */
function nanosecondsPerByte(inputs: readonly string[], work: (html: string) => unknown): Cost {
  const bytes = inputs.reduce((sum, page) => sum + Buffer.byteLength(page), 0);
  const times: number[] = [];
  const began = performance.now();
  let now = began;
  while (times.length < 2 * ROUNDS || now - began < 2 * WARM_MS) {
    const started = now;
    for (const page of inputs) work(page);
    now = performance.now();
    times.push(now - started);
    if (now - started > TOO_LONG_MS * inputs.length) break;
  }
  const warm = times.slice(Math.floor(times.length / 2)).toSorted((a, b) => a - b);
  const median = warm[Math.floor(warm.length / 2)] ?? 0;
  return { first: ((times[0] ?? 0) * 1e6) / bytes, warm: (median * 1e6) / bytes };
}
