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
import type { CaseRecorder } from "./case-recorder.ts";
import type { Shape } from "./result-shape.ts";

/** What a recipe is proved with. */
export interface ProofParts {
  readonly runner: Runner;
  /** Keeps what the runner is answered. */
  readonly recorder: CaseRecorder;
  readonly proposal: Proposal;
  readonly shape: Shape;
  readonly actionId: string;
  readonly site: Json;
  readonly credential: Credential | undefined;
  readonly signal: AbortSignal;
}

/** A recipe that holds, or why it does not. */
export type Proof =
  | {
      readonly recipe: Record<string, Json>;
      readonly action: Action;
      /** Its runs with the first parameters and with others; none of what is signed in. */
      readonly cases: readonly Json[];
    }
  | { readonly fault: string };

/**
 * Runs a recipe on its own, with nothing of the exploration: it must give what was seen, something else
 * for other parameters, and the same when it is run again. Its schema is of what it gave.
 * @throws the signal's reason
 */
export async function proveRecipe(recipe: Record<string, Json>, parts: ProofParts): Promise<Proof> {
  const { proposal, shape, recorder } = parts;
  recorder.take();
  const first = await run(recipe, "value", parts);
  if ("fault" in first) return first;
  if (!hasSeen(first.data, shape)) return { fault: "It gives something else than what was seen." };
  const exchanges = recorder.take();
  const other = await run(recipe, "other", parts);
  const otherExchanges = recorder.take();
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
  const runs = [
    { which: "value", data: first.data, exchanges },
    { which: "other", data: other.data, exchanges: otherExchanges },
  ] as const;
  const cases = parts.credential === undefined ? runs.flatMap((one) => caseOf(one, parts)) : [];
  return { recipe: proved, action: again.action, cases };
}

interface ProvedRun {
  readonly which: "value" | "other";
  readonly data: Json;
  /** Undefined when they are too long to be kept. */
  readonly exchanges: readonly Json[] | undefined;
}

/** A run as a file of a catalog's `cases` folder. */
function caseOf({ which, data, exchanges }: ProvedRun, { proposal, actionId }: ProofParts): Json[] {
  if (exchanges === undefined) return [];
  const title = which === "value" ? "as it was explored" : "with other parameters";
  const params = valuesOf(proposal, which);
  const expect = { data };
  const good = { format: 1, action_id: actionId, kind: "good", title, params };
  return [{ ...good, exchanges: [...exchanges], expect }];
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
