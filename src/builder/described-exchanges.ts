import { stemmingOf, termsOf } from "../evidence/index.ts";
import type { Json } from "../storage/index.ts";
import type { Catalog, Runner } from "../wire/index.ts";
import type { CaseRecorder } from "./case-recorder.ts";
import type { Exchange } from "./exchange.ts";

/** Where sites have their OpenAPI documents. */
const PLACES = [
  "openapi.json",
  "swagger.json",
  "api/openapi.json",
  "v3/api-docs",
  "swagger/v1/swagger.json",
];
/** Operations that are called, and milliseconds of a call. */
const MOST = 3;
const CALL_MS = 15_000;
const stemming = stemmingOf("en");

interface Operation {
  readonly id: string;
  readonly path: string;
  readonly summary: string | null;
  readonly parameters: readonly { readonly required: boolean }[];
}

/** What an API is asked with. */
interface DescribedParts {
  /** With the actions on OpenAPI documents. */
  readonly catalog: Catalog;
  readonly runner: Runner;
  /** Keeps what the runner is answered. */
  readonly recorder: CaseRecorder;
  readonly websiteUrl: string;
  readonly goal: string;
}

/**
 * Calls what a site's OpenAPI document describes, needs no argument and shares a word with the goal.
 * @throws the signal's reason
 */
export async function describedExchanges(
  { catalog, runner, recorder, websiteUrl, goal }: DescribedParts,
  signal: AbortSignal,
): Promise<Exchange[]> {
  const run = async (id: string, params: Readonly<Record<string, Json>>): Promise<Json> => {
    const action = catalog.action(id);
    if (action === undefined) return null;
    const result = await runner.run(action, { params, signal, timeoutMs: CALL_MS });
    signal.throwIfAborted();
    return result.status === "completed" ? result.data : null;
  };
  const wanted = new Set(termsOf(goal, stemming));
  for (const place of PLACES) {
    const document = new URL(`/${place}`, websiteUrl).href;
    const listed = (await run("openapi.list_operations", { document, limit: 1000 })) as {
      readonly operations: readonly Operation[];
    } | null;
    const fitting = (listed?.operations ?? []).filter(({ id, path, summary, parameters }) => {
      const words = termsOf(`${id} ${path} ${summary ?? ""}`.replaceAll(/[/_-]/g, " "), stemming);
      return !parameters.some(({ required }) => required) && words.some((one) => wanted.has(one));
    });
    recorder.take();
    for (const { id } of fitting.slice(0, MOST)) {
      await run("openapi.call_operation", { document, operation: id });
    }
    const exchanges = (recorder.take() ?? []).filter(({ request }) => request.url !== document);
    if (listed !== null)
      return exchanges.map(({ request, answer }) => exchangeOf(request.url, answer));
  }
  return [];
}

function exchangeOf(
  url: string,
  {
    status,
    text,
    headers = {},
  }: {
    readonly status: number;
    readonly text?: string | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  },
): Exchange {
  return {
    method: "GET",
    url,
    finalUrl: url,
    isDocument: false,
    headers: {},
    body: undefined,
    status,
    contentType: headers["content-type"] ?? "",
    setsCookies: false,
    text,
  };
}
