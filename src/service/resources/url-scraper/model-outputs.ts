import { convert } from "../../../converter/index.ts";
import { deadline, isDraglineError, unlessAborted, type Clock } from "../../../core/index.ts";
import type { ScrapeSuccess } from "../../../scraper/index.ts";
import type { Json } from "../../../storage/index.ts";
import type { ModelPage, OutputModel } from "../../output-model.ts";
import type { SchemaJudge } from "../../../ai/index.ts";
import type { GeneratedJson } from "./codec.ts";
import type { OutputSchema, ScrapeRequest } from "./scrape-request.ts";

/** Milliseconds that a model has for one output. */
const PATIENCE_MS = 120_000;
/** Characters of the reason why there is no JSON. */
const LONGEST_REASON = 500;

/** What the outputs of a model are made with. */
export interface ModelParts {
  readonly model: OutputModel | undefined;
  readonly clock: Clock;
  readonly judge: SchemaJudge;
}

/** The outputs that take a model; those not asked for are undefined. */
export interface ModelOutputs {
  readonly summary: string | null | undefined;
  readonly generatedJson: GeneratedJson | undefined;
}

interface Call {
  readonly signal: AbortSignal;
}

/** The model's answer, or why there is none. */
type Answered<Result> = { readonly value: Result } | { readonly reason: string };

/**
 * Has the model make what was asked for, both at a time. What fails is said in the output itself.
 * @throws the signal's reason
 */
export async function makeModelOutputs(
  parts: ModelParts,
  {
    request,
    page,
    signal,
  }: Call & {
    readonly request: ScrapeRequest;
    readonly page: ScrapeSuccess;
  },
): Promise<ModelOutputs> {
  const wantsSummary = request.outputs.includes("summary");
  if (!wantsSummary && !request.json) return { summary: undefined, generatedJson: undefined };
  const read = { url: page.finalUrl, markdown: contentOf(page) };
  const schema = request.outputSchema ?? undefined;
  const [summary, generatedJson] = await Promise.all([
    wantsSummary ? summarise(parts, read, { signal }) : undefined,
    request.json ? extract(parts, { ...read, schema }, { signal }) : undefined,
  ]);
  return { summary, generatedJson };
}

/** The main content; of what is no web page, all of it. */
function contentOf({ kind, html, finalUrl, markdown = "" }: ScrapeSuccess): string {
  if (kind !== "html" || html === undefined) return markdown;
  return convert(html, { url: finalUrl, main: true }).markdown ?? "";
}

async function summarise(parts: ModelParts, page: ModelPage, call: Call): Promise<string | null> {
  const answer = await ask(parts, (model, inner) => model.summarize(page, inner), call);
  const text: unknown = "value" in answer ? answer.value : undefined;
  return typeof text === "string" && text.trim() !== "" ? text.trim().toWellFormed() : null;
}

async function extract(
  parts: ModelParts,
  page: ModelPage & { readonly schema: OutputSchema | undefined },
  call: Call,
): Promise<GeneratedJson> {
  const answer = await ask(parts, (model, inner) => model.extract(page, inner), call);
  if ("reason" in answer) return failed(answer.reason);
  const data = asObject(answer.value);
  if (data === undefined) return failed("The model did not answer with a JSON object.");
  const { schema } = page;
  if (schema === undefined) return { status: "success", data };
  const fault = await parts.judge.matches({ schema, value: data }, call.signal);
  if (fault === undefined) return { status: "success", data };
  return failed(`What the model extracted does not match the schema: ${fault}`);
}

async function ask<Result>(
  { model, clock }: ModelParts,
  question: (model: OutputModel, call: Call) => Promise<Result>,
  { signal }: Call,
): Promise<Answered<Result>> {
  signal.throwIfAborted();
  if (model === undefined) return { reason: "No model is configured." };
  using limit = deadline(clock, PATIENCE_MS, signal);
  try {
    return { value: await unlessAborted(question(model, limit), limit.signal) };
  } catch (error) {
    signal.throwIfAborted();
    if (limit.expired) return { reason: `The model took longer than ${PATIENCE_MS} ms.` };
    // Other errors may tell addresses and secrets of the host.
    return { reason: isDraglineError(error) ? error.message : "The model failed." };
  }
}

/** The value as JSON brings it back; undefined when it is no object or JSON cannot hold it. */
function asObject(value: unknown): Readonly<Record<string, Json>> | undefined {
  try {
    const read: unknown = JSON.parse(JSON.stringify(value) ?? "null");
    const isObject = typeof read === "object" && read !== null && !Array.isArray(read);
    return isObject ? (read as Readonly<Record<string, Json>>) : undefined;
  } catch {
    return undefined;
  }
}

function failed(reason: string): GeneratedJson {
  return { status: "failed", data: null, error: reason.slice(0, LONGEST_REASON) };
}
