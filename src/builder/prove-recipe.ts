import { isDeepStrictEqual } from "node:util";
import type { Json } from "../storage/index.ts";
import {
  readAction,
  isWireError,
  type Action,
  type Credential,
  type Runner,
} from "../wire/index.ts";
import { mapJson } from "./map-json.ts";
import { mergedSchema } from "./merged-schema.ts";
import { valuesOf, type Proposal } from "./proposal.ts";
import type { Shape } from "./result-shape.ts";

/** What a recipe is proved with. */
export interface ProofParts {
  readonly runner: Runner;
  readonly proposal: Proposal;
  readonly shape: Shape;
  readonly site: Json;
  readonly credential: Credential | undefined;
  readonly signal: AbortSignal;
}

/** A recipe that holds, or why it does not. */
export type Proof =
  | { readonly recipe: Record<string, Json>; readonly action: Action }
  | { readonly fault: string };

/**
 * Runs a recipe on its own, with nothing of the exploration: it must give what was seen, something else
 * for other parameters, and the same when it is run again. Its schema is of what it gave.
 * @throws the signal's reason
 */
export async function proveRecipe(recipe: Record<string, Json>, parts: ProofParts): Promise<Proof> {
  const { proposal, shape } = parts;
  const first = await run(recipe, "value", parts);
  if ("fault" in first) return first;
  if (!hasSeen(first.data, shape)) return { fault: "It gives something else than what was seen." };
  const other = await run(recipe, "other", parts);
  if ("fault" in other) return { fault: `With other parameters: ${other.fault}` };
  const differs = proposal.parameters.some(
    ({ value, other: second }) => second !== undefined && !isDeepStrictEqual(value, second),
  );
  if (differs && isDeepStrictEqual(first.data, other.data)) {
    return { fault: "It gives the same for other parameters: they do not reach the site." };
  }
  const proved = { ...recipe, output_schema: mergedSchema([first.data, other.data]) as Json };
  const again = await run(proved, "value", parts);
  if ("fault" in again) return again;
  if (JSON.stringify(again.data) !== JSON.stringify(first.data)) {
    return { fault: "Two runs with the same parameters give different answers." };
  }
  return { recipe: proved, action: again.action };
}

async function run(
  recipe: Record<string, Json>,
  which: "value" | "other",
  { runner, proposal, site, credential, signal }: ProofParts,
): Promise<{ readonly data: Json; readonly action: Action } | { readonly fault: string }> {
  try {
    const action = readAction(recipe, site);
    const params = valuesOf(proposal, which);
    const result = await runner.run(action, { params, credential, signal, timeoutMs: 60_000 });
    if (result.status === "completed") return { data: result.data, action };
    return { fault: result.error.message };
  } catch (error) {
    if (isWireError(error, "INVALID_RECIPE")) return { fault: error.message };
    throw error;
  }
}

/** Whether what a recipe gives has what was seen in it. */
function hasSeen(data: Json, shape: Shape): boolean {
  const wanted = shape.kind === "list" ? shape.items.length : 1;
  return (mapJson(data, shape)?.matched ?? 0) >= wanted;
}
