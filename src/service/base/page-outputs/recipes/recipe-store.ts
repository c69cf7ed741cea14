import type { Ids } from "../../../../core/index.ts";
import {
  isStorageError,
  type Blobs,
  type Call,
  type NewRow,
  type EnsuredRecords,
} from "../../../../storage/index.ts";
import type { Sample } from "../learn-from.ts";
import { recipeRows, type RecipeRow } from "./recipe-collection.ts";

/** The dependencies of a store of recipes. */
interface RecipeStoreParts {
  readonly records: EnsuredRecords;
  readonly blobs: Blobs;
  readonly ids: Ids;
}

/** What becomes of a recipe. */
interface RecipeChange {
  readonly fields: Partial<RecipeRow>;
  readonly samples: readonly Sample[];
}

/**
 * Recipes as rows, and the pages that they are learned from as blobs. A blob is never written again:
 * each version of a row names one of its own.
 */
export class RecipeStore {
  readonly #parts: RecipeStoreParts;

  constructor(parts: RecipeStoreParts) {
    this.#parts = parts;
  }

  /** Adds a recipe, unless another process has added the same meanwhile. */
  async insert(
    row: Omit<NewRow<typeof recipeRows>, "version" | "samples">,
    samples: readonly Sample[],
    call: Call,
  ): Promise<void> {
    const records = await this.#parts.records.ready(call);
    const blob = await this.#put(row.id, samples, call);
    try {
      await records.insert(recipeRows, [{ ...row, version: 1, samples: blob }], call);
    } catch (error) {
      await this.#parts.blobs.remove(blob, call);
      if (!isStorageError(error, "CONFLICT")) throw error;
    }
  }

  /** Changes a recipe, unless another process has changed or removed it meanwhile. */
  async replace(row: RecipeRow, { fields, samples }: RecipeChange, call: Call): Promise<void> {
    const records = await this.#parts.records.ready(call);
    const { id, version } = row;
    const blob = await this.#put(id, samples, call);
    const set = { ...fields, samples: blob };
    const change = { where: { id, version }, set, add: { version: 1 } };
    const changed = await records.update(recipeRows, change, call);
    await this.#parts.blobs.remove(changed.length > 0 ? row.samples : blob, call);
  }

  /** The pages that a recipe is learned from; none where they are gone. */
  async samples(row: RecipeRow, { signal }: Call): Promise<readonly Sample[]> {
    const blob = await this.#parts.blobs.get(row.samples, { signal });
    if (blob === undefined) return [];
    return JSON.parse(await new Response(blob.body).text()) as Sample[];
  }

  /** Removes a recipe with its pages. */
  async remove({ id }: RecipeRow, call: Call): Promise<void> {
    const records = await this.#parts.records.ready(call);
    for (;;) {
      const [row] = await records.find(recipeRows, { where: { id } }, call);
      if (row === undefined) return;
      // The row goes last, so that no blob is without one that names it.
      await this.#parts.blobs.remove(row.samples, call);
      await records.remove(recipeRows, { where: { id, version: row.version } }, call);
    }
  }

  async #put(id: string, samples: readonly Sample[], { signal }: Call): Promise<string> {
    const key = `recipes/${id}/${this.#parts.ids.token(16)}`;
    const options = { contentType: "application/json", signal };
    await this.#parts.blobs.put(key, Buffer.from(JSON.stringify(samples)), options);
    return key;
  }
}
