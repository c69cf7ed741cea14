import { generateObject, type GenerateCollaborators, type TokenUsage } from "../ai/index.ts";
import type { Json } from "../storage/index.ts";
import type { Evidence } from "./values/evidence.ts";
import { coerceGiven, fitAnswer } from "./fit-answer.ts";
import { memberOf, missingProperties, missingSchema } from "./missing.ts";
import type { PageCandidates } from "./candidates/page-candidates.ts";
import type { Property } from "./schema/property.ts";
import { relevantText } from "./candidates/relevant-text.ts";

/** What the model is asked for, and on which page. */
interface Completion {
  readonly page: PageCandidates;
  readonly root: Property;
  /** What is known already; the model is asked for the rest alone. */
  readonly known: Json | undefined;
  /** Characters of the page that the model is given. */
  readonly maxCharacters: number;
}

/** What a model added. */
interface Completed {
  readonly value: Json | undefined;
  readonly evidence: Readonly<Record<string, Evidence>>;
  readonly usage: TokenUsage;
  /** Paths of values that the model gave and that do not stand on the page; they are left out. */
  readonly refused: readonly string[];
  /** What the model gave that is no value of the schema, in words; empty for nothing. */
  readonly unfit: readonly string[];
  /** Whether the model gave no value at all. */
  readonly isNothing: boolean;
  /** Whether the model was given a part of the page alone. */
  readonly isCutOff: boolean;
}

const INSTRUCTIONS =
  "Read the values of the schema from the page. Copy texts exactly as they stand there. What the page does not say is null: never guess, never compute, never translate.";

/** Characters of a piece of evidence. */
const LONGEST_TEXT = 500;

/**
 * Has a model read what is missing, and takes what stands on the page; what does not only where the
 * schema says `x-derived`. Undefined when nothing is missing.
 * @throws AiError as `generateObject`; the signal's reason
 */
export async function completeByModel(
  collaborators: GenerateCollaborators,
  { page, root, known, maxCharacters }: Completion,
  { signal }: { readonly signal?: AbortSignal | undefined },
): Promise<Completed | undefined> {
  const schema = missingSchema(root, known) as Readonly<Record<string, unknown>> | undefined;
  if (schema === undefined) return undefined;
  const { text, isCutOff } = relevantText(page, missingProperties(root, known), maxCharacters);
  const { object, usage, warnings } = await generateObject(
    collaborators,
    {
      schema: { ...schema, type: "object" },
      instructions: INSTRUCTIONS,
      data: [
        { label: "address", text: page.url },
        { label: "page text", text },
      ],
      fit: (answer) => fitAnswer(root, answer, page),
    },
    { signal },
  );
  const check = new Check(page);
  const value = check.take(root, object, { path: "", known });
  const evidence = Object.fromEntries(check.told);
  const unfit = warnings.filter(({ kind }) => kind === "left-out").map(({ message }) => message);
  const isNothing = warnings.some(({ kind }) => kind === "nothing-answered");
  return { value, evidence, usage, refused: check.refused, unfit, isNothing, isCutOff };
}

interface At {
  readonly path: string;
  /** What is known at the path; it stays. */
  readonly known: Json | undefined;
}

/** Takes what a model gave, where it stands on the page, into what is known. */
class Check {
  readonly told: (readonly [path: string, evidence: Evidence])[] = [];
  readonly refused: string[] = [];
  readonly #page: PageCandidates;

  constructor(page: PageCandidates) {
    this.#page = page;
  }

  take(property: Property, given: Json | undefined, { path, known }: At): Json | undefined {
    const { schema, parts, items } = property;
    if (schema.type === "object" && parts.length > 0) {
      return this.#takeObject(property, given, { path, known });
    }
    if (known !== undefined && !isEmptyList(known)) return known;
    if (given === undefined || given === null) return known;
    if (schema.type !== "array" || items === undefined) {
      return this.#takeLeaf(property, given, path);
    }
    const taken = this.#takeItems(items, given, path);
    return taken.length === 0 ? known : taken;
  }

  #takeItems(items: Property, given: Json, path: string): Json[] {
    const taken: Json[] = [];
    for (const each of Array.isArray(given) ? (given as readonly Json[]) : [given]) {
      const at = `${path}[${taken.length}]`;
      const value = this.take(items, each, { path: at, known: undefined });
      if (value !== undefined) taken.push(value);
    }
    return taken;
  }

  /** The parts of an object; one in another is left out when it lacks a part that is required. */
  #takeObject(
    { parts, schema }: Property,
    given: Json | undefined,
    { path, known }: At,
  ): Json | undefined {
    const told = this.told.length;
    const taken = parts.flatMap((part) => {
      const at = path === "" ? part.key : `${path}.${part.key}`;
      const value = this.take(part, memberOf(given, part.key), {
        path: at,
        known: memberOf(known, part.key),
      });
      return value === undefined ? [] : [[part.key, value] as const];
    });
    const names = new Set(taken.map(([name]) => name));
    const isWhole = path === "" || schema.required.every((name) => names.has(name));
    if (isWhole && taken.length > 0) return Object.fromEntries(taken);
    this.told.length = told;
    return known;
  }

  #takeLeaf(property: Property, given: Json, path: string): Json | undefined {
    const value = coerceGiven(given, property, this.#page);
    if (value === undefined) {
      this.refused.push(path);
      return undefined;
    }
    const proof = this.#page.proof.of(property, value);
    if (proof === undefined && !property.schema.derived) {
      this.refused.push(path);
      return undefined;
    }
    const text = (proof?.text ?? "").slice(0, LONGEST_TEXT);
    const derived = proof === undefined;
    const support = derived ? "unchecked" : "quoted";
    this.told.push([path, { source: "model", text, place: "", derived, support }]);
    return value;
  }
}

function isEmptyList(value: Json): boolean {
  return Array.isArray(value) && value.length === 0;
}
