import type { Recipe } from "../../extractor/index.ts";
import type { Json } from "../../storage/index.ts";

/** How an element is told again: by what it was called first, by its attributes and place then. */
export interface CompiledTarget {
  /** Its role in a snapshot. */
  readonly role: string;
  /** What it was called; a parameter stands in it as `{{param.name}}`. */
  readonly name: string;
  /** What has a name around it, outermost first: `form "Log in"`. */
  readonly within: readonly string[];
  /** What was said nearest to it, as in its row. */
  readonly beside: readonly string[];
  /** Those of its attributes that tell it: `id`, `name`, `type`, `href` … */
  readonly attributes: Readonly<Record<string, string>>;
  /** Its place among the elements of its role and name, from 0, and how many they were. */
  readonly place: { readonly index: number; readonly count: number };
}

/** What a step came to, which it must come to again. */
export interface CompiledOutcome {
  /** The address after a step that moved: origin and path, `*` for a part that differs from run to run. */
  readonly url?: string | undefined;
  /** What the page said anew: one of it at least is said again. */
  readonly appeared: readonly string[];
}

/** Tools that a compiled step calls. */
export const compiledTools = [
  "open",
  "back",
  "click",
  "hover",
  "fill",
  "press",
  "drag",
  "scroll",
  "wait_for",
] as const;

/** One step: a tool, what it is given but references, and the elements that those were of. */
export interface CompiledStep {
  readonly tool: (typeof compiledTools)[number];
  /** As the tool takes it; texts and addresses have `{{param.name}}` and `{{secret.name}}` in them. */
  readonly input: Readonly<Record<string, Json>>;
  /** By the member of the input that is a reference: `ref`, `to`. */
  readonly targets: Readonly<Record<string, CompiledTarget>>;
  readonly expected: CompiledOutcome;
}

/** Where a part of the result is read. */
export interface CompiledReading {
  /** The step after which the page says it, from 0; -1 for the page that is opened first. */
  readonly after: number;
  /** How it is read; its schema has the members of the result that it gives. */
  readonly recipe: Recipe;
}

/** A task that was done once, as steps that need no model. Plain JSON. */
export interface CompiledTask {
  readonly version: 1;
  /** What it does, in the words in which a model was told, with `{{param.name}}`. */
  readonly prompt: string;
  /** The address that is opened first. */
  readonly start: string;
  /** Names of the parameters, with the value of the run that it was made of. */
  readonly params: Readonly<Record<string, string>>;
  /** Names of the secrets that its steps type. */
  readonly secrets: readonly string[];
  readonly steps: readonly CompiledStep[];
  /** None where the result was not read from a page: the result of a replay is then `null`. */
  readonly readings: readonly CompiledReading[];
  /** Whether the result is the member `result` of what the readings give, and not all of it. */
  readonly isWrapped: boolean;
}
