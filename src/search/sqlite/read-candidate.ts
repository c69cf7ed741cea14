import type { CandidatePassage } from "../page-index/fuse-meaning.ts";

/** A candidate as its row has it. */
export interface CandidateRow {
  readonly url: string;
  readonly title: string;
  readonly language: string | null;
  readonly date: string | null;
  readonly last_updated: string | null;
  readonly fingerprint: string;
  readonly heading: string;
  readonly text: string;
}

export function readCandidate(row: CandidateRow): CandidatePassage {
  const { url, title, language, date, last_updated: lastUpdated, fingerprint, heading, text } = row;
  return {
    url,
    title,
    language: language ?? undefined,
    date: date ?? undefined,
    lastUpdated: lastUpdated ?? undefined,
    fingerprint,
    heading,
    text,
  };
}
