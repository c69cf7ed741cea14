import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../ai/index.ts";
import { isJsonObject } from "../../ai/internal.ts";
import {
  isExtractorError,
  learnRecipe,
  runRecipe,
  schemaOfValue,
  type Recipe,
  type SourcePage,
} from "../../extractor/index.ts";
import { parse } from "../../html/index.ts";
import type { Json } from "../../storage/index.ts";
import type { CompiledReading } from "./compiled-task.ts";
import type { RecordedPage } from "./step-recorder.ts";

/** How the result of a task is read from its pages. */
interface LearnedReadings {
  readonly readings: readonly CompiledReading[];
  /** Members of the result that no page says. */
  readonly missing: readonly string[];
  /** As in a compiled task. */
  readonly isWrapped: boolean;
}

/**
 * Learns how a result is read from the pages of a task, those seen last first: only what reads back the
 * same is taken.
 */
export function learnReadings(
  pages: readonly RecordedPage[],
  result: Json,
  outputSchema: JsonObject | undefined,
): LearnedReadings {
  const isWrapped = !isJsonObject(result);
  const values = isWrapped ? { result } : result;
  const schema = objectSchema(values, isWrapped ? undefined : outputSchema);
  let missing = Object.keys(values).filter((name) => values[name] != null);
  const readings: CompiledReading[] = [];
  for (const { after, html, url } of pages.toReversed()) {
    if (missing.length === 0) break;
    const page = { tree: parse(html), url };
    const known = pick(values, readable(page, pick(values, missing), schema));
    const recipe = learned(page, known, schema);
    if (recipe === undefined) continue;
    readings.push({ after, recipe });
    missing = missing.filter((name) => !Object.hasOwn(known, name));
  }
  return { readings, missing, isWrapped };
}

/** The members that a recipe of all of them reads back. */
function readable(page: SourcePage, values: JsonObject, schema: JsonObject): string[] {
  const recipe = learnFrom(page, values, schema);
  if (recipe === undefined) return [];
  const reading = runRecipe(recipe, page);
  return Object.keys(values).filter((name) =>
    isDeepStrictEqual(reading.values[name], values[name]),
  );
}

/** A recipe of these values alone that reads them all back without a fault. */
function learned(page: SourcePage, values: JsonObject, schema: JsonObject): Recipe | undefined {
  if (Object.keys(values).length === 0) return undefined;
  const recipe = learnFrom(page, values, schema);
  if (recipe === undefined) return undefined;
  const reading = runRecipe(recipe, page);
  return reading.faults.length === 0 && isDeepStrictEqual(reading.values, values)
    ? recipe
    : undefined;
}

function learnFrom(page: SourcePage, values: JsonObject, schema: JsonObject): Recipe | undefined {
  const names = Object.keys(values);
  const all = schema["properties"] as JsonObject;
  const own = { ...schema, properties: pick(all, names), required: names };
  try {
    return learnRecipe([{ ...page, values }], own);
  } catch (error) {
    // A schema that the extractor does not read, or an address that is none.
    if (isExtractorError(error)) return undefined;
    throw error;
  }
}

/** The schema with the properties that a result has, of what was asked for or as the values are. */
function objectSchema(values: JsonObject, asked: JsonObject | undefined): JsonObject {
  const given = asked?.["properties"];
  const known = isJsonObject(given) ? given : {};
  const properties = Object.entries(values).map(([name, value]) => {
    return [name, Object.hasOwn(known, name) ? known[name] : schemaOfValue(value)];
  });
  return { ...asked, type: "object", properties: Object.fromEntries(properties) };
}

function pick(values: JsonObject, names: readonly string[]): Record<string, Json> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
