import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import { movedItems, smallEdits, unrelated, type DiffInput } from "../diff-inputs.ts";
import { listDiffers, textDiffers } from "../differs.ts";

/** Every variant is given the same time to settle. */
const WARM_UP_MS = 2_000;

/** Small edits of real pages' markdown, unrelated documents of a megabyte, lists with moves. */
const benchmark: BenchmarkCase = {
  unit: "comparisons/s",
  ratios: {
    "small edits, dragline/jsdiff": ["dragline, small edits", "jsdiff, small edits"],
    "small edits, dragline/fast-diff": ["dragline, small edits", "fast-diff, small edits"],
    "unrelated 1 MB, dragline/jsdiff": ["dragline, unrelated 1 MB", "jsdiff, unrelated 1 MB"],
    "1,000 objects, dragline/jsondiffpatch": [
      "dragline, 1,000 objects",
      "jsondiffpatch, 1,000 objects",
    ],
  },
  variants: {
    "dragline, small edits": (size) => measure(smallEdits(size), textDiffers.dragline, size),
    "jsdiff, small edits": (size) => measure(smallEdits(size), textDiffers.jsdiff, size),
    "fast-diff, small edits": (size) => measure(smallEdits(size), textDiffers["fast-diff"], size),
    "dragline, unrelated 1 MB": (size) => measure(unrelated(size), textDiffers.dragline, size),
    "jsdiff, unrelated 1 MB": (size) => measure(unrelated(size), textDiffers.jsdiff, size),
    "dragline, 1,000 objects": (size) =>
      measure(movedItems(size, 1000), listDiffers.dragline, size),
    "jsondiffpatch, 1,000 objects": (size) =>
      measure(movedItems(size, 1000), listDiffers.jsondiffpatch, size),
  },
};

type Compare<Value> = (before: Value, after: Value) => number;

/** Comparisons in a second, warm on one third of the inputs and measured on the others. */
async function measure<Value>(
  inputs: readonly DiffInput<Value>[],
  load: () => Promise<Compare<Value>>,
  size: BenchmarkSize,
): Promise<number> {
  const compare = await load();
  const unseen = inputs.filter((_, index) => index % 3 !== 0);
  const seen = inputs.filter((_, index) => index % 3 === 0);
  if (size === "full") warmUp(seen, compare);
  const started = performance.now();
  for (const [before, after] of unseen) {
    if (compare(before, after) === 0) throw new Error("No change was found");
  }
  return (unseen.length / (performance.now() - started)) * 1e3;
}

function warmUp<Value>(inputs: readonly DiffInput<Value>[], compare: Compare<Value>): void {
  const deadline = performance.now() + WARM_UP_MS;
  for (let at = 0; performance.now() < deadline; at += 1) {
    const input = inputs[at % inputs.length];
    if (input !== undefined) compare(...input);
  }
}

export default benchmark;
