import { currentOwner } from "../../core/index.ts";
import type { Json } from "../../storage/index.ts";
import { AccountBound } from "./account-bound.ts";
import { ServiceError } from "./service-error.ts";
import type { SchemaJudge } from "../../ai/index.ts";

/** Bytes of an output schema as compact JSON (interface, part 8). */
const LARGEST_SCHEMA = 51_200;
/** Levels of an output schema: what reads it goes down into it. */
const DEEPEST_SCHEMA = 128;

/** Schemas of one account that are judged at the same time, in a process. */
const judged = new AccountBound("checks of output schemas", 100);

/** How a schema is checked. */
interface SchemaCall {
  readonly judge: SchemaJudge;
  readonly signal: AbortSignal;
  /** What the field is called; `outputSchema` when absent. */
  readonly field?: string;
}

/**
 * The JSON Schema of a field; null when there is none.
 * @throws ServiceError `INVALID_REQUEST` when it is too large or too deep, or does not compile;
 *   `RATE_LIMIT_EXCEEDED` when the account has as many checked as it may; the signal's reason
 */
export async function checkOutputSchema(
  given: Readonly<Record<string, unknown>> | undefined,
  { judge, signal, field = "outputSchema" }: SchemaCall,
): Promise<Readonly<Record<string, Json>> | null> {
  if (given === undefined) return null;
  if (!isWithin(given, DEEPEST_SCHEMA)) {
    throw refusedSchema(field, `is nested more than ${DEEPEST_SCHEMA} levels deep`);
  }
  const text = JSON.stringify(given);
  if (Buffer.byteLength(text) > LARGEST_SCHEMA) {
    throw refusedSchema(field, `must be at most ${LARGEST_SCHEMA} bytes of compact JSON`);
  }
  const giveBack = judged.take(currentOwner());
  try {
    const fault = await judge.compiles(given, signal);
    if (fault !== undefined) throw refusedSchema(field, fault);
  } finally {
    giveBack();
  }
  return given as Readonly<Record<string, Json>>;
}

/** Whether a value is not deeper than so many levels; it goes down no further than that. */
function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isWithin(inner, levels - 1));
}

function refusedSchema(field: string, fault: string): ServiceError {
  return new ServiceError("INVALID_REQUEST", {
    message: `${field} ${fault}.`.replace(/\.\.$/, "."),
  });
}
