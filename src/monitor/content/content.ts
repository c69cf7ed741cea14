import type { Json } from "../../storage/index.ts";
import type { CheckFailure } from "../checks/check-failure.ts";
import type { ContentFilters } from "./content-filters.ts";
import type { FieldRule } from "./field-rule.ts";
import type { WatchFormat } from "../definition/definition.ts";

/** A page, as it is made into content. */
export interface SourcePage {
  /** After redirects. */
  readonly url: string;
  /** Decoded. */
  readonly html: string;
}

/** How a page's body is made. */
export interface BodyRules {
  readonly format: WatchFormat;
  readonly filters: ContentFilters;
}

/** How a page's values are found; one of the two. */
export interface ValueRules {
  readonly fields: Readonly<Record<string, FieldRule>> | null;
  readonly schema: Readonly<Record<string, Json>> | null;
  readonly filters: ContentFilters;
}

/** A page's content, whole. */
export interface Body {
  /** Canonical: what is kept, and whose hash is the `contentHash`. */
  readonly body: string;
  /** What is compared: the body without what does not count. The same as `body` without such filters. */
  readonly compared: string;
  /** Whether `blockText` matches: nothing counts as a change now. */
  readonly isBlocked: boolean;
}

/** A page's values. */
export interface Values {
  /** By name; null for one that is not on the page. */
  readonly values: Readonly<Record<string, Json>>;
}

/** Content, or why the page has none that could be watched. */
export type ContentOutcome<Content> =
  | ({ readonly status: "made" } & Content)
  | ({ readonly status: "failed" } & CheckFailure);

/** Two contents to judge. */
export interface ComparedBodies {
  readonly before: string;
  readonly after: string;
  readonly filters: ContentFilters;
}

/** What a difference of two contents comes to. */
export interface BodyVerdict {
  /** Whether it counts as a change. */
  readonly counts: boolean;
  /** Lines. */
  readonly stats: { readonly adds: number; readonly dels: number };
}

/**
 * Makes pages into what is compared, in threads that are ended when a page or a pattern takes too
 * long; that fails the check.
 */
export interface ContentMaker extends AsyncDisposable {
  /** The body of a page. Failures: `EMPTY_CONTENT`, `SELECTOR_GONE`, `CONTENT_TIMEOUT`, `TOO_LARGE`. */
  body(page: SourcePage, rules: BodyRules, signal: AbortSignal): Promise<ContentOutcome<Body>>;
  /**
   * Values of a page. A field that is a list is never missing. Failures: `SELECTOR_GONE` when no
   * field of all is on the page, or an element of one that is required; `NOT_A_NUMBER` when the
   * text of a field that is read as a number has none; `NOT_EXTRACTED` when one of the
   * schema's required properties, or of all where it requires none, is not found without a model;
   * `CONTENT_TIMEOUT`.
   */
  values(page: SourcePage, rules: ValueRules, signal: AbortSignal): Promise<ContentOutcome<Values>>;
  /** Whether the difference of two `compared` counts, under trigger text and minimum change. */
  judge(bodies: ComparedBodies, signal: AbortSignal): Promise<ContentOutcome<BodyVerdict>>;
}
