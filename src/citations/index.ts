export { readCitationMarks, type CleanSentence } from "./citation-marks.ts";
export type { CitedSentence, CitedSource } from "./cited-source.ts";
export { escapeMarkdown } from "./escape-markdown.ts";
export { questionTerms, Relevance, sentenceSpans, type RankedPassage } from "./relevance.ts";
export type { ProvenSentence } from "./sentence-proof.ts";
export { SentenceProving } from "./sentence-proving.ts";
export type { SupportedSentence } from "./supported-sentence.ts";
