import type { Action } from "./action.ts";
import { actionSchema, siteSchema } from "./format/action-schema.ts";
import { WireError } from "./wire-error.ts";
import type { z } from "zod";

/**
 * An action of a recipe and its site, both as JSON that comes from anywhere.
 * @throws WireError `INVALID_RECIPE` with every issue and where it is
 */
export function readAction(recipe: unknown, site: unknown): Action {
  const own = read("recipe", actionSchema, recipe);
  const its = read("site", siteSchema, site);
  if (own.action_id.startsWith(`${its.slug}.`)) return { info: own, site: its, body: own };
  const message = `recipe.action_id: must begin with '${its.slug}.', the site's slug.`;
  throw new WireError("INVALID_RECIPE", { message });
}

function read<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const issues = result.error.issues.map(
    ({ path, message }) => `${[name, ...path.map(String)].join(".")}: ${message}`,
  );
  throw new WireError("INVALID_RECIPE", { message: issues.join("\n") });
}
