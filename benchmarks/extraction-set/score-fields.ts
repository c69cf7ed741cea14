/** How the fields of an answer compare with the truth. */
export interface FieldScore {
  readonly truePositives: number;
  /** Values that the truth does not have there: wrong ones. */
  readonly falsePositives: number;
  /** Values of the truth that were not found there. */
  readonly falseNegatives: number;
}

const NONE: FieldScore = { truePositives: 0, falsePositives: 0, falseNegatives: 0 };

/**
 * Counts leaf fields. A wrong value counts twice: it is found in error, and the right one is missed.
 * Items of lists are matched where they agree most, in whatever order; `null` is absent. Numbers
 * agree by value, text with white space folded, a day with any time on it, a time without an offset
 * with the same time on the clock, a time with one with the same instant.
 */
export function scoreFields(truth: unknown, found: unknown): FieldScore {
  if (isAbsent(truth)) return { ...NONE, falsePositives: leaves(found) };
  if (isAbsent(found)) return { ...NONE, falseNegatives: leaves(truth) };
  if (Array.isArray(truth) && Array.isArray(found)) return scoreLists(truth, found);
  if (isRecord(truth) && isRecord(found)) {
    const names = [...new Set([...Object.keys(truth), ...Object.keys(found)])];
    return sumScores(names.map((name) => scoreFields(truth[name], found[name])));
  }
  if (!isLeaf(truth) || !isLeaf(found) || !sameLeaf(truth, found)) {
    return { ...NONE, falsePositives: leaves(found), falseNegatives: leaves(truth) };
  }
  return { ...NONE, truePositives: 1 };
}

/** Adds scores up. */
export function sumScores(scores: readonly FieldScore[]): FieldScore {
  let { truePositives, falsePositives, falseNegatives } = NONE;
  for (const score of scores) {
    truePositives += score.truePositives;
    falsePositives += score.falsePositives;
    falseNegatives += score.falseNegatives;
  }
  return { truePositives, falsePositives, falseNegatives };
}

/** From 0 to 1; 1 where nothing was to be found and nothing was. */
export function f1({ truePositives, falsePositives, falseNegatives }: FieldScore): number {
  const all = 2 * truePositives + falsePositives + falseNegatives;
  return all === 0 ? 1 : (2 * truePositives) / all;
}

/** The part of what was found that is wrong; 0 where nothing was found. */
export function wrongShare({ truePositives, falsePositives }: FieldScore): number {
  const found = truePositives + falsePositives;
  return found === 0 ? 0 : falsePositives / found;
}

/** Pairs items, those that agree most first; on a tie, those at the same place. */
function scoreLists(truth: readonly unknown[], found: readonly unknown[]): FieldScore {
  const pairs = truth.flatMap((one, at) =>
    found.map((other, place) => {
      const score = scoreFields(one, other);
      return { at, place, score, gain: score.truePositives - (at === place ? 0 : 0.5) };
    }),
  );
  const [taken, used] = [new Set<number>(), new Set<number>()];
  const scores: FieldScore[] = [];
  for (const { at, place, score } of pairs.toSorted((a, b) => b.gain - a.gain)) {
    if (taken.has(at) || used.has(place) || score.truePositives === 0) continue;
    taken.add(at);
    used.add(place);
    scores.push(score);
  }
  const missed = truth.filter((_, at) => !taken.has(at));
  const extra = found.filter((_, place) => !used.has(place));
  const [falseNegatives, falsePositives] = [leaves(missed), leaves(extra)];
  return sumScores([...scores, { ...NONE, falsePositives, falseNegatives }]);
}

type Leaf = string | number | boolean;

function sameLeaf(truth: Leaf, found: Leaf): boolean {
  if (typeof truth === "number" && typeof found === "number")
    return Math.abs(truth - found) <= 1e-9 * Math.max(1, Math.abs(truth));
  if (typeof truth !== "string" || typeof found !== "string") return truth === found;
  return fold(truth) === fold(found) || sameTime(truth, found);
}

const time = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

function sameTime(truth: string, found: string): boolean {
  const [one, other] = [time.exec(truth), time.exec(found)];
  if (one === null || other === null) return false;
  if (one[2] === undefined) return one[1] === other[1];
  if (one[3] !== undefined && other[3] !== undefined)
    return Date.parse(truth) === Date.parse(found);
  return one[1] === other[1] && one[2] === other[2];
}

function fold(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function leaves(value: unknown): number {
  if (isAbsent(value)) return 0;
  if (!isRecord(value) && !Array.isArray(value)) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + leaves(inner), 0);
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function isLeaf(value: unknown): value is Leaf {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
