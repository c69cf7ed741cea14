import type { SchemaJudge } from "../../ai/index.ts";
import type { AgentTool } from "../tools/agent-tool.ts";

/** What `done` is judged with. */
interface EndingParts {
  readonly outputSchema: Readonly<Record<string, unknown>> | undefined;
  readonly judge: Pick<SchemaJudge, "faults">;
}

/** The tools by which a model ends its task: `done` and `give_up`. */
export function endingTools({ outputSchema, judge }: EndingParts): readonly AgentTool[] {
  const done: AgentTool = {
    name: "done",
    description: "Ends the task: gives what was asked for, as you saw it.",
    inputSchema: objectOf({ result: outputSchema === undefined ? { type: "string" } : {} }),
    shownSchema: outputSchema && shownOf(outputSchema),
    async run({ result = null }, { signal }) {
      const faults =
        outputSchema === undefined
          ? []
          : await judge.faults({ schema: outputSchema, value: result }, signal);
      if (faults.length === 0) return { said: "Done.", end: { result } };
      return {
        said: `The result is not what was asked for: ${faults.join("; ")}.`,
        isFailure: true,
      };
    },
  };
  const giveUp: AgentTool = {
    name: "give_up",
    description: "Ends a task that cannot be done, with the reason.",
    inputSchema: objectOf({ reason: { type: "string", minLength: 1 } }),
    run: async ({ reason = "" }) => ({ said: "Given up.", end: { reason: reason as string } }),
  };
  return [done, giveUp];
}

/** What of a schema stands at the root alone. */
const AT_ROOT = new Set(["$schema", "$id", "$defs", "definitions"]);

/** A result's schema where a model sees it; what its references point to is at the root again. */
function shownOf(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { $defs, definitions } = schema;
  const result = Object.entries(schema).filter(([name]) => !AT_ROOT.has(name));
  return {
    ...objectOf({ result: Object.fromEntries(result) }),
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  };
}

/** The schema of an object that needs all of its members. */
function objectOf(properties: Readonly<Record<string, object>>): Record<string, unknown> {
  const required = Object.keys(properties);
  return { type: "object", properties, required, additionalProperties: false };
}
