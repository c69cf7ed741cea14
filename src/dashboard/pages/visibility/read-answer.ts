import type { AiVisibilitySourceResult } from "../../../client/index.ts";

/** A claim of an answer, and how the others stand to it. */
export interface ReadClaim {
  readonly text: string;
  readonly evidence: string;
  readonly others: readonly {
    readonly source: string;
    readonly relation: string;
    readonly evidence?: string;
  }[];
}

/** An engine's answer. */
export interface AnswerRead {
  readonly source: string;
  readonly content: string;
  readonly model: string;
  readonly isRefusal: boolean;
  readonly cited: readonly { readonly url: string; readonly title: string }[];
  readonly claims: readonly ReadClaim[];
  readonly notes: readonly string[];
}

/** What `full_content` holds. */
interface FullContent {
  readonly content: string;
  readonly model: string;
  readonly is_refusal: boolean;
  readonly sources: AnswerRead["cited"];
  readonly comparison: {
    readonly claims: AnswerRead["claims"];
    readonly notes: readonly string[];
  } | null;
}

/** The answer of an engine that gave one. */
export function readAnswer(result: AiVisibilitySourceResult): AnswerRead | undefined {
  if (result.full_content === "") return undefined;
  // The service wrote it.
  const full = JSON.parse(result.full_content) as FullContent;
  return {
    source: result.source,
    content: full.content,
    model: full.model,
    isRefusal: full.is_refusal,
    cited: full.sources,
    claims: full.comparison?.claims ?? [],
    notes: full.comparison?.notes ?? [],
  };
}
