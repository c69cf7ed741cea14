import type { CitedSentence } from "./cited-source.ts";

/** How well a sentence is supported by what it cites, the best first. */
export const sentenceSupports = Object.freeze(["quoted", "checked", "unchecked"] as const);

/**
 * How well a sentence is supported by what it cites. `quoted`: it is whole sentences of the source, in
 * the source's words. `checked`: rules and a model, which read nothing but the two texts and named the
 * words, agree that the cited words say it. `unchecked`: rules found nothing against it, though maybe not
 * all of its words, and no model said so.
 */
export type SentenceSupport = (typeof sentenceSupports)[number];

/** A sentence with how well it is supported. */
export interface SupportedSentence extends CitedSentence {
  readonly support: SentenceSupport;
}
