import type { Parameter } from "../format/parameter-schema.ts";
import { checkParams } from "../run/params.ts";
import { checkPattern } from "./check-reading.ts";
import type { Issues } from "./recipe-issue.ts";

/** Checks parameters: names, patterns, and that default and examples are what they ask for. */
export function checkParameters(parameters: readonly Parameter[], issues: Issues): void {
  const names = new Set<string>();
  for (const [index, parameter] of parameters.entries()) {
    const { name } = parameter;
    if (names.has(name)) issues.at(index, "name").add(`There are two parameters '${name}'.`);
    names.add(name);
    checkParameter(parameter, issues.at(index));
  }
}

function checkParameter(parameter: Parameter, issues: Issues): void {
  const { name, required, default: fallback, examples, pattern } = parameter;
  checkBounds(parameter, issues);
  if (required && fallback !== undefined)
    issues.add("A required parameter must not have a default.");
  const before = issues.found.length;
  checkPattern(pattern, issues.at("pattern"));
  if (issues.found.length > before) return;
  const { default: _, ...bare } = parameter;
  if (fallback != null) issues.at("default").try(() => checkParams([bare], { [name]: fallback }));
  for (const [index, example] of examples.entries()) {
    issues.at("examples", index).try(() => checkParams([bare], { [name]: example }));
  }
}

/** Bounds are of the type that they are of. */
function checkBounds(parameter: Parameter, issues: Issues): void {
  const { type, items = "string", format, pattern, max_length: longest } = parameter;
  const scalar = type === "array" ? items : type;
  const ofText = [format, pattern, longest];
  if (scalar !== "string" && ofText.some((bound) => bound !== undefined)) {
    issues.add("'format', 'pattern' and 'max_length' are only allowed for strings.");
  }
  const ofNumbers = [parameter.minimum, parameter.maximum];
  const isNumber = scalar === "integer" || scalar === "number";
  if (!isNumber && ofNumbers.some((bound) => bound !== undefined)) {
    issues.add("'minimum' and 'maximum' are only allowed for numbers.");
  }
}
