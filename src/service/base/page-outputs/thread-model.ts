import type { MessagePort } from "node:worker_threads";
import {
  AiError,
  isAiError,
  type LanguageModel,
  type ModelAnswer,
  type ModelCall,
} from "../../../ai/index.ts";
import type { ErrorCode } from "../../../core/index.ts";

/** The facts of a model that a thread gets. */
export interface ModelFacts {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  /** Whether its server is given schemas. */
  readonly supportsStructuredOutputs: boolean;
}

/** What a thread asks. */
interface Question {
  readonly id: number;
  readonly call: Omit<ModelCall, "abortSignal">;
}

/** The answer to such a call. */
type Reply = { readonly id: number } & (
  | { readonly answer: ModelAnswer }
  | { readonly error: CarriedFailure }
);

/** An error of a model as it is read: by its shape, with what caused it. */
interface CarriedFailure {
  readonly message: string;
  /** Of an AiError. */
  readonly aiCode?: string | undefined;
  readonly code?: string | undefined;
  readonly statusCode?: number | undefined;
  readonly responseHeaders?: Readonly<Record<string, string>> | undefined;
  readonly responseBody?: string | undefined;
  readonly isRetryable?: boolean | undefined;
  readonly cause?: CarriedFailure | undefined;
}

/** Errors that an error may be caused by, one after another. */
const LONGEST_CHAIN = 5;
/** Characters of a body that tells an error. */
const LONGEST_BODY = 65_536;

/** What another thread has to know of a model to ask it. */
export function factsOf(model: LanguageModel): ModelFacts {
  const { specificationVersion, provider, modelId } = model;
  const supportsStructuredOutputs =
    "supportsStructuredOutputs" in model && model.supportsStructuredOutputs === true;
  return { specificationVersion, provider, modelId, supportsStructuredOutputs };
}

/** Answers what a thread asks a model over a port, until the port is closed. */
export function answerThread(model: LanguageModel, port: MessagePort, signal: AbortSignal): void {
  const answer = async ({ id, call }: Question): Promise<Reply> => {
    try {
      const given = await model.doGenerate({ ...call, abortSignal: signal });
      return { id, answer: plainAnswer(given) };
    } catch (error) {
      return { id, error: carried(error, LONGEST_CHAIN) };
    }
  };
  port.on("message", (question: Question) => {
    void answer(question).then((reply) => port.postMessage(reply));
  });
}

/** A model that another thread asks, at the other end of the port. */
export function modelBehind(facts: ModelFacts, port: MessagePort): LanguageModel {
  const waiting = new Map<number, PromiseWithResolvers<ModelAnswer>>();
  let asked = 0;
  port.on("message", (reply: Reply) => {
    const question = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ("answer" in reply) question?.resolve(reply.answer);
    else question?.reject(errorOf(reply.error));
  });
  return {
    ...facts,
    doGenerate: ({ abortSignal: _signal, ...call }) => {
      const question = Promise.withResolvers<ModelAnswer>();
      const id = (asked += 1);
      waiting.set(id, question);
      port.postMessage({ id, call } satisfies Question);
      return question.promise;
    },
  };
}

/** What is read of an answer, without what cannot be sent. */
function plainAnswer(answer: ModelAnswer): ModelAnswer {
  const { content, structuredOutputText, finishReason, usage, warnings, response } = answer;
  const body = response?.body;
  const read = { content, structuredOutputText, finishReason, usage, warnings, response: { body } };
  return JSON.parse(JSON.stringify(read)) as ModelAnswer;
}

function carried(error: unknown, links: number): CarriedFailure {
  if (typeof error !== "object" || error === null) return { message: String(error) };
  const { message, code, statusCode, responseHeaders, responseBody, isRetryable, cause } =
    error as Partial<Record<keyof CarriedFailure, unknown>>;
  return {
    message: typeof message === "string" ? message : "",
    aiCode: isAiError(error) ? error.code : undefined,
    code: typeof code === "string" ? code : undefined,
    statusCode: typeof statusCode === "number" ? statusCode : undefined,
    responseHeaders: headersOf(responseHeaders),
    responseBody:
      typeof responseBody === "string" ? responseBody.slice(0, LONGEST_BODY) : undefined,
    isRetryable: isRetryable === true,
    cause: cause === undefined || links === 1 ? undefined : carried(cause, links - 1),
  };
}

function headersOf(headers: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof headers !== "object" || headers === null) return undefined;
  const texts = Object.entries(headers).filter(([, value]) => typeof value === "string");
  return Object.fromEntries(texts) as Record<string, string>;
}

function errorOf({ aiCode, message, cause, ...facts }: CarriedFailure): Error {
  if (aiCode !== undefined) return new AiError(aiCode as ErrorCode<"ai">, { message });
  const error = new Error(message, { cause: cause && errorOf(cause) });
  return Object.assign(error, facts);
}
