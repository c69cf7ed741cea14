import type * as Ajv2020 from "ajv/dist/2020.js";
import type { ErrorObject, ValidateFunction } from "ajv";
import type { Json } from "../../storage/index.ts";
import { jsonFault } from "../run/json-bounds.ts";
import { compilePattern, loadDependency } from "../../core/index.ts";
import { executionFault } from "../run/run-fault.ts";
import { runLimits } from "../run/run-limits.ts";
import { readFormat } from "../run/text-formats.ts";

const known = new WeakMap<object, ValidateFunction>();

/** Patterns in linear time; ajv writes `code` into nothing, since it compiles in this process. */
const regExp = Object.assign((pattern: string) => compilePattern(pattern), {
  code: "compilePattern",
});

const formats = {
  date: (text: string) => "value" in readFormat("date", text),
  "date-time": (text: string) => "value" in readFormat("date_time", text),
  uri: (text: string) => URL.canParse(text),
  email: (text: string) => "value" in readFormat("email", text),
};

/**
 * A JSON Schema as a check; the same object gives the same one.
 * @throws Error of ajv for a schema that does not compile
 */
export function compileSchema(schema: object): ValidateFunction {
  const before = known.get(schema);
  if (before !== undefined) return before;
  // Loaded when the first output is checked.
  const { Ajv2020: Draft } = loadDependency("ajv/dist/2020.js", import.meta.url) as typeof Ajv2020;
  const ajv = new Draft({ strict: false, logger: false, code: { regExp }, formats });
  const check = ajv.compile(schema);
  known.set(schema, check);
  return check;
}

/**
 * The output of a run, which must be JSON within bounds that fits its schema.
 * @throws RunFault
 */
export function checkOutput(output: unknown, schema: object): Json {
  const bounds = { maxBytes: runLimits.outputBytes, maxDepth: runLimits.depth };
  const fault = jsonFault(output, bounds);
  if (fault !== undefined) throw executionFault(`The output must be ${fault}.`);
  const check = compileSchema(schema);
  if (check(output)) return output as Json;
  const [error] = check.errors ?? [];
  throw executionFault(`The output does not match the action's output schema: ${told(error)}.`);
}

function told(error: ErrorObject | undefined): string {
  if (error === undefined) return "it does not fit its schema";
  const path = error.instancePath.slice(1).replaceAll("/", ".") || "it";
  const { additionalProperty } = error.params as { readonly additionalProperty?: string };
  const named = additionalProperty === undefined ? "" : ` ('${additionalProperty}')`;
  return `${path} ${error.message ?? "is wrong"}${named}`;
}
