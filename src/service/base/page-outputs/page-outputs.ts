import type { LanguageModel, SchemaJudge } from "../../../ai/index.ts";
import type { Clock, Ids } from "../../../core/index.ts";
import type { Extraction } from "../../../extractor/index.ts";
import type { Blobs, Records } from "../../../storage/index.ts";
import { RecipeBook, recipeOf } from "./recipes/recipe-book.ts";
import type { RecipeRow } from "./recipes/recipe-collection.ts";
import type { ServiceSettings } from "../service-settings.ts";
import { tellFailure } from "../tell-failure.ts";
import { generatedJson, type GeneratedJson } from "./generated-json.ts";
import type { MadeOutputs, OutputPage } from "./make-outputs.ts";
import type { OutputSchema } from "./lacking.ts";
import { OutputMaker, UnmadeOutputs } from "./output-maker.ts";

/** What outputs of pages are made with; each is borrowed. */
interface PageOutputsParts {
  readonly model: LanguageModel | undefined;
  readonly judge: SchemaJudge;
  readonly records: Records;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: Pick<ServiceSettings, "modelInputTokens" | "modelOutputTokens">;
}

/** What an account wants of a page. */
interface OutputWish {
  readonly account: string;
  readonly page: OutputPage;
  readonly summary: boolean;
  readonly json: boolean;
  /** Of the JSON; null for what the page says of itself. */
  readonly schema: OutputSchema | null;
  /** Whether the JSON says where the values of the schema come from. @default false */
  readonly evidence?: boolean;
}

/** The outputs of a page; those that were not asked for are undefined. */
export interface PageOutput {
  /** Null when it could not be made. */
  readonly summary: string | null | undefined;
  readonly generatedJson: GeneratedJson | undefined;
}

/**
 * Makes summaries and JSON of pages: from the page alone, by recipes of the account, and by the
 * host's model. Dispose it to end its threads.
 */
export class PageOutputs implements AsyncDisposable {
  readonly recipes: RecipeBook;
  readonly #parts: PageOutputsParts;
  readonly #judge: SchemaJudge;
  readonly #maker: OutputMaker;

  constructor(parts: PageOutputsParts) {
    const { model, judge, clock, ids } = parts;
    this.#parts = parts;
    this.#judge = judge;
    this.#maker = new OutputMaker({ model: model && told(model), judge, clock, ids });
    this.recipes = new RecipeBook({
      ...parts,
      learn: (samples, schema, signal) => this.#maker.learn(samples, schema, signal),
    });
  }

  /**
   * The outputs of a page; what fails is said in the output itself.
   * @throws StorageError; the signal's reason
   */
  async make(wish: OutputWish, signal: AbortSignal): Promise<PageOutput> {
    const { json, schema, evidence = false } = wish;
    const made = await this.#make(wish, signal);
    if (made === undefined) return unmade(wish);
    const generated =
      json && made.json !== undefined
        ? await generatedJson(this.#judge, { made: made.json, schema, evidence }, signal)
        : undefined;
    return { summary: made.summary, generatedJson: generated };
  }

  /**
   * The values of a schema on a page, for monitors; undefined when it could not be read.
   * @param schema of an object with properties
   */
  async extract(
    wish: Pick<OutputWish, "account" | "page"> & { readonly schema: OutputSchema },
    signal: AbortSignal,
  ): Promise<Extraction | undefined> {
    const made = await this.#make({ ...wish, summary: false, json: true }, signal);
    return made?.json?.by === "schema" ? made.json.extraction : undefined;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#maker[Symbol.asyncDispose]();
  }

  /** Undefined for a page that took too long or too much memory. */
  async #make(wish: OutputWish, signal: AbortSignal): Promise<MadeOutputs | undefined> {
    const { page, summary, json, schema } = wish;
    const { modelInputTokens: inputTokens, modelOutputTokens: outputTokens } = this.#parts.settings;
    const row = json ? await this.#recipe(wish, signal) : undefined;
    const task = {
      page,
      summary,
      json: json ? { schema, recipe: recipeOf(row) } : undefined,
      tokens: { inputTokens, outputTokens },
    };
    try {
      const made = await this.#maker.make(task, signal);
      if (made.json?.by === "schema")
        await this.#note({ ...wish, row }, made.json.extraction, signal);
      return made;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof UnmadeOutputs)) throw error;
      tellFailure(error);
      return undefined;
    }
  }

  /** Without a model nothing is spared by a recipe. */
  async #recipe(
    { account, page: { url }, schema }: OutputWish,
    signal: AbortSignal,
  ): Promise<RecipeRow | undefined> {
    if (this.#parts.model === undefined || schema === null) return undefined;
    return await this.recipes.find({ account, url, schema }, { signal });
  }

  /** Counts a recipe that was used, or learns of what the model gave; what fails costs no output. */
  async #note(
    { account, page, schema, row }: OutputWish & { readonly row: RecipeRow | undefined },
    { data, evidence, warnings }: Extraction,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.#parts.model === undefined || schema === null) return;
    const isRefused = warnings.some(({ kind }) => kind === "recipe-refused");
    const byModel = Object.values(evidence).some(({ source }) => source === "model");
    try {
      if (recipeOf(row) !== undefined && row !== undefined && !isRefused) {
        await this.recipes.used(row, { signal });
      } else if (byModel) {
        const { url, html } = page;
        const known = { row, html, values: data };
        await this.recipes.learn({ account, url, schema }, known, { signal });
      }
    } catch (error) {
      signal.throwIfAborted();
      tellFailure(error);
    }
  }
}

function unmade({ summary, json }: OutputWish): PageOutput {
  const error = "Reading the page took too long or too much memory.";
  return {
    summary: summary ? null : undefined,
    generatedJson: json ? { status: "failed", data: null, error } : undefined,
  };
}

/** A model whose failures are reported to the host; clients only learn that it failed. */
function told(model: LanguageModel): LanguageModel {
  const { specificationVersion, provider, modelId } = model;
  const isTold = "supportsStructuredOutputs" in model && model.supportsStructuredOutputs === true;
  return {
    specificationVersion,
    provider,
    modelId,
    ...(isTold && { supportsStructuredOutputs: true }),
    doGenerate: async (call) => {
      try {
        return await model.doGenerate(call);
      } catch (error) {
        if (!call.abortSignal.aborted) tellFailure(error);
        throw error;
      }
    },
  };
}
