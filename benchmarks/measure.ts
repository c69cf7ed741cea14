import type { BenchmarkCase, BenchmarkSize } from "./case.ts";

// One measurement in a process of its own: measure.ts CASE VARIANT SIZE; prints the figure.
const [name, variant = "", size] = process.argv.slice(2);
const { default: benchmark } = (await import(`./cases/${name}.ts`)) as { default: BenchmarkCase };
const run = benchmark.variants[variant];
if (run === undefined) throw new Error(`Case ${name} has no variant ${variant}`);
const figure = await run(size as BenchmarkSize);
process.stdout.write(`\n${JSON.stringify({ figure, rss: process.resourceUsage().maxRSS })}\n`);
