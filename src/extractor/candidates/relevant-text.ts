import { isOrder } from "../../evidence/index.ts";
import { readName } from "../schema/names.ts";
import type { PageCandidates } from "./page-candidates.ts";
import type { Property } from "../schema/property.ts";

/** Characters of the longest line that is a label. */
const LONGEST_LABEL = 60;

/** Lines around one that names something wanted. */
const AROUND = 6;

/** What a model is given of a page. */
interface RelevantText {
  readonly text: string;
  /** Whether the page has more. */
  readonly isCutOff: boolean;
}

/**
 * The lines of a page that are likely to have values of properties, in their order: those that name
 * one with what is around them, then those of the content by place. All lines when they fit, but
 * those that give orders to a model.
 * @param limit in characters
 */
export function relevantText(
  page: PageCandidates,
  wanted: readonly Property[],
  limit: number,
): RelevantText {
  const { text, weights, tree } = page;
  const lines = text.lines.map(({ from, to, node }) => ({
    written: text.slice(from, Math.min(to, from + limit - 1)),
    isWhole: to - from < limit,
    weight: weights.of(tree.parent(node)),
  }));
  const worth = worthOf(lines, wanted);
  const order = [...lines.keys()].toSorted((a, b) => (worth[b] as number) - (worth[a] as number));
  const kept = new Set<number>();
  let left = limit;
  for (const at of order) {
    const { written } = lines[at] as WeighedLine;
    if (written.length >= left || isOrder(written)) continue;
    left -= written.length + 1;
    kept.add(at);
  }
  const chosen = lines.filter((_, at) => kept.has(at));
  return {
    text: chosen.map(({ written }) => written).join("\n"),
    isCutOff: chosen.length < lines.length || chosen.some(({ isWhole }) => !isWhole),
  };
}

interface WeighedLine {
  readonly written: string;
  /** By its place on the page. */
  readonly weight: number;
}

/** How much each line is worth: those that name a property, and what is around them, most. */
function worthOf(lines: readonly WeighedLine[], wanted: readonly Property[]): number[] {
  const worth = lines.map(({ weight }, at) => weight - (0.2 * at) / lines.length);
  for (const [at, { written }] of lines.entries()) {
    const fits = fitOf(written, wanted);
    if (fits < LEAST_NAME) continue;
    for (let near = Math.max(0, at - 1); near < Math.min(lines.length, at + AROUND); near++) {
      worth[near] = Math.max(worth[near] as number, 1 + fits);
    }
  }
  return worth;
}

/** Names that fit less are no labels. */
const LEAST_NAME = 0.5;

/** How well what a line begins with names one of the properties. */
function fitOf(written: string, wanted: readonly Property[]): number {
  const [label = ""] = written.split(/[:：]/, 1);
  const name = label.length > LONGEST_LABEL ? undefined : readName(label);
  if (name === undefined) return 0;
  return wanted.reduce((best, { matcher }) => Math.max(best, matcher.score(name)), 0);
}
