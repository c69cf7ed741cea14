import { openPageTools, runTask, Secrets, type TaskResult, type TaskStep } from "../agent/index.ts";
import type { Browser } from "../browser/index.ts";
import {
  checkArgument,
  Disposer,
  systemClock,
  systemIds,
  withDefaults,
  neverAborts,
} from "../core/index.ts";
import { BuilderError } from "./builder-error.ts";
import { buildOfList, copyOfPlatform, drafterOf, nameOf } from "./build-without-model.ts";
import { TrafficRecorder, type Exchange } from "./exchange.ts";
import { proposeTool } from "./propose-tool.ts";
import type { BuiltAction } from "./action-drafter.ts";
import type { BuilderCollaborators, BuildTask } from "./build-without-model.ts";
import type { BuildLimits } from "./build-without-model.ts";

/** Why nothing was built. */
export type BuildFailure = "site_unreachable" | "no_action_found" | "out_of_time" | "model_failed";

/** How a build ended. */
export interface BuildResult {
  readonly actions: readonly BuiltAction[];
  /** Actions that were asked for and were not built. */
  readonly skipped: readonly string[];
  readonly steps: readonly TaskStep[];
  /** Only when there is no action. */
  readonly failure?: BuildFailure;
  /** A sentence; only when there is no action. */
  readonly error?: string;
}

const MOST_GOAL = 4000;

const defaults: Required<BuildLimits> = Object.freeze({
  maxSteps: 60,
  timeoutMs: 600_000,
});

/**
 * Builds actions of a site from a goal in words. Where the site is of a platform that the catalog knows,
 * its action is tried and copied. Else a model does once in a browser what they are for, the traffic tells
 * how it is done without one, and what comes of that is proved before it is given: run apart from the
 * exploration, with other parameters, and again. What writes is done that once, by the model, and is
 * proved against the answers that the browser had.
 * @throws BuilderError `INVALID_GOAL`, `INVALID_URL`; the signal's reason; BrowserError
 * @example
 * ```ts
 * const { actions } = await buildActions(
 *   { model, browser, fetcher },
 *   { websiteUrl: "https://shop.example", goal: "Search for products by words." },
 * );
 * ```
 */
export async function buildActions(
  parts: BuilderCollaborators,
  task: BuildTask,
  { signal = neverAborts() }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<BuildResult> {
  checkTask(task);
  signal.throwIfAborted();
  const copied = await copyOfPlatform(parts, task, signal);
  if (copied !== undefined) return ended(task, { steps: [] }, [copied]);
  const { browser } = parts;
  if (browser === undefined) return await listed(parts, { task, exchanges: [] }, signal);
  return await explore({ ...parts, browser }, task, signal);
}

/** What is fetched without a model, or why it makes no action. */
async function listed(
  parts: BuilderCollaborators,
  own: { readonly task: BuildTask; readonly exchanges: readonly Exchange[] },
  signal: AbortSignal,
): Promise<BuildResult> {
  const { task } = own;
  const drafted = await buildOfList(parts, own, signal);
  if (!("fault" in drafted)) return ended(task, { steps: [] }, [drafted]);
  return failed(task, [], { failure: "no_action_found", error: drafted.fault });
}

async function explore(
  parts: BuilderCollaborators & { readonly browser: Pick<Browser, "lease"> },
  task: BuildTask,
  signal: AbortSignal,
): Promise<BuildResult> {
  const { websiteUrl, goal, credential = {}, maxSteps, timeoutMs } = task;
  const { clock = systemClock, ids = systemIds, model, judge, budget, browser } = parts;
  await using owned = new Disposer();
  const lease = owned.add(await browser.lease({ ...task.lease, url: websiteUrl, signal }));
  using traffic = new TrafficRecorder(lease.page);
  const secrets = new Secrets(credential);
  const work = owned.add(
    await openPageTools(lease.page, { start: websiteUrl, secrets, clock, maxTabs: 1 }),
  );
  const own = AbortSignal.any([signal, lease.signal]);
  const opening = await work.open(websiteUrl, own);
  if (opening.isFailure === true)
    return failed(task, [], { failure: "site_unreachable", error: opening.said });
  if (model === undefined) {
    return await listed(parts, { task, exchanges: await traffic.exchanges() }, own);
  }
  const drafter = drafterOf(parts, task);
  const built = new Map<string, BuiltAction>();
  const propose = proposeTool(async (proposal, call) => {
    const drafted = await drafter.draft(await traffic.exchanges(), proposal, call);
    if ("fault" in drafted) return drafted.fault;
    built.set(proposal.name, drafted);
    return undefined;
  });
  const done = await runTask(
    { model, judge, budget, clock, ids },
    {
      prompt: promptOf(goal, task.actions ?? []),
      tools: [...work.tools, propose],
      opening,
      secrets,
      ...withDefaults(defaults, { maxSteps, timeoutMs }),
      onStep: task.onStep,
    },
    { signal: own },
  );
  return ended(task, done, [...built.values()]);
}

function ended(
  task: BuildTask,
  done: Pick<TaskResult, "steps" | "failure" | "error">,
  actions: readonly BuiltAction[],
): BuildResult {
  if (actions.length > 0) return { actions, skipped: skipped(task, actions), steps: done.steps };
  const { failure, error = "The model proposed no action that passed the checks." } = done;
  const proposed = done.steps.findLast(({ tool }) => tool === "propose_action");
  const why = proposed === undefined ? error : `${error} ${proposed.outcome}`;
  if (failure === "out-of-time")
    return failed(task, done.steps, { failure: "out_of_time", error: why });
  if (failure === "model-failed")
    return failed(task, done.steps, { failure: "model_failed", error: why });
  return failed(task, done.steps, { failure: "no_action_found", error: why });
}

function failed(
  task: BuildTask,
  steps: readonly TaskStep[],
  why: Required<Pick<BuildResult, "failure" | "error">>,
): BuildResult {
  return { actions: [], skipped: skipped(task, []), steps, ...why };
}

function skipped({ actions = [] }: BuildTask, built: readonly BuiltAction[]): string[] {
  const names = built.map(({ action }) => action.info.action_id.split(".", 2)[1]);
  return actions.filter((name) => !names.includes(nameOf(name)));
}

function promptOf(goal: string, actions: readonly string[]): string {
  return [
    "Find out how this website does what is asked for below, so that actions can be made of it that need no browser. Do it once in the page as a visitor would, with parameters of your own choice, until the page shows what is asked for. Of a list with pages or one that grows, have a second page shown. Then call propose_action with what you used and what you saw; propose one action for each thing that is asked for. When all are built, call done with a sentence.",
    `What is asked for: ${goal}`,
    ...(actions.length === 0 ? [] : [`The actions are to be called ${actions.join(", ")}.`]),
  ].join("\n");
}

function checkTask(task: BuildTask): void {
  checkArgument("task of buildActions(collaborators, { websiteUrl, goal })", task, "object");
  const { websiteUrl, goal } = task;
  if (typeof goal !== "string" || goal.trim() === "" || Array.from(goal).length > MOST_GOAL) {
    throw new BuilderError("INVALID_GOAL", {
      message: `A goal must have 1 to ${MOST_GOAL} characters.`,
    });
  }
  const url = URL.parse(websiteUrl);
  if (url !== null && /^https?:$/.test(url.protocol)) return;
  throw new BuilderError("INVALID_URL", {
    message: "The URL of a site must be an http or https URL.",
  });
}
