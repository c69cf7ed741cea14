import { serialisePage } from "../../browser/internal.ts";
import { runRecipe } from "../../extractor/index.ts";
import { parse } from "../../html/index.ts";
import type { Json } from "../../storage/index.ts";
import type { PageTools } from "../tools/page-tools.ts";
import type { CompiledReading } from "./compiled-task.ts";

/**
 * Reads what of a result stands on the page that is shown, without values of secrets; or why it is not as
 * it was.
 * @throws what the driver throws; the signal's reason
 */
export async function readResult(
  { page, secrets }: PageTools,
  readings: readonly CompiledReading[],
  signal: AbortSignal,
): Promise<{ readonly fault: string } | { readonly values: Record<string, Json> }> {
  const { html, url } = await serialisePage(page, { signal });
  const source = { tree: parse(html), url };
  const values: Record<string, Json> = {};
  for (const { recipe } of readings) {
    const reading = runRecipe(recipe, source);
    const [fault] = reading.faults;
    if (fault !== undefined) return { fault };
    Object.assign(values, reading.values);
  }
  return { values: JSON.parse(secrets.mask(JSON.stringify(values))) as Record<string, Json> };
}
