import { FilterFault } from "../filters/filter.ts";
import { isPlainObject, readPath } from "./json-path.ts";
import { RunFault } from "./run-fault.ts";
import type { Scope } from "./scope.ts";
import {
  parseTemplate,
  soleExpression,
  type Argument,
  type Expression,
  type Reference,
} from "./template.ts";

/** Characters of a text that a template gives. */
const LONGEST = 10_000_000;

/** What an expression gives; null for what is missing. */
export function evaluate(expression: Expression, scope: Scope): unknown {
  let value = lookUp(expression, scope);
  for (const { name, filter, args } of expression.filters) {
    if (value === null && filter.takesNull !== true) continue;
    try {
      value =
        filter.apply(
          value,
          args.map((arg) => argumentOf(arg, scope)),
        ) ?? null;
    } catch (error) {
      if (!(error instanceof FilterFault)) throw error;
      const message = `${expression.source}: filter '${name}' ${error.message}.`;
      throw valueFault(expression, message);
    }
  }
  if (expression.root === "credential") scope.sawSecret(value);
  return value;
}

/** A failure of a value: the caller's when it is of a parameter. */
export function valueFault({ root }: Reference, message: string): RunFault {
  return new RunFault({
    code: root === "params" ? "INVALID_PARAMS" : "EXECUTION_FAILED",
    message,
  });
}

/**
 * The text of a template: null gives none, other JSON than text, numbers and booleans is refused.
 * @param needed whether what answers lack is refused as well: what is joined to it would be wrong
 */
export function renderText(text: string, scope: Scope, needed = false): string {
  let result = "";
  for (const part of parseTemplate(text)) {
    if (typeof part === "string") result += part;
    else {
      const value = evaluate(part, scope);
      if (needed && value === null && isOfAnswer(part, scope)) {
        throw valueFault(part, `${part.source} is missing, and ${JSON.stringify(text)} needs it.`);
      }
      result += textOf(part, value);
    }
    if (result.length > LONGEST) {
      throw new RunFault({
        code: "EXECUTION_FAILED",
        message: `A text of the action is longer than ${LONGEST} characters.`,
      });
    }
  }
  return result;
}

/** A value as text. */
export function textOf(expression: Expression, value: unknown): string {
  if (value === null) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const kind = Array.isArray(value) ? "a list" : "an object";
  throw valueFault(expression, `${expression.source} must be text; got ${kind}.`);
}

/** JSON of a recipe with its templates filled in; a string that is one template keeps its type. */
export function renderValue(json: unknown, scope: Scope): unknown {
  if (typeof json === "string") {
    const sole = soleExpression(parseTemplate(json));
    return sole === undefined ? renderText(json, scope, true) : jsonOf(sole, evaluate(sole, scope));
  }
  if (Array.isArray(json)) return json.map((item) => renderValue(item, scope));
  if (!isPlainObject(json)) return json;
  // `fromEntries` defines members: `__proto__` is a name like another.
  return Object.fromEntries(
    Object.entries(json).map(([name, each]) => [name, renderValue(each, scope)]),
  );
}

/** Whether a text is one template that reads what an answer, or an item of it, has not. */
export function lacksAnswer(json: unknown, scope: Scope): boolean {
  const sole = typeof json === "string" ? soleExpression(parseTemplate(json)) : undefined;
  if (sole === undefined || !isOfAnswer(sole, scope)) return false;
  return readPath(scope.root(sole.root), sole.path).value === undefined;
}

function jsonOf(expression: Expression, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value) || isPlainObject(value)) return value;
  throw valueFault(expression, `${expression.source} is a document; a step must read it first.`);
}

/** Whether a value is read in what a site answered; a step that was skipped was answered nothing. */
function isOfAnswer({ root, path }: Reference, scope: Scope): boolean {
  if (root === "item") return scope.root("item") !== null;
  return (
    root === "steps" && (readPath(scope.root("steps"), path.slice(0, 1)).value ?? null) !== null
  );
}

function argumentOf(argument: Argument, scope: Scope): unknown {
  return "json" in argument ? argument.json : lookUp(argument, scope);
}

function lookUp({ root, path }: Reference, scope: Scope): unknown {
  const value = readPath(scope.root(root), path).value ?? null;
  if (root === "credential") scope.sawSecret(value);
  return value;
}
