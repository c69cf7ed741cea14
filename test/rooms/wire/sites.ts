import { createSite, type SiteRoute } from "dragline/testing";
import type { RunCall } from "dragline/wire";
import { actionOf, runOnce } from "./actions.ts";

/** A route that answers JSON; a failure of it is not worth another try. */
export function json(value: unknown, status = 200) {
  return {
    status,
    headers: { "content-type": "application/json", "retry-after": "100" },
    body: JSON.stringify(value),
  };
}

/** Runs a recipe against a site of its own. */
export async function onSite(
  routes: Readonly<Record<string, SiteRoute>>,
  recipe: (origin: string) => Readonly<Record<string, unknown>>,
  call: RunCall & { readonly site?: (origin: string) => Readonly<Record<string, unknown>> } = {},
) {
  await using site = await createSite(routes);
  const { site: entry, ...rest } = call;
  const result = await runOnce(actionOf(recipe(site.origin), entry?.(site.origin)), rest);
  return {
    result,
    origin: site.origin,
    requests: site.requests,
    paths: site.requests.map(({ path }) => path),
    data: result.status === "completed" ? result.data : result.error,
    error: result.status === "failed" ? result.error : undefined,
  };
}
