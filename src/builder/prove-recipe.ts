import { isDeepStrictEqual } from "node:util";
import type { Json } from "../storage/index.ts";
import {
  createRunner,
  isWireError,
  readAction,
  type Action,
  type Credential,
  type Runner,
} from "../wire/index.ts";
import { Replay, socketlessFetcher } from "../wire/internal.ts";
import { systemClock } from "../core/index.ts";
import { mapJson } from "./map-json.ts";
import { mergedSchema } from "./merged-schema.ts";
import { valuesOf, type Proposal } from "./proposal.ts";
import {
  caseExchangesOf,
  fitsCase,
  type CaseExchange,
  type CaseRecorder,
} from "./case-recorder.ts";
import type { Exchange } from "./exchange.ts";
import type { Shape } from "./result-shape.ts";

/** What a recipe is proved with. */
interface ProofParts {
  readonly runner: Runner;
  /** Keeps what the runner is answered. */
  readonly recorder: CaseRecorder;
  /** What the browser asked for and was answered. */
  readonly exchanges: readonly Exchange[];
  readonly proposal: Proposal;
  readonly shape: Shape;
  readonly actionId: string;
  readonly site: Json;
  readonly credential: Credential | undefined;
  readonly signal: AbortSignal;
}

/** A recipe that holds, or why it does not. */
type Proof =
  | {
      readonly recipe: Record<string, Json>;
      readonly action: Action;
      /** Its runs with the first parameters and with others; none of what is signed in. */
      readonly cases: readonly Json[];
    }
  | { readonly fault: string };

/** What no read is sent by (RFC 9110, 9.2.1). */
const WRITING = ["PUT", "PATCH", "DELETE"];
/** A mutation of GraphQL in a JSON body. */
const MUTATION = /"query":"(?:\\[nrt]|\s)*mutation(?:\\[nrt]|[\s\w])*[({@]/;

/**
 * Proves a recipe. One that reads is run on its own, with nothing of the exploration: it must give what
 * was seen, something else for other parameters, and the same when it is run again. One that writes is
 * run against what the browser was answered, so that nothing is written again: each of its requests must
 * be one that the browser sent. One that is said to read, and shows that it writes, is not run. Its schema
 * is of what it gave.
 * @throws the signal's reason
 */
export async function proveRecipe(recipe: Record<string, Json>, parts: ProofParts): Promise<Proof> {
  const { parameters, type } = parts.proposal;
  const steps = JSON.stringify(recipe["steps"]);
  const unused = parameters.find(({ name }) => !steps.includes(`params.${name}`));
  if (unused !== undefined) return { fault: `No request contains the value of '${unused.name}'.` };
  if (type === "write") return await proveByRecord(recipe, parts);
  const writing = writingOf(recipe);
  if (writing !== undefined) {
    return {
      fault: `It sends ${writing}, which changes something: propose it as an action that writes.`,
    };
  }
  const single = parameters.find(({ value, other }) => isDeepStrictEqual(value, other ?? value));
  if (single === undefined) return await proveByRuns(recipe, parts);
  return { fault: `'${single.name}' needs a second working value for the test.` };
}

/** What a recipe changes the site by; undefined where nothing of it shows that it does. */
function writingOf(recipe: Record<string, Json>): string | undefined {
  for (const { method, json = null } of recipe["steps"] as Record<string, Json>[]) {
    const writing = WRITING.find((one) => one === method);
    if (writing !== undefined) return `a ${writing}`;
    if (MUTATION.test(JSON.stringify(json))) return "a mutation";
  }
  return undefined;
}

async function proveByRecord(recipe: Record<string, Json>, parts: ProofParts): Promise<Proof> {
  // What is read of an earlier answer is read of the nearest one.
  const replay = new Replay(parts.exchanges.toReversed().flatMap(caseExchangesOf));
  await using fetcher = socketlessFetcher((request) => replay.answer(request), systemClock);
  const runner = createRunner({ fetcher }, { pace: false });
  const first = await run(recipe, "value", { ...parts, runner });
  if ("fault" in first) return first;
  const { shape, credential } = parts;
  if (!hasSeen(first.data, shape))
    return { fault: "The result differs from what the page showed." };
  const proved = { ...recipe, output_schema: mergedSchema([first.data]) as Json };
  const exchanges = fitsCase(replay.asked) ? replay.asked : undefined;
  const only = { which: "value", data: first.data, exchanges } as const;
  const cases = credential === undefined ? caseOf(only, parts) : [];
  return { recipe: proved, action: readAction(proved, parts.site), cases };
}

async function proveByRuns(recipe: Record<string, Json>, parts: ProofParts): Promise<Proof> {
  const { proposal, shape, recorder } = parts;
  recorder.take();
  const first = await run(recipe, "value", parts);
  if ("fault" in first) return first;
  if (!hasSeen(first.data, shape))
    return { fault: "The result differs from what the page showed." };
  const exchanges = recorder.take();
  const other = await run(recipe, "other", parts);
  const otherExchanges = recorder.take();
  if ("fault" in other) return { fault: `With other parameters: ${other.fault}` };
  if (proposal.parameters.length > 0 && isDeepStrictEqual(first.data, other.data)) {
    return { fault: "The result is the same for other parameters: the requests do not use them." };
  }
  const proved = { ...recipe, output_schema: mergedSchema([first.data, other.data]) as Json };
  const again = await run(proved, "value", parts);
  if ("fault" in again) return again;
  if (JSON.stringify(again.data) !== JSON.stringify(first.data)) {
    return { fault: "Two runs with the same parameters give different results." };
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
  readonly exchanges: readonly CaseExchange[] | undefined;
}

/** A run as a file of a catalog's `cases` folder. */
function caseOf({ which, data, exchanges }: ProvedRun, { proposal, actionId }: ProofParts): Json[] {
  if (exchanges === undefined) return [];
  const title = which === "value" ? "as it was explored" : "with other parameters";
  const params = valuesOf(proposal, which);
  const expect = { data };
  const good = { format: 1, action_id: actionId, kind: "good", title, params };
  return [{ ...good, exchanges, expect } as unknown as Json];
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
