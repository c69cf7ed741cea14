import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { BenchmarkCase, Ratios } from "./case.ts";
import { measureRounds, type Measurement } from "./measure-rounds.ts";
import { MissingPeerError } from "./peer.ts";
import { writeResults } from "./results.ts";
import { table } from "./table.ts";
import { measureUser } from "./user.ts";

interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly unit: string;
  /** Median of the processes' peak memory in megabytes. */
  readonly memory: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    rounds: { type: "string", default: "5" },
    smoke: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const known = readdirSync(join(import.meta.dirname, "cases"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -3));

try {
  await main();
} catch (error) {
  if (!(error instanceof MissingPeerError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  if (values.help || (positionals.length === 0 && !values.smoke && !values.write)) {
    console.log("npm run bench -- CASE … [--rounds 5] [--json] [--smoke] [--write]");
    console.log(`Cases: ${known.join(", ")}; and user, what one who uses it waits for and keeps`);
    return;
  }
  for (const name of positionals.length > 0 ? positionals : known) await runCase(name);
}

async function runCase(name: string): Promise<void> {
  if (name === "user") return await runUser();
  if (!known.includes(name)) throw new Error(`No case ${name}; there are ${known.join(", ")}`);
  const { default: benchmark } = (await import(`./cases/${name}.ts`)) as { default: BenchmarkCase };
  const plan = { name, variants: Object.keys(benchmark.variants) };
  const rounds = values.smoke ? 1 : Number(values.rounds);
  const measured = await measureRounds(
    { ...plan, rounds, size: values.smoke ? "smoke" : "full" },
    leftOut,
  );
  const isApart = benchmark.memoryRatios !== undefined && !values.smoke;
  const memory = isApart
    ? await measureRounds({ name, variants: [...measured.keys()], rounds, size: "memory" }, leftOut)
    : measured;
  const variants = Object.fromEntries(
    [...measured].map(([variant, list]) => [
      variant,
      spread(list, memory.get(variant) ?? list, benchmark.unit),
    ]),
  );
  const ratios = {
    ...divide(benchmark.ratios, (variant) => variants[variant]?.median),
    ...divide(benchmark.memoryRatios ?? {}, (variant) => variants[variant]?.memory),
  };
  const text = `${describe(variants)}\n\n${table([["ratio", ""], ...cells(ratios)])}`;
  console.log(
    values.json ? JSON.stringify({ case: name, variants, ratios }) : `\n${name}\n${text}`,
  );
  if (values.write && !values.smoke) writeResults(name, text);
}

async function runUser(): Promise<void> {
  const text = await measureUser({ rounds: Number(values.rounds) });
  console.log(text);
  if (values.write && !values.smoke) writeResults("user", text);
}

/** Results are written whole or not at all. */
function leftOut(variant: string, reason: MissingPeerError): void {
  if (values.write) throw reason;
  console.error(`\n${variant} is left out. ${reason.message}`);
}

function spread(
  list: readonly Measurement[],
  memory: readonly Measurement[],
  unit: string,
): Spread {
  const figures = list.map(({ figure }) => figure).toSorted((a, b) => a - b);
  return {
    median: round(median(figures)),
    min: round(figures[0] ?? 0),
    max: round(figures.at(-1) ?? 0),
    unit,
    memory: round(median(memory.map(({ rss }) => rss / 1000).toSorted((a, b) => a - b))),
  };
}

function median(sorted: readonly number[]): number {
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}

function divide(
  ratios: Ratios,
  of: (variant: string) => number | undefined,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(ratios).flatMap(([ratio, [ours, theirs]]) => {
      const quotient = (of(ours) ?? Number.NaN) / (of(theirs) ?? Number.NaN);
      return Number.isNaN(quotient) ? [] : [[ratio, round(quotient)]];
    }),
  );
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}

function describe(variants: Readonly<Record<string, Spread>>): string {
  const rows = Object.entries(variants).map(([variant, { median, min, max, unit, memory }]) => [
    variant,
    `${median} ${unit}`,
    `${min} – ${max}`,
    `${memory} MB`,
  ]);
  return table([["variant", "median", "spread", "peak memory"], ...rows]);
}

function cells(ratios: Readonly<Record<string, number>>): string[][] {
  return Object.entries(ratios).map(([ratio, value]) => [ratio, `${value} x`]);
}
