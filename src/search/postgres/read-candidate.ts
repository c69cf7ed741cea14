import type { CandidatePassage } from "../page-index/fuse-meaning.ts";

/** A candidate of its row: the page's columns, then the passage's. */
export function readCandidate(row: readonly (string | null)[]): CandidatePassage {
  const [url, title, language, date, lastUpdated, fingerprint, heading, text] = row;
  return {
    url: url ?? "",
    title: title ?? "",
    language: language ?? undefined,
    date: date ?? undefined,
    lastUpdated: lastUpdated ?? undefined,
    fingerprint: fingerprint ?? "",
    heading: heading ?? "",
    text: text ?? "",
  };
}
