import { openScope, type RunParts } from "./open-run.ts";
import type { RunState } from "./run-state.ts";
import { runSteps } from "../steps/run-steps.ts";

/**
 * Runs the steps of a site's `auth` before those of an action, where the credential brings a browser's
 * storage: what they are answered is what the templates of `auth` read from then on.
 * @throws RunFault; the reason of the run's signal
 */
export async function runAuthSteps(run: RunParts, state: RunState): Promise<void> {
  const { auth } = state.site;
  const isStored = auth?.cookies === true && (state.credential?.state ?? null) !== null;
  if (auth?.steps === undefined || !isStored) return;
  const scope = openScope(state, run);
  const context = { state, scope, place: " (auth)", document: null, url: undefined };
  await runSteps(auth.steps, context);
  state.authScope = scope;
}
