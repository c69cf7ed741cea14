import { judgeSupport, type AskModel } from "./judge-support.ts";
import type { SentenceSupport, TextProof } from "../evidence/index.ts";

/** A sentence of a model, and how well a text supports it. */
export interface TextSentence {
  readonly text: string;
  readonly support: SentenceSupport;
  /** Whole sentences of the text, a line each: those that it was compared with. */
  readonly words: string;
}

/** How sentences are proven. */
interface SentencesCall {
  /** Asks a model about what rules do not refuse; nothing is checked when absent. */
  readonly ask?: AskModel | undefined;
  /** Looked at before each sentence. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * How well a text supports each of a model's sentences; undefined are those that rules refuse, and those of
 * which the model says that the nearest words of the text do not say them.
 * @throws what `ask` throws; the signal's reason
 */
export async function proveSentences(
  proof: TextProof,
  texts: readonly string[],
  { ask, signal }: SentencesCall = {},
): Promise<readonly (TextSentence | undefined)[]> {
  const proven = texts.map((text): TextSentence | undefined => {
    signal?.throwIfAborted();
    const { support, words } = proof.prove(text);
    if (support === "refused") return undefined;
    return { text: support === "quoted" ? words : text, support, words };
  });
  if (ask === undefined) return proven;
  const open = proven.filter((each) => each?.support === "unchecked") as readonly TextSentence[];
  const pairs = open.map(({ text, words }) => ({
    sentence: text,
    passage: `${proof.title}\n${words}`.trim(),
  }));
  const opinions = await judgeSupport(pairs, ask);
  const opinionOf = new Map(open.map((sentence, index) => [sentence, opinions[index]]));
  return proven.map((sentence) => {
    const opinion = sentence && opinionOf.get(sentence);
    if (sentence === undefined || opinion === "no") return undefined;
    return opinion === "yes" ? { ...sentence, support: "checked" } : sentence;
  });
}
