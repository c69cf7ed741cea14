import type { Reading } from "../format/step-schema.ts";
import { renderValue } from "../run/render.ts";
import { executionFault } from "../run/run-fault.ts";
import type { Scope } from "../run/scope.ts";
import type { PageDocument } from "./page-document.ts";

/** Items of a list. */
export interface ReadList {
  readonly items: readonly unknown[];
  /** Whether the limit cut it. */
  readonly has_more: boolean;
}

/** A document and the step that reads it. */
export interface ReadingParts {
  /** JSON, or a {@link PageDocument}. */
  readonly document: unknown;
  /** Where JSON came from; a page knows it itself. */
  readonly url: string | undefined;
  readonly step: string;
  readonly scope: Scope;
}

/** A limit as a number; undefined without one. */
export function limitOf(limit: number | string | undefined, scope: Scope): number | undefined {
  if (limit === undefined || typeof limit === "number") return limit;
  const value = renderValue(limit, scope);
  if (value === null) return undefined;
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1) return value;
  throw executionFault(`The limit '${limit}' of the action must be a whole number of at least 1.`);
}

/** Whether the page says that there is nothing. */
export function isProven(proof: Reading["empty_when"], document: PageDocument): boolean {
  if (proof?.css !== undefined && document.select(proof.css).length > 0) return true;
  return proof?.text !== undefined && document.text(0).includes(proof.text);
}

/** A document that is not what a step reads. */
export function noDocument(step: string): Error {
  return executionFault(
    `Step '${step}' reads by selectors, but the answer is neither HTML nor XML.`,
  );
}
