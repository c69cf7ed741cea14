import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import type { BenchmarkCase, BenchmarkSize } from "./case.ts";

interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly unit: string;
}

const folder = import.meta.dirname;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    rounds: { type: "string", default: "5" },
    smoke: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const known = readdirSync(join(folder, "cases"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -3));

if (values.help || (positionals.length === 0 && !values.smoke)) {
  console.log(
    `npm run bench -- CASE … [--rounds 5] [--json] [--smoke]\nCases: ${known.join(", ")}`,
  );
} else {
  for (const name of positionals.length > 0 ? positionals : known) await runCase(name);
}

async function runCase(name: string): Promise<void> {
  if (!known.includes(name)) throw new Error(`No case ${name}; there are ${known.join(", ")}`);
  const { default: benchmark } = (await import(`./cases/${name}.ts`)) as { default: BenchmarkCase };
  const rounds = values.smoke ? 1 : Number(values.rounds);
  const figures = await measureRounds(name, benchmark, rounds);
  const variants = Object.fromEntries(
    Object.entries(figures).map(([variant, list]) => [variant, spread(list, benchmark.unit)]),
  );
  const ratios = Object.fromEntries(
    Object.entries(benchmark.ratios).map(([ratio, [ours, theirs]]) => [
      ratio,
      round((variants[ours]?.median ?? Number.NaN) / (variants[theirs]?.median ?? Number.NaN)),
    ]),
  );
  if (values.json) console.log(JSON.stringify({ case: name, variants, ratios }));
  else printTable(name, variants, ratios);
}

/** Variants take turns, in reversed order every other round, so that drift hits all alike. */
async function measureRounds(
  name: string,
  benchmark: BenchmarkCase,
  rounds: number,
): Promise<Record<string, number[]>> {
  const order = Object.keys(benchmark.variants);
  const figures: Record<string, number[]> = Object.fromEntries(order.map((key) => [key, []]));
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const variant of turn % 2 === 0 ? order : order.toReversed()) {
      figures[variant]?.push(await measure(name, variant));
    }
  }
  return figures;
}

async function measure(name: string, variant: string): Promise<number> {
  const size: BenchmarkSize = values.smoke ? "smoke" : "full";
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=source", join(folder, "measure.ts"), name, variant, size],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const line = stdout.trimEnd().split("\n").at(-1) ?? "";
  const { figure } = JSON.parse(line) as { figure: number };
  if (!(figure > 0)) throw new Error(`Case ${name}, variant ${variant} measured ${figure}`);
  return figure;
}

function spread(list: number[], unit: string): Spread {
  const sorted = list.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
  return {
    median: round(median),
    min: round(sorted[0] ?? 0),
    max: round(sorted.at(-1) ?? 0),
    unit,
  };
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}

function printTable(
  name: string,
  variants: Record<string, Spread>,
  ratios: Record<string, number>,
): void {
  console.log(`\n${name}`);
  for (const [variant, { median, min, max, unit }] of Object.entries(variants)) {
    console.log(`  ${variant.padEnd(20)} ${String(median).padStart(9)} ${unit}  (${min} – ${max})`);
  }
  for (const [ratio, value] of Object.entries(ratios))
    console.log(`  ${ratio.padEnd(30)} ${value} x`);
}
