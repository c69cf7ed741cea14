import type { Json } from "../../storage/index.ts";
import type { CheckFailure } from "./check-failure.ts";
import type { Body } from "../content/content.ts";

/** What was seen by a look at what is watched. */
export type Look =
  | { readonly kind: "body"; readonly body: Body; readonly finalUrl: string }
  | {
      readonly kind: "values";
      readonly values: Readonly<Record<string, Json>>;
      /** Null for an action. */
      readonly finalUrl: string | null;
    }
  | {
      readonly kind: "site";
      /** By URL; the start page first. */
      readonly pages: ReadonlyMap<string, Body>;
      /** Pages that are there, or may be, and could not be seen. */
      readonly unseen: ReadonlySet<string>;
      /** Whether pages that are not among those may be there. */
      readonly truncated: boolean;
      readonly finalUrl: string | null;
    };

/** A look, or why nothing could be seen. */
export type LookOutcome = { readonly status: "seen"; readonly look: Look } | LookFailure;

/** Nothing could be seen. */
export interface LookFailure {
  readonly status: "failed";
  readonly failure: CheckFailure;
  /** Whether the host seems to be down. */
  readonly isHostDown: boolean;
}

/** A failure that says nothing of the host. */
export function lookFailure(
  code: CheckFailure["code"],
  error: string,
  cause?: string,
): LookFailure {
  return { status: "failed", failure: { code, error, cause }, isHostDown: false };
}
