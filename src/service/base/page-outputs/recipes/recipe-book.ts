import type { Clock, Ids } from "../../../../core/index.ts";
import type { Recipe } from "../../../../extractor/index.ts";
import { matchesPattern } from "../../../../extractor/internal.ts";
import {
  type Blobs,
  type Call,
  type Json,
  type Records,
  EnsuredRecords,
} from "../../../../storage/index.ts";
import type { Learned, Sample } from "../learn-from.ts";
import type { OutputSchema } from "../lacking.ts";
import { hashOf } from "../../page-address.ts";
import { RecipeStore } from "./recipe-store.ts";
import { recipeRows, type RecipeRow } from "./recipe-collection.ts";

/** The dependencies of a recipe book. */
interface RecipeBookParts {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Learns of pages, in a thread. */
  readonly learn: (
    samples: readonly Sample[],
    schema: OutputSchema,
    signal: AbortSignal,
  ) => Promise<Learned>;
}

/** Whose page, of which address, by which schema. */
interface RecipeQuery {
  readonly account: string;
  /** After redirects. */
  readonly url: string;
  readonly schema: OutputSchema;
}

/** Pages of one kind that are looked through. */
const MOST_KINDS = 100;
/** Pages that a recipe is learned from. */
const MOST_SAMPLES = 5;
/** Pages in a row that do not fit, after which a recipe is learned again of them alone. */
const MOST_REFUSED = 3;
/** Characters of a page that is learned from. */
const LONGEST_PAGE = 1_000_000;
/** Recipes of an account; a further one takes the place of the one that is out of use longest. */
const MOST_RECIPES = 500;
/** Recipes that are looked at together. */
const AT_ONCE = 100;

/** The recipes of accounts: how they are found, counted, and learned again. */
export class RecipeBook {
  readonly #parts: RecipeBookParts;
  readonly #records: EnsuredRecords;
  readonly #store: RecipeStore;

  constructor(parts: RecipeBookParts) {
    this.#parts = parts;
    this.#records = new EnsuredRecords(parts.records, [recipeRows]);
    this.#store = new RecipeStore({ ...parts, records: this.#records });
  }

  /** The account's own for pages of that kind; one whose pages do not make a recipe yet, too. */
  async find({ account, url, schema }: RecipeQuery, call: Call): Promise<RecipeRow | undefined> {
    const records = await this.#records.ready(call);
    const where = { account, schema: hashOf(schema), origin: new URL(url).origin };
    const order = [["updatedAt", "desc"]] as const;
    const rows = await records.find(recipeRows, { where, order, limit: MOST_KINDS }, call);
    return rows.find(({ urlPattern }) => matchesPattern(url, urlPattern));
  }

  /** A page was read by it. */
  async used({ id }: RecipeRow, call: Call): Promise<void> {
    const records = await this.#records.ready(call);
    const set = { refused: 0, updatedAt: this.#parts.clock.now() };
    await records.update(recipeRows, { where: { id }, set, add: { used: 1 } }, call);
  }

  /**
   * Learns of a page whose values a model gave. The pages at hand, at most 5, make a recipe when it
   * reads all that is known of them; after three pages in a row that did not fit, those three alone.
   */
  async learn(
    { account, url, schema }: RecipeQuery,
    {
      row,
      html,
      values,
    }: Pick<Sample, "html" | "values"> & { readonly row: RecipeRow | undefined },
    call: Call,
  ): Promise<void> {
    if (html.length > LONGEST_PAGE) return;
    const sample = { url, html, values };
    if (row === undefined) await this.#begin({ account, url, schema }, sample, call);
    else await this.#goOn(row, { schema, sample }, call);
  }

  /** The account's, newest first; without those that are none yet. */
  async list(account: string, call: Call): Promise<readonly RecipeRow[]> {
    const records = await this.#records.ready(call);
    const where = { account, recipe: { ne: null } };
    return await records.find(recipeRows, { where, order: [["createdAt", "desc"]] }, call);
  }

  /** A recipe, of any account; undefined when there is none. */
  async get(id: string, call: Call): Promise<RecipeRow | undefined> {
    const records = await this.#records.ready(call);
    const [row] = await records.find(recipeRows, { where: { id } }, call);
    return row?.recipe === null ? undefined : row;
  }

  /** Forgets a recipe with its pages; pages that come may make another. */
  remove(row: RecipeRow, call: Call): Promise<void> {
    return this.#store.remove(row, call);
  }

  /** Forgets all of an account's. */
  async removeOf(account: string, call: Call): Promise<void> {
    const records = await this.#records.ready(call);
    const rows = await records.find(recipeRows, { where: { account } }, call);
    for (const row of rows) await this.#store.remove(row, call);
  }

  /** Forgets those that were not used since then, with their pages. */
  async sweep(before: number, call: Call): Promise<void> {
    const records = await this.#records.ready(call);
    const query = { where: { updatedAt: { lt: before } }, limit: AT_ONCE };
    for (let isLast = false; !isLast;) {
      const rows = await records.find(recipeRows, query, call);
      for (const row of rows) await this.#store.remove(row, call);
      isLast = rows.length < AT_ONCE;
    }
  }

  async #begin({ account, schema }: RecipeQuery, sample: Sample, call: Call): Promise<void> {
    const learned = await this.#parts.learn([sample], schema, call.signal);
    const { urlPattern } = learned.recipe;
    await this.#makeRoom(account, call);
    const now = this.#parts.clock.now();
    const id = this.#parts.ids.uuid();
    const row = {
      id,
      account,
      origin: new URL(sample.url).origin,
      schema: hashOf(schema),
      slot: hashOf([account, schema, urlPattern]),
      used: 0,
      refused: 0,
      createdAt: now,
    };
    await this.#store.insert(
      { ...row, ...learnedFields(learned, 1), updatedAt: now },
      [sample],
      call,
    );
  }

  async #goOn(
    row: RecipeRow,
    { schema, sample }: { readonly schema: OutputSchema; readonly sample: Sample },
    call: Call,
  ): Promise<void> {
    const known = await this.#store.samples(row, call);
    const refused = row.refused + 1;
    const isAgain = refused >= MOST_REFUSED;
    const all = [...known.filter(({ url }) => url !== sample.url), sample];
    const samples = all.slice(isAgain ? -MOST_REFUSED : -MOST_SAMPLES);
    const isTried = isAgain || known.length < MOST_SAMPLES;
    const learned = isTried ? await this.#parts.learn(samples, schema, call.signal) : undefined;
    const isBetter = learned?.isWhole === true;
    const fields = isBetter
      ? { ...learnedFields(learned, samples.length), refused: 0 }
      : { refused: isAgain ? 0 : refused };
    const updatedAt = this.#parts.clock.now();
    const kept = isBetter ? samples : all.slice(-MOST_SAMPLES);
    await this.#store.replace(row, { fields: { ...fields, updatedAt }, samples: kept }, call);
  }

  async #makeRoom(account: string, call: Call): Promise<void> {
    const records = await this.#records.ready(call);
    const query = { where: { account }, order: [["updatedAt", "asc"]] } as const;
    if ((await records.count(recipeRows, { where: { account } }, call)) < MOST_RECIPES) return;
    const [oldest] = await records.find(recipeRows, { ...query, limit: 1 }, call);
    if (oldest !== undefined) await this.#store.remove(oldest, call);
  }
}

function learnedFields(
  { recipe, isWhole }: Learned,
  pages: number,
): Pick<RecipeRow, "recipe" | "urlPattern" | "pages"> {
  const kept = isWhole ? (recipe as unknown as Json) : null;
  return { recipe: kept, urlPattern: recipe.urlPattern, pages: isWhole ? pages : 0 };
}

/** The recipe of a row, where there is one. */
export function recipeOf(row: RecipeRow | undefined): Recipe | undefined {
  return (row?.recipe ?? undefined) as Recipe | undefined;
}
