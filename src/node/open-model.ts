import { createCompatibleModel, type CompatibleModel } from "../ai/index.ts";
import type { Disposer } from "../core/index.ts";
import { checkApiUrl } from "./input/check-api-url.ts";
import { oneLine, type Environment } from "./examine/finding.ts";
import { UsageError } from "./terminal/terminal.ts";

/**
 * The model that the environment names; undefined where it names none.
 * @param owned closes its connections
 * @throws UsageError that never has the key in it
 */
export function openModel(env: Environment, owned: Disposer): CompatibleModel | undefined {
  const baseUrl = env["DRAGLINE_AI_URL"]?.trim();
  const model = env["DRAGLINE_AI_MODEL"]?.trim();
  const apiKey = env["DRAGLINE_AI_KEY"]?.trim();
  if (!baseUrl) {
    const stray = model ? "DRAGLINE_AI_MODEL" : apiKey && "DRAGLINE_AI_KEY";
    if (!stray) return undefined;
    throw new UsageError(`${stray} needs DRAGLINE_AI_URL, the address of the model's API`);
  }
  if (!model) {
    throw new UsageError("DRAGLINE_AI_URL needs DRAGLINE_AI_MODEL, the model's name there");
  }
  checkApiUrl(baseUrl, "DRAGLINE_AI", "/v1");
  try {
    return owned.add(createCompatibleModel({ baseUrl, model, apiKey }));
  } catch (error) {
    throw new UsageError(`DRAGLINE_AI_URL cannot be used: ${oneLine(error)}`, { cause: error });
  }
}
