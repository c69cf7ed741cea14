import { generateObject, isAiError } from "../../ai/index.ts";
import { Disposer } from "../../core/index.ts";
import type { Environment } from "./finding.ts";
import { openModel } from "../open-model.ts";

/** Milliseconds to wait for a model's answer: a local one may have to be loaded first. */
const PATIENCE = 30_000;

const schema = Object.freeze({
  type: "object",
  properties: { colour: { type: "string", enum: ["red", "green", "blue"] } },
  required: ["colour"],
});

/**
 * Asks the model that is configured for a tiny object.
 * @throws what the model's address says
 */
export async function askModel(env: Environment, signal: AbortSignal): Promise<string> {
  await using owned = new Disposer();
  const model = openModel(env, owned);
  if (model === undefined) throw new Error("DRAGLINE_AI_URL is empty");
  const { host } = new URL(env["DRAGLINE_AI_URL"]?.trim() ?? "");
  try {
    const { usage } = await generateObject(
      { model },
      {
        schema,
        instructions: "Say the colour of the text.",
        data: [{ label: "text", text: "The grass is green." }],
        maxOutputTokens: 1024,
        timeoutMs: PATIENCE,
        attempts: 1,
      },
      { signal },
    );
    const tokens = usage.inputTokens + usage.outputTokens;
    return `${model.modelId} at ${host} answers as its schema requires; ${tokens} tokens`;
  } catch (error) {
    // What is wrong with an answer stands in its faults.
    if (!isAiError(error, "NO_OBJECT")) throw error;
    const [fault = error.message] = error.details.faults ?? [];
    throw new Error(
      `${model.modelId} at ${host} answers, but not as its schema requires: ${fault}`,
      {
        cause: error,
      },
    );
  }
}
