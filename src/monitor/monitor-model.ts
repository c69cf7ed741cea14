import type { Json } from "../storage/index.ts";
import type { MeaningfulChange } from "./change.ts";

/** A language model, as far as monitors need one. What it throws fails the check (`MODEL_FAILED`). */
export interface MonitorModel {
  /**
   * The values of a schema, from a page as markdown.
   * @param request a JSON Schema of an object
   */
  extract(
    request: {
      readonly url: string;
      readonly markdown: string;
      readonly schema: Readonly<Record<string, Json>>;
    },
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, Json>>>;
  /** Which parts of a change matter; none: it is trivial. */
  judge(
    request: {
      readonly url: string;
      /** What the owner wants to know of; null: anything that matters to a reader. */
      readonly goal: string | null;
      readonly before: string;
      readonly after: string;
    },
    signal: AbortSignal,
  ): Promise<{ readonly summary: string; readonly meaningful: readonly MeaningfulChange[] }>;
}
