import { generateObject, type GenerateCollaborators, type TokenUsage } from "../ai/index.ts";
import type { Json } from "../storage/index.ts";
import type { Evidence } from "./evidence.ts";
import { missingSchema } from "./missing.ts";
import type { PageCandidates } from "./page-candidates.ts";
import { allProperties, type Property } from "./property.ts";
import { relevantText } from "./relevant-text.ts";
import { coerceValue } from "./values/coerce-value.ts";
import { isObject } from "./value-schema.ts";

/** What the model is asked for, and on which page. */
export interface Completion {
  readonly page: PageCandidates;
  readonly root: Property;
  /** What is known already; the model is asked for the rest alone. */
  readonly known: Json | undefined;
  /** Characters of the page that the model is given. */
  readonly maxCharacters: number;
}

/** What a model added. */
export interface Completed {
  readonly value: Json | undefined;
  readonly evidence: Readonly<Record<string, Evidence>>;
  readonly usage: TokenUsage;
  /** Paths of values that the model gave and that do not stand on the page; they are left out. */
  readonly refused: readonly string[];
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
  const { text, isCutOff } = relevantText(page, [...allProperties(root)], maxCharacters);
  const { object, usage } = await generateObject(
    collaborators,
    {
      schema: { ...schema, type: "object" },
      instructions: INSTRUCTIONS,
      data: [
        { label: "address", text: page.url },
        { label: "page text", text },
      ],
    },
    { signal },
  );
  const check = new Check(page);
  const given = check.take(root, object, { path: "", known });
  return { value: given, evidence: check.evidence, usage, refused: check.refused, isCutOff };
}

interface At {
  readonly path: string;
  /** What is known at the path; it stays. */
  readonly known: Json | undefined;
}

/** Takes what a model gave, where it stands on the page, into what is known. */
class Check {
  readonly evidence: Record<string, Evidence> = {};
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
    if (schema.type === "array" && items !== undefined) {
      const list = Array.isArray(given) ? (given as readonly Json[]) : [given];
      const taken = list.flatMap((each, at) => {
        return this.take(items, each, { path: `${path}[${at}]`, known: undefined }) ?? [];
      });
      return taken.length === 0 ? known : taken;
    }
    return this.#takeLeaf(property, given, path);
  }

  #takeObject({ parts }: Property, given: Json | undefined, { path, known }: At): Json | undefined {
    const values = isObject(given) ? given : {};
    const own = isObject(known) ? known : {};
    const taken = parts.flatMap((part) => {
      const at = path === "" ? part.key : `${path}.${part.key}`;
      const value = this.take(part, values[part.key], {
        path: at,
        known: own[part.key],
      });
      return value === undefined ? [] : [[part.key, value] as const];
    });
    return taken.length === 0 ? known : Object.fromEntries(taken);
  }

  #takeLeaf(property: Property, given: Json, path: string): Json | undefined {
    const value = coerceValue(given, property.schema, this.#page);
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
    this.evidence[path] = { source: "model", text, place: "", derived: proof === undefined };
    return value;
  }
}

function isEmptyList(value: Json): boolean {
  return Array.isArray(value) && value.length === 0;
}
