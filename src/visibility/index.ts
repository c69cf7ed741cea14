/**
 * What answer engines say to one question, side by side: whom they name and cite, on which claims they
 * agree or contradict each other, and how that changes.
 *
 * Loads the fetcher, which asks the engines, and the parser.
 *
 * @example
 * ```ts
 * import { askEngines, createOpenAiEngine } from "dragline/visibility";
 *
 * await using engine = createOpenAiEngine({ apiKey: process.env["DRAGLINE_OPENAI_KEY"] ?? "" });
 * const question = { query: "Which boots are best on wet trails?", country: "us" };
 * for await (const { source, answer } of askEngines({ engines: [engine] }, question)) {
 *   console.log(source, answer?.summary);
 * }
 * ```
 * @packageDocumentation
 */
export type {
  AnswerEngine,
  AnswerSource,
  EngineAnswer,
  EngineCall,
  EngineReply,
} from "./answer-engine.ts";
export {
  askEngines,
  type AskCollaborators,
  type AskOptions,
  type EnginesQuestion,
  type SourceResult,
} from "./ask-engines.ts";
export type { Claim } from "./claims.ts";
export type { ClaimRelation } from "./compare-claims.ts";
export { createAnthropicEngine, type AnthropicOptions } from "./engines/anthropic.ts";
export type { BackgroundOptions, EngineOptions } from "./engines/engine-dialect.ts";
export {
  engineVendors,
  type EngineVendor,
  type EngineVendorName,
} from "./engines/engine-vendors.ts";
export { createGeminiEngine } from "./engines/gemini.ts";
export {
  createGoogleOverviewEngine,
  type GoogleOverviewOptions,
} from "./engines/google-overview.ts";
export { createMistralEngine } from "./engines/mistral.ts";
export { createModelEngine, type ModelEngineOptions } from "./engines/model-engine.ts";
export { createOpenAiEngine } from "./engines/openai.ts";
export { createPerplexityEngine } from "./engines/perplexity.ts";
export type { EngineCollaborators, VendorEngine } from "./engines/vendor-engine.ts";
export { createXaiEngine } from "./engines/xai.ts";
export {
  compareVisibility,
  measureVisibility,
  visibilityHistory,
  type Presence,
  type Visibility,
  type VisibilityChange,
  type VisibilityPoint,
  type VisibilityRun,
  type Watched,
} from "./history.ts";
export { judgeAnswers, type Comparison, type JudgedAnswer } from "./judge-answers.ts";
export { retrySource, type LateAnswer, type SourceRetry } from "./retry-source.ts";
export type { SynthesisAnswer } from "./synthesis-prompt.ts";
export { synthesizeAnswers, type Synthesis, type SynthesisSentence } from "./synthesize-answers.ts";
export type { Verdict } from "./verdict.ts";
export {
  isVisibilityError,
  VisibilityError,
  type VisibilityErrorDetails,
} from "./visibility-error.ts";
