import { reciprocalRank } from "../fuse-results.ts";

/** A passage that may answer, with its page. */
export interface CandidatePassage {
  readonly url: string;
  readonly title: string;
  readonly language: string | undefined;
  readonly date: string | undefined;
  readonly lastUpdated: string | undefined;
  readonly fingerprint: string;
  readonly heading: string;
  readonly text: string;
}

/** What an index found by meaning. */
export interface FoundMeaning {
  /** The nearest first. */
  readonly candidates: readonly CandidatePassage[];
  /** Provider and model of the query's vector. */
  readonly model: string;
  /** Numbers of that vector. */
  readonly dimension: number;
  /** Passages of the owner that have a vector of it. */
  readonly kept: number;
  /** Of those, as many as were compared. */
  readonly compared: number;
  /** Other models that the owner's passages have vectors of. */
  readonly others: readonly string[];
  /** A sentence that says how more can be compared, after a space. */
  readonly remedy?: string | undefined;
}

/** A page and where it stands. */
export interface RankedPage {
  readonly score: number;
  readonly url: string;
  readonly fingerprint: string;
  /** Those that the snippet is taken from, the best first; at least one. */
  readonly passages: readonly CandidatePassage[];
}

/**
 * Fuses pages as words rank them with those of passages that are near in meaning, by reciprocal rank.
 * The snippet of a page that meaning ranks higher is taken from its nearest passage.
 * @param byWords the best first
 * @param near the nearest first
 */
export function fuseMeaning(
  byWords: readonly RankedPage[],
  near: readonly CandidatePassage[],
): RankedPage[] {
  const places = new Map(byWords.map(({ url }, index) => [url, index + 1]));
  const fused = new Map(
    byWords.map((page, index) => [page.url, { ...page, score: reciprocalRank(index + 1) }]),
  );
  const nearest = [...Map.groupBy(near, ({ url }) => url).values()];
  for (const [index, passages] of nearest.entries()) {
    const [first] = passages as [CandidatePassage];
    const { url, fingerprint } = first;
    const known = fused.get(url);
    const place = places.get(url) ?? Infinity;
    fused.set(url, {
      url,
      fingerprint,
      score: (known?.score ?? 0) + reciprocalRank(index + 1),
      passages: known === undefined || index + 1 < place ? [first] : known.passages,
    });
  }
  // Sorting is stable: among equals those that words found come first.
  return [...fused.values()].toSorted((one, two) => two.score - one.score);
}
