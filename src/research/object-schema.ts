import type { SchemaJudge } from "../ai/index.ts";
import { isObject } from "../extractor/internal.ts";
import type { Json } from "../storage/index.ts";
import { ResearchError } from "./research-error.ts";

type Schema = Readonly<Record<string, Json>>;

/** A schema that values are read by: an extractor takes objects. */
export interface ObjectSchema {
  /** As it was given. */
  readonly given: Schema;
  /** An object's; of a list, that of an object with the list as its member {@link LIST}. */
  readonly object: Schema;
  readonly isList: boolean;
}

/** The member that a list is read as. */
export const LIST = "items";

/**
 * Reads the caller's schema.
 * @throws ResearchError `INVALID_SCHEMA`; the signal's reason
 */
export async function readObjectSchema(
  given: Schema,
  judge: Pick<SchemaJudge, "compiles">,
  signal: AbortSignal,
): Promise<ObjectSchema> {
  const fault = await judge.compiles(given, signal);
  if (fault !== undefined) throw invalid(`it does not compile: ${fault}`);
  const { type, properties } = given;
  if (type === "array" && isObject(given["items"])) {
    const { $defs, definitions } = given;
    const object: Schema = {
      type: "object",
      properties: { [LIST]: given },
      ...($defs !== undefined && { $defs }),
      ...(definitions !== undefined && { definitions }),
    };
    return { given, object, isList: true };
  }
  const hasProperties = isObject(properties) && Object.keys(properties).length > 0;
  if ((type === "object" || type === undefined) && hasProperties) {
    return { given, object: { ...given, type: "object" }, isList: false };
  }
  throw invalid("it has no properties and is not a list of items");
}

function invalid(why: string): ResearchError {
  const message = `Expected the JSON Schema of an object with properties or of a list; ${why}.`;
  return new ResearchError("INVALID_SCHEMA", { message });
}
