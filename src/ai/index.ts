/**
 * A language model's answer as an object that matches its schema, summaries with a model or of the page's
 * own sentences, and checks whether a text supports a sentence.
 *
 * Loads the parser; `@ai-sdk/openai-compatible` (`npm install` it), `ajv` and `jsonrepair` on first use. Any
 * model of the AI SDK fits.
 *
 * @example
 * ```ts
 * import { createCompatibleModel, generateObject } from "dragline/ai";
 *
 * await using model = createCompatibleModel({ baseUrl: "http://localhost:11434/v1", model: "qwen3" });
 * const schema = { type: "object", properties: { city: { type: "string" } } };
 * const instructions = "Where does the text say that the museum is?";
 * const data = [{ label: "text", text: "The Louvre is in Paris." }];
 * const { object } = await generateObject({ model }, { schema, instructions, data });
 * console.log(object);
 * ```
 * @packageDocumentation
 */
export { AiError, isAiError, type AiErrorDetails } from "./ai-error.ts";
export { askWithTools, type ToolCall, type ToolRequest, type ToolStep } from "./ask-with-tools.ts";
export { ChangeProof, Statement, type ChangedText } from "../evidence/index.ts";
export { checkSupport, type SupportQuestion } from "../evidence/index.ts";
export { FoldedText, foldText, splitSentences } from "../evidence/index.ts";
export { findQuote, type QuotePlace, type RuledLanguage } from "../evidence/index.ts";
export { isRefusal, type SupportFault } from "../evidence/index.ts";
export { sentenceSupports, type SentenceSupport } from "../evidence/index.ts";
export { TextProof, type ProvingText, type TextVerdict } from "../evidence/index.ts";
export {
  createCompatibleModel,
  type CompatibleModel,
  type CompatibleModelOptions,
} from "./compatible-model.ts";
export {
  extractSummary,
  type ExtractedSummary,
  type SummaryPage,
  type SummaryWarning,
} from "./extract-summary.ts";
export {
  generateObject,
  type GenerateCollaborators,
  type ObjectRequest,
} from "./generate-object.ts";
export { NOTHING, type AnswerFault, type FittedAnswer } from "./fit-answer.ts";
export type { GeneratedObject, GenerateWarning } from "./generation.ts";
export type { AnswerFitter } from "./judge-answer.ts";
export type { GuardedFetchCollaborators } from "./guarded-fetch.ts";
export {
  type LanguageModel,
  type ModelAnswer,
  type ModelCall,
  type ModelContent,
  type ModelMessage,
  type ModelText,
  type ModelTool,
  type ModelToolCall,
  type ModelToolResult,
} from "./model.ts";
export { type JsonObject } from "./plain-json.ts";
export type { PromptPart } from "./prompt.ts";
export type { SchemaQuestion } from "./judge-schema.ts";
export { SchemaJudge } from "./schema-judge.ts";
export {
  summarize,
  type ModelSummary,
  type Summary,
  type SummaryCollaborators,
} from "./summarize.ts";
export type { TextSentence } from "./prove-sentences.ts";
export { TokenBudget, type TokenBudgetOptions, type Tokens } from "./token-budget.ts";
export { estimateTokens, noUsage, type TokenUsage } from "./token-usage.ts";
export type { GenerateLimits } from "./within-limits.ts";
