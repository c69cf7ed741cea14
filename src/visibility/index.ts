export type {
  AnswerEngine,
  AnswerSource,
  EngineAnswer,
  EngineCall,
  EngineReply,
} from "./answer-engine.ts";
export { createAnthropicEngine, type AnthropicOptions } from "./engines/anthropic.ts";
export type { BackgroundOptions, EngineOptions } from "./engines/engine-dialect.ts";
export {
  engineVendors,
  type EngineVendor,
  type EngineVendorName,
} from "./engines/engine-vendors.ts";
export { createGeminiEngine, type GeminiOptions } from "./engines/gemini.ts";
export {
  createGoogleOverviewEngine,
  type GoogleOverviewOptions,
} from "./engines/google-overview.ts";
export { createMistralEngine, type MistralOptions } from "./engines/mistral.ts";
export {
  createModelEngine,
  type ModelEngineCollaborators,
  type ModelEngineOptions,
} from "./engines/model-engine.ts";
export { createOpenAiEngine, type OpenAiOptions } from "./engines/openai.ts";
export { createPerplexityEngine, type PerplexityEngineOptions } from "./engines/perplexity.ts";
export type { EngineCollaborators, VendorEngine } from "./engines/vendor-engine.ts";
export { createXaiEngine, type XaiOptions } from "./engines/xai.ts";
export {
  isVisibilityError,
  VisibilityError,
  type VisibilityErrorDetails,
} from "./visibility-error.ts";
export {
  askEngines,
  type AskCollaborators,
  type AskOptions,
  type EnginesQuestion,
  type SourceResult,
} from "./ask-engines.ts";
export type { Claim } from "./claims.ts";
export type { ClaimRelation } from "./compare-claims.ts";
export {
  judgeAnswers,
  type AnswersQuestion,
  type Comparison,
  type JudgedAnswer,
} from "./judge-answers.ts";
export type { Verdict } from "./verdict.ts";
