import type { Client } from "../../client/index.ts";
import type { Clock } from "../../core/index.ts";
import type { Fields } from "../readings/fields.ts";
import type { Reading } from "../readings/reading.ts";

/** A JSON Schema of a tool's arguments. */
export interface ArgumentSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Fields>>;
  readonly required?: readonly string[];
}

/** How far a call is. */
export interface Progress {
  readonly done: number;
  /** Undefined where it is not known. */
  readonly total: number | undefined;
  readonly message: string;
}

/** What a call of a tool works with. */
export interface ToolCall {
  /** The service, in the name of who calls. */
  readonly client: Client;
  readonly clock: Clock;
  /** Aborts when the call is cancelled. */
  readonly signal: AbortSignal;
  /** How long the call waits for a job, in milliseconds. */
  readonly waitMs: number;
  /** Tells the client how far the call is. */
  tell(progress: Progress): void;
  /** Stops a job where that can be done. Never rejects. */
  stop(job: string): Promise<void>;
}

/** A tool: a row of the list that clients get, and what it does. */
export interface Tool {
  readonly name: string;
  /** For the model: what it gives and when to take it; short, since every client reads all of them. */
  readonly description: string;
  readonly input: ArgumentSchema;
  /** What it may do besides reading; nothing when absent. */
  readonly acts?: "adds" | "changes" | undefined;
  /** The arguments fit the schema. */
  call(args: Fields, call: ToolCall): Promise<Reading>;
}
