import type { SentenceSupport } from "../evidence/index.ts";
import type { CitedSentence } from "./cited-source.ts";

/** A sentence with how well what it cites supports it. */
export interface SupportedSentence extends CitedSentence {
  readonly support: SentenceSupport;
}
