import { isDeepStrictEqual } from "node:util";
import type { RecordedCase, Recipe } from "../format/action-schema.ts";
import type { CaseRun } from "./login-play.ts";
import type { DriftChange } from "./drift-changes.ts";
import { UNANSWERED } from "./replay-transport.ts";

/** How a run on a changed answer ended. */
interface Drifted {
  readonly result: CaseRun;
  readonly change: DriftChange;
  readonly recipe: Recipe;
  readonly recorded: RecordedCase;
}

/** Why a run on a changed answer ended wrongly; undefined when it did not. */
export function driftProblem({ result, change, recipe, recorded }: Drifted): string | undefined {
  if (result.status === "failed") {
    const { message } = result.error;
    if (message.includes(UNANSWERED))
      return `Sent a request that the case does not have: ${message}`;
    return isTelling(message, change, recipe)
      ? undefined
      : `The error message does not say what is wrong: ${message}`;
  }
  if (change.kind === "fails") return `Completed with ${shown(result.data)}`;
  if ("error" in recorded.expect || isPaging(change.names, recipe)) return undefined;
  const wrong = wrongPlaces(recorded.expect.data, result.data, defaultsOf(recipe));
  // A list that may be missing has no more items either.
  if (wrong.join() === "data.has_more") return undefined;
  return wrong.length === 0
    ? undefined
    : `Completed with other data at ${wrong.slice(0, 5).join(", ")}`;
}

/** The reason names what was changed, the step or the output that shows it, or is the recipe's own sentence. */
function isTelling(message: string, { names }: DriftChange, recipe: Recipe): boolean {
  const text = message.toLowerCase();
  if (text.includes(names.toLowerCase()) || text.includes("output")) return true;
  const { assertions } = recipe;
  const source = JSON.stringify({ steps: recipe.steps, assertions });
  const ids = [...source.matchAll(/"id":"(\w+)"/g)].map(([, id = ""]) => id);
  const steps = ids.flatMap((id) => [`'${id}'`, `steps.${id}`]);
  const own = [...source.matchAll(/"message":"((?:[^"\\]|\\.)*)"/g)].flatMap(([, sentence = ""]) =>
    sentence.split(/\{\{.*?\}\}/).filter((piece) => piece.length >= 10),
  );
  return [...steps, ...own].some((part) => text.includes(part.toLowerCase()));
}

/** Without the way to a next page a list ends. */
function isPaging(name: string, recipe: Recipe): boolean {
  const next = [...JSON.stringify(recipe.steps).matchAll(/"next":(\{[^}]*\})/g)];
  return next.some(([, rule = ""]) => rule.includes(name));
}

/** Values that the recipe gives for what is missing. */
function defaultsOf(recipe: Recipe): unknown[] {
  const found: unknown[] = [null];
  const { steps, output } = recipe;
  const text = JSON.stringify({ steps, output }, (key, value: unknown) => {
    // A rule's `value` that is no template stands behind others in `first_of`.
    if (key === "default" || (key === "value" && typeof value !== "string")) found.push(value);
    return value;
  });
  for (const [, literal = ""] of text.matchAll(/default\(((?:[^()\\]|\\.)*)\)/g)) {
    found.push(parsed(literal.replaceAll('\\"', '"')));
  }
  return found;
}

function parsed(literal: string): unknown {
  try {
    return JSON.parse(literal);
  } catch {
    return null;
  }
}

/** Paths at which data is neither as before nor one of the values for what is missing. */
function wrongPlaces(before: unknown, after: unknown, missing: readonly unknown[]): string[] {
  const wrong: string[] = [];
  const compare = (path: string, a: unknown, b: unknown): void => {
    if (isDeepStrictEqual(a, b) || missing.some((value) => isDeepStrictEqual(value, b))) return;
    const keys = sameKeys(a, b);
    if (keys === undefined) wrong.push(path);
    else for (const key of keys) compare(`${path}.${key}`, memberOf(a, key), memberOf(b, key));
  };
  compare("data", before, after);
  return wrong;
}

/** The keys of two arrays of one length, or two objects of the same members; else undefined. */
function sameKeys(a: unknown, b: unknown): string[] | undefined {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return undefined;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  if (Array.isArray(a) !== Array.isArray(b) || keys.length !== others.length) return undefined;
  return keys.every((key) => Object.hasOwn(b, key)) ? keys : undefined;
}

const memberOf = (value: unknown, key: string): unknown => (value as Record<string, unknown>)[key];

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
