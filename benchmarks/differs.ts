import type { Item } from "./diff-inputs.ts";
import { peer } from "./peer.ts";

/** How many changes there are between two texts. */
export type TextDiffer = (before: string, after: string) => number;

/** How many changes there are between two lists. */
export type ListDiffer = (before: Item[], after: Item[]) => number;

interface Jsdiff {
  readonly diffLines: (before: string, after: string) => readonly unknown[];
}

interface FastDiff {
  readonly default: (before: string, after: string) => readonly unknown[];
}

interface Jsondiffpatch {
  readonly create: (options: { objectHash: (item: Item) => string }) => {
    diff(before: unknown, after: unknown): object | undefined;
  };
}

/** Ours as it is: lines, words within them, and moved blocks. The others as their documentation does. */
export const textDiffers = {
  dragline: async () => {
    const { diffText } = await import("dragline/diff");
    return (before, after) => diffText(before, after).changes.length;
  },
  jsdiff: async () => {
    const { diffLines } = await peer<Jsdiff>("diff");
    return (before, after) => diffLines(before, after).length;
  },
  "fast-diff": async () => {
    const { default: diff } = await peer<FastDiff>("fast-diff");
    return (before, after) => diff(before, after).length;
  },
} satisfies Readonly<Record<string, () => Promise<TextDiffer>>>;

/** Lists of objects with an `id`, which each is told of. */
export const listDiffers = {
  dragline: async () => {
    const { diffJson } = await import("dragline/diff");
    return (before, after) => diffJson(before, after).patch.length;
  },
  jsondiffpatch: async () => {
    const { create } = await peer<Jsondiffpatch>("jsondiffpatch");
    const differ = create({ objectHash: ({ id }) => String(id) });
    return (before, after) => Object.keys(differ.diff(before, after) ?? {}).length;
  },
} satisfies Readonly<Record<string, () => Promise<ListDiffer>>>;
