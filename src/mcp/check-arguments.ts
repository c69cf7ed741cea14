import type { ErrorObject, ValidateFunction } from "ajv";
import { nearestName } from "../core/index.ts";
import type { Fields } from "./readings/fields.ts";
import { McpToolError } from "./tool-error.ts";
import type { ArgumentSchema, Tool } from "./tools/tool.ts";

/** Compiled at the first call of each tool; a tool that is never called costs nothing. */
const compiled = new WeakMap<Tool, ValidateFunction>();

/**
 * Refuses arguments that a tool does not take, so that a model sees what to change.
 * @param schema the tool's, with what every tool takes
 * @throws McpToolError
 */
export async function checkArguments(
  tool: Tool,
  schema: ArgumentSchema,
  args: Fields,
): Promise<void> {
  const known = Object.keys(schema.properties);
  const wrong = Object.keys(args).find((name) => !known.includes(name));
  if (wrong !== undefined) {
    const near = nearestName(wrong, known);
    const meant = near === undefined ? "" : `; did you mean '${near}'?`;
    const message = `${tool.name} has no argument '${wrong.slice(0, 100)}'${meant}`;
    throw new McpToolError(message, `It takes ${known.join(", ")}.`);
  }
  const validate = compiled.get(tool) ?? (await compile(schema));
  compiled.set(tool, validate);
  if (validate(args)) return;
  const faults = (validate.errors ?? []).map(faultOf);
  throw new McpToolError(`${tool.name}: ${faults.join("; ")}`, "Correct this and call again.");
}

/** The first fault is enough: arguments may be of any size. Formats are for the model to see; the service checks addresses itself. */
async function compile(schema: ArgumentSchema): Promise<ValidateFunction> {
  const { Ajv } = await import("ajv");
  return new Ajv({ strict: false, allErrors: false, validateFormats: false }).compile(schema);
}

function faultOf({ instancePath, message, params }: ErrorObject): string {
  const { allowedValues } = params as Fields;
  const place = instancePath === "" ? "the arguments" : instancePath.slice(1, 100);
  const allowed = allowedValues === undefined ? "" : `: ${JSON.stringify(allowedValues)}`;
  return `${place} ${message ?? "do not fit"}${allowed}`;
}
