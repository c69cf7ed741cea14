export { readCitationMarks, type CleanSentence } from "./citation-marks.ts";
export type { CitedSentence, CitedSource } from "./cited-source.ts";
export { escapeMarkdown } from "./escape-markdown.ts";
export { questionTerms, Relevance, sentenceSpans, type RankedPassage } from "./relevance.ts";
export type { AskModel } from "./judge-support.ts";
export type { ProvenSentence } from "./sentence-proof.ts";
export { SentenceProving } from "./sentence-proving.ts";
export {
  sentenceSupports,
  type SentenceSupport,
  type SupportedSentence,
} from "./supported-sentence.ts";
