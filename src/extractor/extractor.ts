import { isDeepStrictEqual } from "node:util";
import {
  isAiError,
  noUsage,
  type GenerateCollaborators,
  type LanguageModel,
  type SchemaJudge,
  type TokenBudget,
  type TokenUsage,
} from "../ai/index.ts";
import { checkNumber, withDefaults, type Clock, type Ids } from "../core/index.ts";
import { parse, Tree } from "../html/index.ts";
import type { Json } from "../storage/index.ts";
import { completeByModel } from "./complete-by-model.ts";
import { readStructuredDocument } from "./candidates/structured-document.ts";
import type { Evidence } from "./values/evidence.ts";
import { readPageValues, type PageValues } from "./extract-values.ts";
import { ExtractorError } from "./extractor-error.ts";
import { missingIn } from "./missing.ts";
import type { SourcePage } from "./candidates/read-page.ts";
import type { Property } from "./schema/property.ts";
import type { Recipe } from "./recipe/recipe.ts";
import { runRecipe, type RecipeReading } from "./recipe/run-recipe.ts";
import { rootOf } from "./schema/root-of.ts";
import { isObject } from "./schema/value-schema.ts";

/** What an extractor works with; each is borrowed. */
export interface ExtractorCollaborators {
  /** Asked for what the page's own data and labels do not tell; nobody is asked when absent. */
  readonly model?: LanguageModel | undefined;
  /** Judges the model's answers, in threads: share one among extractors. */
  readonly judge?: Pick<SchemaJudge, "compiles" | "faults"> | undefined;
  /** The system's when absent. */
  readonly clock?: Clock | undefined;
  /** The system's when absent. */
  readonly ids?: Ids | undefined;
}

/** Settings of an extractor. */
export interface ExtractorOptions {
  /**
   * Characters of a page that the model is given, from 1000; of a longer one the lines that are
   * likely to have what is missing.
   * @default 48000
   */
  readonly maxCharacters?: number;
}

/**
 * A page: its HTML, or the tree that was parsed of it already. In the place of HTML a JSON document, a
 * feed or a table in text (CSV) may stand: its members, entries and columns are read as data.
 */
export type ExtractedPage = { readonly url: string } & (
  | { readonly html: string }
  | { readonly tree: Tree }
);

/** One extraction. */
export interface ExtractCall {
  /** Cancels it. */
  readonly signal?: AbortSignal | undefined;
  /** Tried first: a page that fits it costs no model. */
  readonly recipe?: Recipe | undefined;
  /** The tokens of the job that the extraction is a part of; no limit when absent. */
  readonly budget?: TokenBudget | undefined;
}

/** What is worth knowing about how values came about. */
export interface ExtractWarning {
  /**
   * `recipe-refused`: the page does not fit the recipe; `recipe-unsure`: the page fits it, and values
   * on which it does not agree were left out; `model-failed`: there is no answer of the
   * model; `not-on-page`: the model gave values that do not stand on the page, and they were left
   * out; `cut-off`: the model was given a part of the page; `list-cut`: a list has more items on the
   * page, and the first 1,000 are given; `not-of-schema`: the model gave values that are none of the
   * schema, also when it was asked again, and they were left out; `nothing-answered`: the model gave
   * no value for anything that it was asked for.
   */
  readonly kind:
    | "recipe-refused"
    | "recipe-unsure"
    | "model-failed"
    | "not-on-page"
    | "not-of-schema"
    | "nothing-answered"
    | "cut-off"
    | "list-cut";
  readonly message: string;
}

/** The values of a page. */
export interface Extraction {
  /** In the schema's form; what was not found is absent. */
  readonly data: Readonly<Record<string, Json>>;
  /** Dotted paths of properties without a value, with indices in lists: `offers[1].price`. */
  readonly missing: readonly string[];
  /** Where each value comes from, by dotted path with indices: `offers[0].price`. */
  readonly evidence: Readonly<Record<string, Evidence>>;
  /** What the model took; zeros without one. */
  readonly usage: TokenUsage;
  readonly warnings: readonly ExtractWarning[];
}

/** Extracts JSON from pages. */
export interface Extractor {
  /**
   * The values of a schema on a page: by the recipe when there is one and the page fits it, else
   * from structured data, the page's state, labels, tables and what is repeated, and what is missing
   * then by the model, whose values count only where they stand on the page (or the schema says
   * `"x-derived": true`). A value that is not sure is left out and named in `missing`.
   * @param schema a JSON Schema of an object; names, titles and descriptions say what is meant
   * @throws ExtractorError `INVALID_PAGE`, `INVALID_SCHEMA`; AiError `INVALID_MODEL`; HtmlError
   *   `INPUT_TOO_LARGE`; the signal's reason
   * @example
   * const { data, missing } = await extractor.extract({ html, url }, {
   *   type: "object",
   *   properties: { name: { type: "string" }, price: { type: "number" } },
   * });
   */
  extract(
    page: ExtractedPage,
    schema: Readonly<Record<string, Json>>,
    call?: ExtractCall,
  ): Promise<Extraction>;
}

const defaults: Required<ExtractorOptions> = Object.freeze({ maxCharacters: 48_000 });

/**
 * Makes an extractor.
 * @throws CoreError `INVALID_OPTION`
 * @example
 * const extractor = createExtractor();
 */
export function createExtractor(
  collaborators: ExtractorCollaborators = {},
  options?: ExtractorOptions,
): Extractor {
  const { maxCharacters } = withDefaults(defaults, options);
  checkNumber("maxCharacters", maxCharacters, { min: 1000 });
  return {
    extract: async (page, schema, { signal, recipe, budget } = {}) => {
      signal?.throwIfAborted();
      const root = rootOf(schema);
      const source = sourceOf(page);
      const warnings: ExtractWarning[] = [];
      const byRecipe = recipe && tryRecipe({ recipe, schema, source }, warnings);
      if (byRecipe !== undefined) return finish(root, { ...byRecipe, usage: noUsage, warnings });
      const values = readPageValues(source, root);
      const { model } = collaborators;
      warnings.push(...cutLists(values));
      if (model === undefined) return finish(root, { ...found(values), usage: noUsage, warnings });
      const parts = { ...collaborators, model, budget };
      return await askModel(parts, { values, root, maxCharacters, warnings }, signal);
    },
  };
}

function cutLists({ cut }: PageValues): ExtractWarning[] {
  return [...cut].map(([path, count]) => {
    const message = `The page has about ${count} entries for ${path}; only the first 1,000 are returned.`;
    return { kind: "list-cut" as const, message };
  });
}

type Found = Pick<Extraction, "data" | "evidence">;

function finish(root: Property, extraction: Omit<Extraction, "missing">): Extraction {
  return { ...extraction, missing: missingIn(root, extraction.data) };
}

function found({ value, evidence }: Pick<PageValues, "value" | "evidence">): Found {
  return { data: isObject(value) ? value : {}, evidence };
}

const OTHER_SCHEMA: RecipeReading = Object.freeze({
  values: {},
  evidence: {},
  faults: ["it was learned for another schema"],
  doubts: [],
});

interface Trial {
  readonly recipe: Recipe;
  readonly schema: Readonly<Record<string, Json>>;
  readonly source: SourcePage;
}

function tryRecipe(
  { recipe, schema, source }: Trial,
  warnings: ExtractWarning[],
): Found | undefined {
  const isOfSchema = isDeepStrictEqual(recipe.schema, schema);
  const { values, evidence, faults, doubts } = isOfSchema
    ? runRecipe(recipe, source)
    : OTHER_SCHEMA;
  if (faults.length === 0) {
    const told = `Left out, since the recipe is not sure of them: ${doubts.slice(0, 10).join("; ")}.`;
    if (doubts.length > 0) warnings.push({ kind: "recipe-unsure", message: told });
    return { data: values, evidence };
  }
  const message = `The page does not fit the recipe: ${faults.slice(0, 5).join("; ")}.`;
  warnings.push({ kind: "recipe-refused", message });
  return undefined;
}

interface Question {
  readonly values: PageValues;
  readonly root: Property;
  readonly maxCharacters: number;
  readonly warnings: ExtractWarning[];
}

async function askModel(
  parts: GenerateCollaborators,
  { values, root, maxCharacters, warnings }: Question,
  signal: AbortSignal | undefined,
): Promise<Extraction> {
  const known = values.value;
  try {
    const asked = { page: values.page, root, known, maxCharacters };
    const completed = await completeByModel(parts, asked, { signal });
    if (completed === undefined) {
      return finish(root, { ...found(values), usage: noUsage, warnings });
    }
    const { refused, unfit, isNothing, isCutOff, usage } = completed;
    if (isNothing) warnings.push(NOTHING_ANSWERED);
    warnings.push(...unfit.map((message) => ({ kind: "not-of-schema" as const, message })));
    if (refused.length > 0) {
      const message = `Not on the page, and left out: ${refused.slice(0, 10).join(", ")}.`;
      warnings.push({ kind: "not-on-page", message });
    }
    if (isCutOff) {
      const message = `The model saw only a part of the page, at most ${maxCharacters} characters.`;
      warnings.push({ kind: "cut-off", message });
    }
    const evidence = { ...values.evidence, ...completed.evidence };
    return finish(root, { ...found({ value: completed.value, evidence }), usage, warnings });
  } catch (error) {
    signal?.throwIfAborted();
    if (isAiError(error, "INVALID_MODEL")) throw error;
    if (!isAiError(error)) throw error;
    warnings.push({ kind: "model-failed", message: error.message });
    return finish(root, { ...found(values), usage: error.details?.usage ?? noUsage, warnings });
  }
}

const NOTHING_ANSWERED: ExtractWarning = Object.freeze({
  kind: "nothing-answered",
  message: "The model gave no value for any property that it was asked for.",
});

function sourceOf(page: ExtractedPage): SourcePage {
  if (!isObject(page)) throw new ExtractorError("INVALID_PAGE", { message: NO_PAGE });
  const { url } = page;
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) {
    throw new ExtractorError("INVALID_PAGE", {
      message: `Expected the page's address, an absolute http or https URL; got ${JSON.stringify(url)}.`,
    });
  }
  if ("tree" in page && page.tree instanceof Tree) return { tree: page.tree, url };
  if ("html" in page && typeof page.html === "string") {
    return { tree: parse(page.html), url, document: readStructuredDocument(page.html, url) };
  }
  throw new ExtractorError("INVALID_PAGE", { message: NO_PAGE });
}

const NO_PAGE = "Expected a page with `html`, a string, or `tree`, a result of parse(html).";
