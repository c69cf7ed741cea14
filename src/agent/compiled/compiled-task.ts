import { z } from "zod";
import { readRecipe, type Recipe } from "../../extractor/index.ts";
import type { Json } from "../../storage/index.ts";
import { AgentError } from "../agent-error.ts";
import { isSecretName } from "../secrets.ts";

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

/** Characters of a whole task as JSON. */
const LONGEST = 1_000_000;
/** Names of parameters. */
const name = z.string().regex(/^[\w-]{1,64}$/);
const text = z.string().max(10_000);

const target = z.strictObject({
  role: z.string().max(100),
  name: z.string().max(1000),
  within: z.array(z.string().max(1000)).max(20),
  beside: z.array(z.string().max(1000)).max(20),
  attributes: z.record(z.string().max(100), z.string().max(4096)),
  place: z.strictObject({ index: z.int().min(0), count: z.int().min(1) }),
});

const step = z.strictObject({
  tool: z.enum(compiledTools),
  input: z.record(z.string().max(100), z.union([text, z.number()])),
  targets: z.partialRecord(z.enum(["ref", "to"]), target),
  expected: z.strictObject({
    url: z.string().max(4096).optional(),
    appeared: z.array(z.string().max(1000)).max(20),
  }),
});

const form = z.strictObject({
  version: z.literal(1),
  prompt: z.string().min(1).max(8192),
  start: z.url({ protocol: /^https?$/ }).max(4096),
  params: z.record(name, text),
  secrets: z.array(z.string().refine(isSecretName)).max(100),
  steps: z.array(step).max(200),
  readings: z
    .array(z.strictObject({ after: z.int().min(-1).max(200), recipe: z.unknown() }))
    .max(100),
  isWrapped: z.boolean(),
});

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
  const read = form.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw invalid(
      issue?.path.map(String).join(".") ?? "",
      issue?.message ?? "is not of the format",
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
