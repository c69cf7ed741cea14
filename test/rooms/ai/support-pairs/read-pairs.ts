/** A sentence, a passage, and whether the one says the other. */
export interface SupportPair {
  readonly sentence: string;
  readonly passage: string;
  readonly language: string;
  readonly isTrue: boolean;
}

/** Reads lines of a sign, a language, a sentence and a passage. */
export function readPairs(text: string): SupportPair[] {
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [head = "", sentence = "", passage = ""] = line.split(" | ");
      return { sentence, passage, language: head.slice(2), isTrue: head.startsWith("+") };
    });
}
