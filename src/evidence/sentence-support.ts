/** How well a sentence is supported by the words that it rests on, the best first. */
export const sentenceSupports = Object.freeze(["quoted", "checked", "unchecked"] as const);

/**
 * How well a sentence is supported by the words that it rests on. `quoted`: it is whole sentences of the
 * source, in the source's words. `checked`: rules and a model, which read nothing but the two texts and named
 * the words, agree that these words say it. `unchecked`: rules found nothing against it, though maybe not
 * all of its words, and no model said so.
 */
export type SentenceSupport = (typeof sentenceSupports)[number];
