import { basename } from "node:path";
import { MemoryBlobs } from "../../storage/memory/index.ts";
import type { Action } from "../action.ts";
import { actionsOf } from "../catalog-folder/load-catalog.ts";
import type { RecordedCase, Recipe } from "../format/action-schema.ts";
import { driftChanges } from "./drift-changes.ts";
import { driftProblem } from "./drift-problem.ts";
import { runPlay, type OpenRunner } from "./play-case.ts";
import { Replay } from "./replay.ts";
import { loadCases } from "./test-cases.ts";

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
 * @throws what {@link loadCases} throws
 */
export async function testDrift(
  folder: string,
  openRunner: OpenRunner,
  signal: AbortSignal = new AbortController().signal,
): Promise<DriftResult[]> {
  const plays = (await loadCases(folder, signal)).flatMap(({ site, cases }) =>
    actionsOf(site).flatMap((action) =>
      cases
        .filter(({ value }) => value.action_id === action.info.action_id && value.kind === "good")
        .map((file) => ({ action, file })),
    ),
  );
  const results: DriftResult[] = [];
  for (const { action, file } of plays) {
    const play = { action, recorded: file.value, openRunner, signal };
    results.push(...(await driftOf(play, basename(file.file, ".json"))));
  }
  return results;
}

interface Drifting {
  readonly action: Action;
  readonly recorded: RecordedCase;
  readonly openRunner: OpenRunner;
  readonly signal: AbortSignal;
}

async function driftOf(play: Drifting, name: string): Promise<DriftResult[]> {
  const recipe = play.action.body as Recipe;
  const results: DriftResult[] = [];
  for (const change of driftChanges(recipe, play.recorded)) {
    await using blobs = new MemoryBlobs();
    const exchanges = play.recorded.exchanges.map((exchange, index) =>
      index === change.exchange ? { ...exchange, answer: change.answer } : exchange,
    );
    const replay = new Replay(exchanges);
    const result = await runPlay({ ...play, answer: (request) => replay.answer(request) }, blobs);
    const problem = driftProblem({ result, change, recipe, recorded: play.recorded });
    results.push({ action: recipe.action_id, case: name, change: change.title, problem });
  }
  return results;
}
