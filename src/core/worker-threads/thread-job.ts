import type { Transferable } from "node:worker_threads";
import type { CarriedError } from "./carried-error.ts";
import type { Place } from "./waiting-line.ts";

/** What a thread is asked for, and how to stop it. */
export interface ThreadTask {
  /** Can be cloned. */
  readonly job: unknown;
  /** What of the job is given away; a thread with several jobs at once must be given nothing so. */
  readonly transfer?: readonly Transferable[] | undefined;
  readonly signal: AbortSignal | undefined;
  /** Is told what the job says before its result. */
  readonly onNote?: ((note: string) => void) | undefined;
}

/** A task on its way. */
export interface ThreadJob extends ThreadTask {
  /** For whom it is; empty when that is not known. */
  readonly owner: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Where it waits for a thread. */
  place?: Place | undefined;
}

/** What a thread says. */
export type ThreadReply =
  /** It has loaded and waits for jobs. */
  | { readonly kind: "ready" }
  /** Of the job in work. */
  | { readonly kind: "note"; readonly note: string }
  | { readonly kind: "result"; readonly result: unknown }
  | { readonly kind: "failure"; readonly error: CarriedError };

/** A room's own errors of its threads. */
export interface ThreadErrors {
  /** A job took longer than so many milliseconds. */
  timedOut(ms: number): Error;
  /** The thread ended by itself. */
  lost(why: string, cause?: unknown): Error;
  /** The threads were disposed. */
  closed(): Error;
}
