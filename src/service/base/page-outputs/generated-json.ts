import type { SchemaJudge } from "../../../ai/index.ts";
import type { Evidence, Extraction } from "../../../extractor/index.ts";
import type { Json } from "../../../storage/index.ts";
import { lackingOf } from "./lacking.ts";
import type { MadeJson } from "./make-outputs.ts";
import type { OutputSchema } from "./lacking.ts";

/** What became of JSON extraction. */
export type GeneratedJson =
  | {
      readonly status: "success";
      readonly data: Readonly<Record<string, Json>>;
      /** Dotted paths of properties that have no value; absent when all have one. */
      readonly missing?: readonly string[];
      /** Where each value of the schema comes from, by its dotted path; absent where not asked for. */
      readonly evidence?: Readonly<Record<string, Evidence>>;
    }
  | { readonly status: "failed"; readonly data: null; readonly error: string };

/** What was made, and of what. */
interface JsonWish {
  readonly made: MadeJson;
  readonly schema: OutputSchema | null;
  readonly evidence: boolean;
}

/** Paths that an error names. */
const MOST_NAMED = 10;
/** Characters of an error. */
const LONGEST_ERROR = 1000;

/**
 * What extraction comes to: a success has a value for every property that the schema requires, at
 * least one, and matches the schema.
 * @param judge judges the schema in a thread
 * @throws the signal's reason
 */
export async function generatedJson(
  judge: Pick<SchemaJudge, "matches">,
  { made, schema, evidence: isAsked }: JsonWish,
  signal: AbortSignal,
): Promise<GeneratedJson> {
  const data = made.by === "schema" ? made.extraction.data : made.facts;
  const reason = made.by === "schema" ? unfit(made.extraction, schema ?? {}) : without(data);
  if (reason !== undefined) return failed(reason);
  const fault = schema === null ? undefined : await judge.matches({ schema, value: data }, signal);
  if (fault !== undefined) return failed(`The extracted values do not match the schema: ${fault}`);
  if (made.by !== "schema") return { status: "success", data };
  const { missing, evidence } = made.extraction;
  return {
    status: "success",
    data,
    ...(missing.length > 0 && { missing }),
    ...(isAsked && { evidence }),
  };
}

function without(facts: object): string | undefined {
  if (Object.keys(facts).length > 0) return undefined;
  return "The page has no structured data and no metadata beyond a title.";
}

/** Why values do not count; undefined when they do. */
function unfit(extraction: Extraction, schema: OutputSchema): string | undefined {
  const { data, missing, warnings } = extraction;
  const lacking = lackingOf(schema, data);
  const named = lacking.length > 0 ? lacking : missing;
  if (lacking.length === 0 && Object.keys(data).length > 0) return undefined;
  // What a model's server said may name keys and addresses of the host.
  const isFailed = warnings.some(({ kind }) => kind === "model-failed");
  return `${isFailed ? "The model failed. " : ""}Not found on the page: ${list(named)}.`;
}

function list(paths: readonly string[]): string {
  const more = paths.length - MOST_NAMED;
  const named = paths.slice(0, MOST_NAMED).join(", ");
  return more > 0 ? `${named} and ${more} more` : named;
}

function failed(error: string): GeneratedJson {
  return { status: "failed", data: null, error: error.slice(0, LONGEST_ERROR) };
}
