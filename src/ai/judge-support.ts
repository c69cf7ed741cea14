import { findQuote } from "../evidence/index.ts";
import type { ObjectRequest } from "./generate-object.ts";
import type { JsonObject } from "./plain-json.ts";

/** A sentence, and the words that are to say it. */
interface SupportPair {
  readonly sentence: string;
  readonly passage: string;
}

/**
 * What a model that reads nothing but a pair thinks: the passage says the sentence, and these words of
 * it do; it does not; or nothing that can be relied on.
 */
export type Opinion = "yes" | "no" | "none";

/** Asks a model; undefined where it cannot be asked, or has no answer. */
export type AskModel = (request: ObjectRequest) => Promise<JsonObject | undefined>;

/** Pairs of one question to the model … */
const MOST_PAIRS = 12;
/** … and their characters. */
const MOST_CHARACTERS = 24_000;
/** Tokens of an answer, a pair. */
const TOKENS = 300;

const SCHEMA = Object.freeze({
  type: "object",
  properties: {
    verdicts: {
      type: "array",
      maxItems: MOST_PAIRS,
      items: {
        type: "object",
        properties: {
          pair: { type: "string", description: "The pair's id, such as P1." },
          says: {
            type: "string",
            enum: ["yes", "no", "unsure"],
            description: "Whether the passage says all that the sentence says.",
          },
          words: {
            type: "string",
            maxLength: 1000,
            description: "Words of the passage, copied exactly, that say it; empty unless yes.",
          },
        },
        required: ["pair", "says", "words"],
        additionalProperties: false,
      },
    },
  },
  required: ["verdicts"],
  additionalProperties: false,
});

const INSTRUCTIONS =
  "You are given pairs of a sentence and a passage. Say for each pair whether the passage says all that its sentence says: the same things of the same persons, things, places and times, as surely as the sentence says them. What is only likely, planned, claimed, denied or true of another is not said. Judge each pair by its own two texts alone, and not by what you know. With a yes, copy the words of the passage that say it. When in doubt, say unsure.";

/**
 * Has a model judge whether passages say their sentences, many pairs at a time, each once. A yes without
 * words that stand in the passage, and two opinions of one pair that differ, are none.
 * @returns an opinion for each pair, in their order
 * @throws what `ask` throws
 */
export async function judgeSupport(
  pairs: readonly SupportPair[],
  ask: AskModel,
): Promise<readonly Opinion[]> {
  const distinct = new Map(pairs.map((pair) => [keyOf(pair), pair]));
  const opinions = new Map<string, Opinion>();
  for (const batch of batchesOf([...distinct.values()])) {
    const answer = await ask(requestOf(batch));
    for (const [index, pair] of batch.entries()) {
      opinions.set(keyOf(pair), opinionOf(answer, `P${index + 1}`, pair));
    }
  }
  return pairs.map((pair) => opinions.get(keyOf(pair)) ?? "none");
}

function keyOf({ sentence, passage }: SupportPair): string {
  return JSON.stringify([sentence, passage]);
}

function batchesOf(pairs: readonly SupportPair[]): SupportPair[][] {
  const batches: SupportPair[][] = [];
  let room = 0;
  for (const pair of pairs) {
    const size = pair.sentence.length + pair.passage.length;
    const last = batches.at(-1);
    if (last === undefined || last.length >= MOST_PAIRS || size > room) {
      batches.push([pair]);
      room = MOST_CHARACTERS - size;
    } else {
      last.push(pair);
      room -= size;
    }
  }
  return batches;
}

function requestOf(batch: readonly SupportPair[]): ObjectRequest {
  const data = batch.flatMap(({ sentence, passage }, index) => [
    { label: `sentence of P${index + 1}`, text: sentence },
    { label: `passage of P${index + 1}`, text: passage },
  ]);
  const maxOutputTokens = TOKENS * (batch.length + 1);
  return { schema: SCHEMA, instructions: INSTRUCTIONS, data, maxOutputTokens };
}

interface Verdict {
  readonly pair: string;
  readonly says: "yes" | "no" | "unsure";
  readonly words: string;
}

function opinionOf(answer: JsonObject | undefined, id: string, { passage }: SupportPair): Opinion {
  const { verdicts = [] } = (answer ?? {}) as { readonly verdicts?: readonly Verdict[] };
  const own = verdicts.filter(({ pair }) => pair.trim().toUpperCase() === id);
  const opinions = new Set(
    own.map(({ says, words }): Opinion => {
      if (says !== "yes") return says === "no" ? "no" : "none";
      const isShown = /[\p{L}\p{N}]/u.test(words) && findQuote(passage, words) !== undefined;
      return isShown ? "yes" : "none";
    }),
  );
  const [only = "none"] = opinions;
  return opinions.size === 1 ? only : "none";
}
