import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BenchmarkSize } from "./case.ts";
import { MissingPeerError } from "./peer.ts";

/**
 * Keeps what Node makes of our sources: removing their types takes 30 MB, which would be in the peak
 * memory of ours alone and is not there in the built package.
 */
const compileCache = join(import.meta.dirname, "node_modules", ".cache", "compile");

/** One measurement of a variant. */
export interface Measurement {
  readonly figure: number;
  /** The process' peak memory in kilobytes. */
  readonly rss: number;
}

export interface Rounds {
  readonly name: string;
  readonly variants: readonly string[];
  readonly rounds: number;
  readonly size: BenchmarkSize;
}

/**
 * Variant -> its measurements, each of a fresh process. Variants take turns, in reversed order every
 * other round, so that drift of the machine hits all alike. A variant whose peer cannot be loaded
 * here is left out, and `leftOut` told why.
 */
export async function measureRounds(
  plan: Rounds,
  leftOut: (variant: string, reason: MissingPeerError) => void,
): Promise<Map<string, Measurement[]>> {
  const measured = new Map<string, Measurement[]>(plan.variants.map((variant) => [variant, []]));
  for (let turn = 0; turn < plan.rounds; turn += 1) {
    const variants = [...measured.keys()];
    for (const variant of turn % 2 === 0 ? variants : variants.toReversed()) {
      const result = await measure(plan, variant);
      if (!(result instanceof MissingPeerError)) {
        measured.get(variant)?.push(result);
        continue;
      }
      measured.delete(variant);
      leftOut(variant, result);
    }
  }
  return measured;
}

async function measure(
  { name, size }: Rounds,
  variant: string,
): Promise<Measurement | MissingPeerError> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=dragline-source", join(import.meta.dirname, "measure.ts"), name, variant, size],
    {
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    },
  );
  const line = stdout.trimEnd().split("\n").at(-1) ?? "";
  const result = JSON.parse(line) as Measurement & { missing?: string };
  if (result.missing !== undefined) return new MissingPeerError(result.missing);
  if (!(result.figure > 0)) {
    throw new Error(`Case ${name}, variant ${variant} measured ${result.figure}`);
  }
  return result;
}
