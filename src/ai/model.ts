import { AiError } from "./ai-error.ts";

/** A text within a message. */
export interface ModelText {
  readonly type: "text";
  readonly text: string;
}

/** A tool that a model called in an answer, as it is told of it again. */
export interface ModelToolCall {
  readonly type: "tool-call";
  readonly toolCallId: string;
  readonly toolName: string;
  /** What the tool was given, as a value of JSON. */
  readonly input: unknown;
}

/** What came of a tool that a model called. */
export interface ModelToolResult {
  readonly type: "tool-result";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly output: { readonly type: "text" | "error-text"; readonly value: string };
}

/** A message to a model. Arrays are mutable here because provider packages declare them so. */
export type ModelMessage =
  | { readonly role: "system"; readonly content: string }
  | { readonly role: "user"; readonly content: ModelText[] }
  | { readonly role: "assistant"; readonly content: (ModelText | ModelToolCall)[] }
  | { readonly role: "tool"; readonly content: ModelToolResult[] };

/** A tool that a model may call. */
export interface ModelTool {
  readonly type: "function";
  /** Letters, digits, `_` and `-`. */
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of what it is given: an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** What a model is asked. */
export interface ModelCall {
  /** The conversation so far, oldest message first. */
  readonly prompt: ModelMessage[];
  /** The most tokens of the answer. */
  readonly maxOutputTokens: number;
  /** The model's own when absent; some refuse every other. */
  readonly temperature?: number;
  /** The answer is to be JSON, by this schema where the model's server takes one; else text. */
  readonly responseFormat?: {
    readonly type: "json";
    readonly schema: Readonly<Record<string, unknown>>;
    readonly name: string;
  };
  /** Tools that it may call. */
  readonly tools?: ModelTool[];
  /** Whether it has to call one. */
  readonly toolChoice?: { readonly type: "auto" | "required" };
  /** Ends the call. */
  readonly abortSignal: AbortSignal;
}

/** A part of an answer; the kinds that are read have a text or an input. */
export interface ModelContent {
  readonly type: string;
  readonly text?: unknown;
  readonly input?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
}

/** A model's answer, as far as it is read. */
export interface ModelAnswer {
  readonly content: readonly ModelContent[];
  readonly structuredOutputText?: string | undefined;
  /** Why the model stopped: in the words of the AI SDK, and in its server's own. */
  readonly finishReason: { readonly unified: string; readonly raw?: string | undefined };
  readonly usage: {
    readonly inputTokens: { readonly total: number | undefined };
    readonly outputTokens: { readonly total: number | undefined };
  };
  readonly warnings: readonly {
    readonly type: string;
    readonly feature?: string;
    readonly setting?: string;
    readonly details?: string | undefined;
    readonly message?: string;
  }[];
  /** What the model's server sent; read for errors that are reported in it. */
  readonly response?: { readonly body?: unknown } | undefined;
}

/**
 * The port of a language model: what is used of the AI SDK's `LanguageModelV3` and
 * `LanguageModelV4`, so that what any provider package of that family makes fits, as an object.
 * Errors are read by their shape (`statusCode`, `responseHeaders`, `isRetryable`, `cause`).
 */
export interface LanguageModel {
  /** `v3` or `v4`. */
  readonly specificationVersion: string;
  /** Who serves the model. */
  readonly provider: string;
  readonly modelId: string;
  /** One request and its whole answer. */
  doGenerate(call: ModelCall): PromiseLike<ModelAnswer>;
}

/**
 * Refuses what is no model.
 * @throws AiError `INVALID_MODEL`
 */
export function checkModel(model: unknown): asserts model is LanguageModel {
  if (typeof model === "object" && model !== null) {
    const { specificationVersion, doGenerate, modelId } = model as Partial<LanguageModel>;
    const isKnown = specificationVersion === "v3" || specificationVersion === "v4";
    if (isKnown && typeof doGenerate === "function" && typeof modelId === "string") return;
  }
  const given = typeof model === "string" ? `the name '${model.slice(0, 100)}'` : named(model);
  throw new AiError("INVALID_MODEL", {
    message: `Expected a model as an object: createCompatibleModel({ baseUrl, model }), or what a provider package of the AI SDK makes (specificationVersion v3 or v4, doGenerate); got ${given}.`,
  });
}

function named(value: unknown): string {
  if (value === null || typeof value !== "object") return String(value);
  if (!("specificationVersion" in value)) return "an object without these members";
  return `an object of the version ${String(value.specificationVersion).slice(0, 20)}`;
}
