import { basename } from "node:path";
import { MemoryBlobs } from "../../storage/memory/index.ts";
import type { Recipe } from "../format/action-schema.ts";
import { checkArgument, neverAborts } from "../../core/index.ts";
import { driftChanges } from "./drift-changes.ts";
import { driftProblem } from "./drift-problem.ts";
import { runPlay, socketlessFetcher, type Answering, type Play, type Stage } from "./play-case.ts";
import type { CaseFile } from "./read-cases.ts";
import { Replay } from "./replay.ts";
import { loadCases, playsOf, type TestCasesCall } from "./test-cases.ts";

/** What a recipe made of a changed answer. */
export interface DriftResult {
  readonly action: string;
  readonly case: string;
  readonly change: string;
  /** Why that is wrong; undefined when the recipe noticed the change or does not read what was changed. */
  readonly problem?: string | undefined;
}

/**
 * Changes the answers of the good cases of a folder as sites do (members gone, HTML in place of JSON,
 * lists that are none, failures, cut off) and runs the recipes on them: each has to fail and to name what
 * is wrong, unless the recipe does not read what was changed, or says that it may be missing.
 * @throws WireError `INVALID_RECIPE`; the signal's reason; the file system's error
 * @example
 * ```ts
 * import { testDrift } from "dragline/wire";
 *
 * for (const { action, change, problem } of await testDrift("./my-catalog")) {
 *   if (problem !== undefined) console.log(action, change, problem);
 * }
 * ```
 */
export async function testDrift(folder: string, call: TestCasesCall = {}): Promise<DriftResult[]> {
  checkArgument("call of testDrift(folder, call)", call, "object");
  const { action: only, signal = neverAborts() } = call;
  const stage = { openFetcher: socketlessFetcher, signal };
  const results: DriftResult[] = [];
  for (const { action, file } of playsOf(await loadCases(folder, signal))) {
    const isWanted = only === undefined || action.info.action_id === only;
    if (!isWanted || file.value.kind !== "good") continue;
    results.push(...(await driftOf({ action, recorded: file.value }, file, stage)));
  }
  return results;
}

async function driftOf(play: Play, { file }: CaseFile, stage: Stage): Promise<DriftResult[]> {
  const recipe = play.action.body as Recipe;
  const results: DriftResult[] = [];
  for (const change of driftChanges(recipe, play.recorded)) {
    await using blobs = new MemoryBlobs();
    const exchanges = play.recorded.exchanges.map((exchange, index) =>
      index === change.exchange ? { ...exchange, answer: change.answer } : exchange,
    );
    const replay = new Replay(exchanges);
    const answer: Answering = (request) => replay.answer(request);
    const result = await runPlay(play, stage, { answer, blobs });
    const problem = driftProblem({ result, change, recipe, recorded: play.recorded });
    const name = basename(file, ".json");
    results.push({ action: recipe.action_id, case: name, change: change.title, problem });
  }
  return results;
}
