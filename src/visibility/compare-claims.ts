import {
  generateObject,
  noUsage,
  type GenerateCollaborators,
  type TokenUsage,
} from "../ai/index.ts";
import { numbered, type AnswerSentence } from "./answer-sentences.ts";
import type { ReadClaim } from "./claims.ts";

/** How an answer stands to a claim of another. */
export interface ClaimRelation {
  /** Place of the claim in the list of claims, from 0. */
  readonly claim: number;
  /** The source whose answer is compared with it. */
  readonly source: string;
  readonly relation: "agree" | "contradict" | "silent";
  /** The sentence of that source's answer which says so, verbatim; absent where it is silent. */
  readonly evidence?: string;
  /** Who found it: our readers of numbers, dates, units, negations and opposites, or the model. */
  readonly by: "readers" | "model";
}

/** Relations of one answer to the claims of others. */
interface ReadRelations {
  readonly relations: readonly ClaimRelation[];
  readonly usage: TokenUsage;
}

/** An answer that is compared with claims. */
interface ComparedAnswer {
  readonly source: string;
  readonly query: string;
  readonly sentences: readonly AnswerSentence[];
  /** All of the comparison; those of the answer itself are passed by. */
  readonly claims: readonly ReadClaim[];
}

const SCHEMA = Object.freeze({
  type: "object",
  properties: {
    judgements: {
      type: "array",
      items: {
        type: "object",
        properties: {
          claim: { type: "integer", minimum: 1 },
          relation: { enum: ["agree", "contradict", "silent"] },
          sentence: { type: ["integer", "null"] },
        },
        required: ["claim", "relation", "sentence"],
        additionalProperties: false,
      },
    },
  },
  required: ["judgements"],
  additionalProperties: false,
});

/**
 * How an answer stands to each claim of the others: by our readers where words decide, by the model
 * where they leave it open. What the model finds without a sentence is silence, and where the sentence
 * that it names says another number, date or time, or the opposite, the readers have the last word.
 * @throws AiError; the signal's reason
 */
export async function compareClaims(
  parts: GenerateCollaborators,
  answer: ComparedAnswer,
  signal: AbortSignal | undefined,
): Promise<ReadRelations> {
  const { source, claims, sentences } = answer;
  const relations: ClaimRelation[] = [];
  const open: number[] = [];
  for (const [claim, { source: owner, statement }] of claims.entries()) {
    if (owner === source) continue;
    const read = readRelation(statement, sentences);
    if (read === undefined) open.push(claim);
    else relations.push({ claim, source, ...read, by: "readers" });
  }
  if (open.length === 0) return { relations, usage: noUsage };
  const { judgements, usage } = await askModel(parts, { answer, open }, signal);
  for (const [place, claim] of open.entries()) {
    const judged = judgements.find((judgement) => judgement.claim === place + 1);
    relations.push({ claim, source, ...checked(judged, claims[claim], sentences) });
  }
  return { relations: relations.toSorted((a, b) => a.claim - b.claim), usage };
}

type Found = Pick<ClaimRelation, "relation" | "evidence">;

/** What words decide; undefined where they leave it open, or the answer says both. */
function readRelation(
  statement: ReadClaim["statement"],
  sentences: readonly AnswerSentence[],
): Found | undefined {
  const compared = sentences.map((sentence) => statement.compare(sentence.statement));
  const same = compared.indexOf("same");
  const opposed = compared.indexOf("opposed");
  if ((same === -1) === (opposed === -1)) return undefined;
  const evidence = sentences[same === -1 ? opposed : same]?.text ?? "";
  return { relation: same === -1 ? "contradict" : "agree", evidence };
}

interface OpenClaims {
  readonly answer: ComparedAnswer;
  /** Places of the claims that the model is asked about. */
  readonly open: readonly number[];
}

interface Judgement {
  readonly claim: number;
  readonly relation: ClaimRelation["relation"];
  readonly sentence: number | null;
}

async function askModel(
  parts: GenerateCollaborators,
  { answer, open }: OpenClaims,
  signal: AbortSignal | undefined,
): Promise<{ readonly judgements: readonly Judgement[]; readonly usage: TokenUsage }> {
  const instructions = [
    "Say of each claim how the answer stands to it: 'agree' where a sentence of the answer says the same, in whatever words or language; 'contradict' where a sentence says what cannot be true together with the claim; 'silent' else.",
    "'sentence' is the number of that sentence; null where the answer is silent. Judge by what the answer says, not by what you know. One judgement for each claim.",
  ].join("\n");
  const claims = open.map((claim) => ({ plain: answer.claims[claim]?.text ?? "" }));
  const data = [
    { label: "question", text: answer.query },
    { label: "claims, numbered", text: numbered(claims) },
    { label: "answer, in numbered sentences", text: numbered(answer.sentences) },
  ];
  const request = { schema: SCHEMA, instructions, data };
  const { object, usage } = await generateObject(parts, request, { signal });
  return { judgements: object["judgements"] as unknown as readonly Judgement[], usage };
}

function checked(
  judged: Judgement | undefined,
  claim: ReadClaim | undefined,
  sentences: readonly AnswerSentence[],
): Found & Pick<ClaimRelation, "by"> {
  const sentence = sentences[(judged?.sentence ?? 0) - 1];
  if (judged === undefined || claim === undefined || sentence === undefined) {
    return { relation: "silent", by: "model" };
  }
  const { relation } = judged;
  if (relation === "silent") return { relation, by: "model" };
  const evidence = sentence.text;
  if (relation === "agree" && claim.statement.clashes(sentence.statement)) {
    return { relation: "contradict", evidence, by: "readers" };
  }
  return { relation, evidence, by: "model" };
}
