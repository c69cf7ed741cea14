import type { BenchmarkCase, BenchmarkSize } from "./case.ts";
import { MissingPeerError } from "./peer.ts";

// One measurement in a process of its own: measure.ts CASE VARIANT SIZE; the last line of its
// output is JSON with the figure and the peak memory in kilobytes, or the reason why there is none.
const [name, variant = "", size] = process.argv.slice(2);
const { default: benchmark } = (await import(`./cases/${name}.ts`)) as { default: BenchmarkCase };
const run = benchmark.variants[variant];
if (run === undefined) throw new Error(`Case ${name} has no variant ${variant}`);
try {
  const figure = await run(size as BenchmarkSize);
  print({ figure, rss: process.resourceUsage().maxRSS });
} catch (error) {
  if (!(error instanceof MissingPeerError)) throw error;
  print({ missing: error.message });
}

function print(result: object): void {
  process.stdout.write(`\n${JSON.stringify(result)}\n`);
}
