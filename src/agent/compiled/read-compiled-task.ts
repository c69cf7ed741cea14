import { readRecipe } from "../../extractor/index.ts";
import { AgentError } from "../agent-error.ts";
import type { CompiledTask } from "./compiled-task.ts";
import { compiledTaskSchema } from "./schema.ts";

/** Characters of a whole task as JSON. */
const LONGEST = 1_000_000;

/**
 * A compiled task of JSON from outside: a file, a database.
 * @param json what `JSON.parse` gave
 * @throws AgentError `INVALID_TASK` with the place in the message; ExtractorError `INVALID_RECIPE`
 * @example
 * ```ts
 * const task = readCompiledTask(JSON.parse(await readFile("task.json", "utf8")));
 * ```
 */
export function readCompiledTask(json: unknown): CompiledTask {
  const read = compiledTaskSchema.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw invalid(
      issue?.path.map(String).join(".") ?? "",
      issue?.message ?? "does not match the format",
    );
  }
  if (JSON.stringify(json).length > LONGEST) {
    throw invalid("", `must have at most ${LONGEST} characters`);
  }
  const { readings, ...rest } = read.data;
  return {
    ...rest,
    readings: readings.map(({ after, recipe }) => ({ after, recipe: readRecipe(recipe) })),
  };
}

function invalid(place: string, fault: string): AgentError {
  const where = place === "" ? "" : ` at ${place}`;
  return new AgentError("INVALID_TASK", {
    message: `The compiled task is not valid${where}: ${fault}.`,
  });
}
