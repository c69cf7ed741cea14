import type { SchemaJudge } from "../../../ai/index.ts";
import { isResearchError } from "../../../research/index.ts";
import { readObjectSchema } from "../../../research/internal.ts";
import type { Answer, KeyedCall } from "../../http/route.ts";
import type { JobKind } from "../../jobs/job.ts";
import type { KindParts, ResourceParts } from "../../base/parts.ts";
import { ServiceError } from "../../base/service-error.ts";
import { checkWebhookUrl } from "../../base/check-webhook-url.ts";
import { checkOutputSchema } from "../../base/check-output-schema.ts";
import { requireSearch } from "../../base/search-failure.ts";
import { sitePlaces } from "../../base/site-job.ts";
import {
  agenticSearchHead,
  agenticSearchRequest,
  agenticSearchSubmitted,
  storedAgenticSearch,
  type AgenticSearchRequest,
} from "./codec.ts";
import { Journals } from "./journal.ts";
import { runAgenticSearch, toldBy } from "./run-agentic-search.ts";
import type { AgenticSearchBody } from "./schema.ts";

/** Milliseconds that a research may take (decisions, part 8). */
const TIMEOUT = 900_000;

/**
 * Submits a research.
 * @throws ServiceError `INVALID_REQUEST`, `CONFIGURATION_ERROR`, `INSUFFICIENT_CREDITS`,
 *   `QUEUE_ERROR`; the signal's reason
 */
export async function submitAgenticSearch(
  parts: ResourceParts,
  { body, caller, baseUrl, signal }: KeyedCall<unknown, AgenticSearchBody>,
): Promise<Answer> {
  const { account } = caller;
  const { prompt, useBrowser } = body;
  checkWebhookUrl(parts.webhooks, body.webhook_url);
  const { judge } = parts;
  const schema = await checkOutputSchema(body.schema, { judge, signal, field: "schema" });
  if (schema !== null) await checkSubject(schema, { judge, signal });
  requireSearch(parts, account);
  const job = await parts.jobs.submit(
    {
      account,
      type: "agentic_search",
      url: "",
      country: null,
      request: storedAgenticSearch({ prompt, useBrowser, schema }),
      baseUrl,
      webhookUrl: body.webhook_url ?? null,
      message: toldBy(parts, "Waiting for a worker."),
      cost: parts.settings.prices.agenticSearch,
    },
    { signal },
  );
  return { status: 202, json: agenticSearchSubmitted(job) };
}

/** @throws ServiceError `INVALID_REQUEST` when no data can be read by the schema */
async function checkSubject(
  schema: NonNullable<AgenticSearchRequest["schema"]>,
  { judge, signal }: { readonly judge: SchemaJudge; readonly signal: AbortSignal },
): Promise<void> {
  try {
    await readObjectSchema(schema, judge, signal);
  } catch (cause) {
    if (!isResearchError(cause, "INVALID_SCHEMA")) throw cause;
    throw new ServiceError("INVALID_REQUEST", { message: `schema: ${cause.message}`, cause });
  }
}

/** How researches run and are shown. */
export function agenticSearchKind(parts: KindParts): JobKind {
  const journals = new Journals(parts);
  return {
    type: "agentic_search",
    resultPath: "/agentic-search",
    timeoutMs: TIMEOUT,
    ...sitePlaces(parts.settings),
    document: "queued",
    run: (job, run) => runAgenticSearch({ ...parts, journals }, job, run),
    title: (job) => agenticSearchRequest(job).prompt,
    head: agenticSearchHead,
    forget: ({ id }, signal) => journals.forget(id, { signal }),
  };
}
