import type { JsonObject } from "../../ai/index.ts";
import type { Json } from "../../storage/index.ts";

/** What came of a tool. */
export interface ToolOutcome {
  /** What happened, in a sentence; kept for the whole task. */
  readonly said: string;
  /** What the page shows now; only the last is kept, as the one before says nothing any more. */
  readonly page?: string | undefined;
  /**
   * Words of the page's own, such as a dialog's or values that were read: fenced as data, and kept as
   * long as there is room.
   */
  readonly data?: string | undefined;
  /** Whether it did not do what it was called for. */
  readonly isFailure?: boolean | undefined;
  /** Whether the same call may do it a moment later. */
  readonly mayPass?: boolean | undefined;
  /** Ends the task. */
  readonly end?: TaskEnd | undefined;
}

/** How a model ends a task: with what was asked for, or with the reason why that is not possible. */
export type TaskEnd = { readonly result: Json } | { readonly reason: string };

/** How a tool is called. */
export interface ToolCallOptions {
  readonly signal: AbortSignal;
  /** Whether the caller itself waits for what comes of it, and needs not be shown it; not when absent. */
  readonly isHasty?: boolean | undefined;
}

/** A tool that a model works a page with. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of what it is given: an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** What the model is shown in its place, where the tool judges more than that by itself. */
  readonly shownSchema?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Does it; what the model did wrong is an outcome, not an error.
   * @param input matches the schema
   * @throws the signal's reason; what ends the task: the browser is gone
   */
  run(input: JsonObject, call: ToolCallOptions): Promise<ToolOutcome>;
}
