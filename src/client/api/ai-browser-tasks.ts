// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";
import type { ServerEvent } from "../events.ts";

/** What `evaluateAiTask` gives. */
export interface AiTaskResult {
  readonly success: boolean;
  /** Text, or a value of `output_schema`; null when there is no result. */
  readonly result?: unknown;
  readonly steps: readonly AiTaskStep[];
  readonly iterations: number;
  readonly duration_ms: number;
  readonly credits_used: number;
  readonly run_id: string;
  readonly cached: false;
  /** Why the task failed; only when `success` is false. */
  readonly error?: string | undefined;
}

/** A part of `AiTaskResult`, `AiTask`. */
export interface AiTaskStep {
  readonly index: number;
  readonly tool: string;
  readonly args?: unknown;
  readonly reasoning: string;
  readonly duration_ms: number;
}

/** What `evaluateAiTask` gives. */
export interface AiTaskSubmitted {
  readonly workflow_id: string;
  readonly status: "running";
  readonly run_id: string;
}

/** What `evaluateAiTask`, `streamAiTask` take. */
export interface AiTaskRequest {
  /** The task in your own words; 1 to 8192 bytes of UTF-8. */
  readonly prompt: string;
  /**
   * The page to open first; the task stays on its site.
   * At most 2048 characters.
   */
  readonly url?: string | null | undefined;
  /** Id of a saved browser session; the task holds it while it runs. */
  readonly session_id?: string | null | undefined;
  /**
   * From 1 to 100.
   * When absent: 25.
   */
  readonly max_steps?: number | null | undefined;
  /**
   * From 10000 to 330000.
   * When absent: 300000.
   */
  readonly timeout_ms?: number | null | undefined;
  /** JSON Schema of `result`; at most 50 KB. When absent, `result` is text. */
  readonly output_schema?: Readonly<Record<string, unknown>> | null | undefined;
  /** When absent: false. */
  readonly async?: boolean | null | undefined;
  /** Secret values by name. The model sees only the names; where it writes {{secret.NAME}}, the value is typed into the page. Values are never stored, logged or returned. */
  readonly secret_values?: Readonly<Record<string, string>> | undefined;
}

/** What `getAiTask` gives. */
export interface AiTask {
  readonly workflow_id: string;
  readonly run_id: string;
  readonly status: "running" | "completed" | "failed" | "timed_out";
  /** The result, once the task has ended. */
  readonly result?:
    | {
        readonly success: boolean;
        /** Text, or a value of `output_schema`; null when there is no result. */
        readonly result?: unknown;
        readonly steps: readonly AiTaskStep[];
        readonly iterations: number;
        readonly duration_ms: number;
        readonly credits_used: number;
        readonly run_id: string;
        readonly cached: false;
        /** Why the task failed; only when `success` is false. */
        readonly error?: string | undefined;
      }
    | null
    | undefined;
  /** Why the task failed; when `failed` or `timed_out`. */
  readonly error?: string | undefined;
  readonly created_at: string;
  readonly completed_at?: string | undefined;
}

/** Calls of the family "AI browser tasks". */
export interface AiBrowserTasksCalls {
  /** Have a language model do a task in a browser: `POST /ai/evaluate`. */
  evaluateAiTask(input: AiTaskRequest, call?: CallOptions): Promise<AiTaskResult | AiTaskSubmitted>;
  /** Do a task and stream each step as a server-sent event; closing the stream ends the task: `POST /ai/evaluate/stream`. */
  streamAiTask(
    input: AiTaskRequest,
    call?: CallOptions,
  ): AsyncGenerator<ServerEvent, void, undefined>;
  /** Show a task, with its result once it has ended: `GET /ai/jobs/{workflow_id}`. */
  getAiTask(
    input: {
      readonly workflow_id: string;
    },
    call?: CallOptions,
  ): Promise<AiTask>;
}
