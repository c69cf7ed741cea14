import { checkSupport, foldText, isOrder, isRefusal, Statement } from "../evidence/index.ts";
import { generateObject, type GenerateCollaborators, type TokenUsage } from "../ai/index.ts";
import { numbered, type AnswerSentence, type AnswerSentences } from "./answer-sentences.ts";

/** Something that one answer says, and that is true or not by itself. */
export interface Claim {
  /** The answer's source. */
  readonly source: string;
  /** In few words, of the model's. */
  readonly text: string;
  /** The sentence of the answer that says it, verbatim. */
  readonly evidence: string;
  /**
   * `quoted`: it is that sentence; `unchecked`: in the model's words, and rules find nothing in the sentence
   * that speaks against it.
   */
  readonly support: "quoted" | "unchecked";
  /** Whether it answers the question, and is not said besides. */
  readonly isCentral: boolean;
}

/** A claim with what it is compared by. */
export interface ReadClaim extends Claim {
  readonly statement: Statement;
}

/** The claims of an answer, and what became of others that the model named. */
interface ReadClaims {
  readonly claims: readonly ReadClaim[];
  /** Claims that the sentence that they were to stand in does not bear. */
  readonly dropped: number;
  readonly usage: TokenUsage;
}

/** Claims of one answer. */
const MOST_CLAIMS = 8;
/** Characters of one. */
const LONGEST_CLAIM = 300;

const SCHEMA = Object.freeze({
  type: "object",
  properties: {
    claims: {
      type: "array",
      maxItems: MOST_CLAIMS,
      items: {
        type: "object",
        properties: {
          claim: { type: "string", minLength: 1, maxLength: LONGEST_CLAIM },
          sentence: { type: "integer", minimum: 1 },
          answers: { type: "boolean" },
        },
        required: ["claim", "sentence", "answers"],
        additionalProperties: false,
      },
    },
  },
  required: ["claims"],
  additionalProperties: false,
});

/** An answer whose claims are wanted. */
interface ClaimQuestion {
  readonly source: string;
  readonly query: string;
  readonly sentences: readonly AnswerSentence[];
  readonly language: AnswerSentences["language"];
}

/**
 * The claims of an answer, those first that answer the question. Each rests on a sentence of the
 * answer by its number, so that its evidence is the answer's own words; one that rules refuse by that sentence
 * (another number, time, date or name, the opposite, who did what) is dropped.
 * @throws AiError; the signal's reason
 */
export async function readClaims(
  parts: GenerateCollaborators,
  { source, query, sentences, language }: ClaimQuestion,
  signal: AbortSignal | undefined,
): Promise<ReadClaims> {
  const instructions = [
    `List the claims that an answer makes, at most ${MOST_CLAIMS}, those first that answer the question.`,
    "A claim is atomic: it says one thing that is true or not by itself, with its subject named. Keep its numbers, dates, units and negations, and the answer's language.",
    "'sentence' is the number of the sentence that says it. 'answers' is true where the claim answers the question itself, false where it is said besides. An answer that says that it knows nothing makes no claim.",
  ].join("\n");
  const data = [
    { label: "question", text: query },
    { label: "answer, in numbered sentences", text: numbered(sentences) },
  ];
  const request = { schema: SCHEMA, instructions, data };
  const { object, usage } = await generateObject(parts, request, { signal });
  const named = object["claims"] as unknown as readonly NamedClaim[];
  const claims = named.flatMap((claim): ReadClaim[] => {
    const sentence = sentences[claim.sentence - 1];
    const statement = new Statement(claim.claim, language);
    const before = sentences.slice(0, claim.sentence - 1).map(({ plain }) => plain);
    const context = [query, ...before].join("\n");
    const isBorne =
      sentence !== undefined &&
      isSaidBy({ statement, text: claim.claim }, { sentence, context, language });
    if (!isBorne || isOrder(claim.claim)) return [];
    const { claim: text, answers: isCentral } = claim;
    const isQuote = foldText(text) === foldText(sentence.plain);
    const support = isQuote ? "quoted" : "unchecked";
    return [{ source, text, evidence: sentence.text, support, isCentral, statement }];
  });
  return { claims, dropped: named.length - claims.length, usage };
}

/** A sentence of an answer, and what it may speak of: the question and the sentences before. */
interface Bearing {
  readonly sentence: AnswerSentence;
  readonly context: string;
  readonly language: AnswerSentences["language"];
}

function isSaidBy(
  { statement, text }: { readonly statement: Statement; readonly text: string },
  { sentence, context, language }: Bearing,
): boolean {
  const { plain: passage } = sentence;
  return (
    statement.compareFacts(sentence.statement) === "same" &&
    statement.compare(sentence.statement) !== "opposed" &&
    !checkSupport({ sentence: text, passage, context, language }).some(isRefusal)
  );
}

interface NamedClaim {
  readonly claim: string;
  readonly sentence: number;
  readonly answers: boolean;
}
