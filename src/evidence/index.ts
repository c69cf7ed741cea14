/** What stands in a text: sentences, words, stems, meaning, and whether the text supports a sentence. No import path leads here. */
export { type ChangedText, ChangeProof } from "./change-proof.ts";
export { checkSupport, type SupportQuestion } from "./check-support.ts";
export { findQuote, type QuotePlace } from "./find-quote.ts";
export { FoldedText, foldText } from "./fold-text.ts";
export { languageOf, type RuledLanguage } from "./meaning/language-of.ts";
export { saysPlainly } from "./meaning/said-plainly.ts";
export { type Measure, measuresOf } from "./meaning/units.ts";
export { type SentenceSupport, sentenceSupports } from "./sentence-support.ts";
export { Statement } from "./statement.ts";
export { lightLanguages } from "./stems/light-stems.ts";
export {
  type PageStemming,
  pageStemmingOf,
  stemmingOf,
  termsOf,
  termsOfWord,
  wordsOf,
} from "./stems/terms-of.ts";
export { isRefusal, type SupportFault } from "./support/support-fault.ts";
export { type ProvingText, TextProof, type TextVerdict } from "./text-proof.ts";
export { isDemand } from "./words/is-demand.ts";
export { isOrder } from "./words/is-order.ts";
export { segmenterOf, splitSentences } from "./words/split-sentences.ts";
export { isStopWord } from "./words/stop-words.ts";
