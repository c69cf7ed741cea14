import type { KeyedCall } from "../../http/route.ts";
import type { RecipeBook } from "../../base/page-outputs/recipes/recipe-book.ts";
import type { RecipeRow } from "../../base/page-outputs/recipes/recipe-collection.ts";
import { owned } from "../../base/owned.ts";
import { recipeDocument, wholeRecipe } from "./codec.ts";

type Call = KeyedCall<unknown, unknown>;

/** The recipes that an account's pages have made. */
export class Recipes {
  readonly #book: Pick<RecipeBook, "list" | "get" | "remove">;

  constructor(book: Pick<RecipeBook, "list" | "get" | "remove">) {
    this.#book = book;
  }

  async list({ caller, signal }: Call): Promise<object> {
    const rows = await this.#book.list(caller.account, { signal });
    return { recipes: rows.map(recipeDocument) };
  }

  async get(call: Call): Promise<object> {
    return wholeRecipe(await this.#find(call));
  }

  async remove(call: Call): Promise<object> {
    await this.#book.remove(await this.#find(call), call);
    return { success: true };
  }

  async #find({ caller, params, signal }: Call): Promise<RecipeRow> {
    const found = await this.#book.get(params["id"] ?? "", { signal });
    return owned("extraction recipe", found, caller.account);
  }
}
