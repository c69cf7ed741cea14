import type { TaskStep } from "../agent/index.ts";
import type { Json } from "../storage/index.ts";
import type { Ids } from "../core/index.ts";
import type { Fetcher } from "../fetcher/index.ts";
import type { Catalog, Pace } from "../wire/index.ts";
import type { Browser, LeaseCall } from "../browser/index.ts";
import type { LanguageModel, SchemaJudge, TokenBudget } from "../ai/index.ts";
import { systemClock, systemIds, type Clock } from "../core/index.ts";
import { createRunner } from "../wire/index.ts";
import { ActionDrafter } from "./action-drafter.ts";
import type { BuiltAction } from "./action-drafter.ts";
import { buildFromCatalog } from "./build-from-catalog.ts";
import { CaseRecorder } from "./case-recorder.ts";
import { describedExchanges } from "./described-exchanges.ts";
import { slugOfHost } from "./draft-site.ts";
import type { Exchange } from "./exchange.ts";
import { proposeList } from "./propose-list.ts";

/** What a build may take. */
export interface BuildLimits {
  /**
   * Calls of tools, from 1 to 100.
   * @default 60
   */
  readonly maxSteps?: number;
  /**
   * Milliseconds of the exploration, proofs included; from 1.
   * @default 600000
   */
  readonly timeoutMs?: number;
}

/** What actions are built with; each is borrowed. */
export interface BuilderCollaborators {
  /**
   * Does once what actions are made of. Without one, actions are made of the catalog's platforms and of
   * lists that the site's page fetches as JSON.
   */
  readonly model?: LanguageModel | undefined;
  /** Without one, actions are made of the catalog's platforms alone. */
  readonly browser?: Pick<Browser, "lease"> | undefined;
  /** Its platforms are tried first: their actions are reviewed. None when absent. */
  readonly catalog?: Catalog | undefined;
  /** Proves what is built: it has nothing of the exploration. */
  readonly fetcher: Pick<Fetcher, "fetch">;
  readonly judge?: Pick<SchemaJudge, "compiles" | "faults"> | undefined;
  readonly budget?: TokenBudget | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
}

/** What is to be built. */
export interface BuildTask extends BuildLimits {
  /** Where the site begins. */
  readonly websiteUrl: string;
  /** What the actions are for, in words: 1 to 4,000 characters. */
  readonly goal: string;
  /** Names of actions that are wanted; what the goal says when absent. */
  readonly actions?: readonly string[] | undefined;
  /** What the site's login asks for, by name; the model sees the names alone. */
  readonly credential?: Readonly<Record<string, string>> | undefined;
  /** The slug of the site's actions; of its host when absent. */
  readonly slug?: string | undefined;
  /** The catalog's own site, where the actions are of one. */
  readonly site?: Json | undefined;
  /** How the page is had: whose it is, its proxy and country. */
  readonly lease?: Pick<LeaseCall, "tenant" | "proxy" | "country"> | undefined;
  /** As of `createRunner`, for the proofs. */
  readonly pace?: Pace | false | undefined;
  /** Called with each step when it has ended. */
  readonly onStep?: ((step: TaskStep) => void) | undefined;
}

const NOTHING =
  "This service has no language model to explore the site. The catalog has no platform of this site that does what the goal says, and the goal names no list that the site's API or page gives as JSON.";

/** What a platform of the catalog has for the goal. @throws the signal's reason */
export async function copyOfPlatform(
  parts: BuilderCollaborators,
  task: BuildTask,
  signal: AbortSignal,
): Promise<BuiltAction | undefined> {
  const { catalog, clock = systemClock } = parts;
  const { actions = [], credential = {}, websiteUrl, goal } = task;
  const isOne = actions.length < 2 && Object.keys(credential).length === 0;
  if (catalog === undefined || task.site !== undefined || !isOne) return undefined;
  const of = { catalog, ...recording(parts, task), websiteUrl, goal, name: nameOf(actions[0]) };
  return await buildFromCatalog({ ...of, slug: slugFor(task), day: dayOf(clock) }, signal);
}

/**
 * An action of a list that the site's API or its page gives, or why there is none.
 * @throws the signal's reason
 */
export async function buildOfList(
  parts: BuilderCollaborators,
  { task, exchanges }: { readonly task: BuildTask; readonly exchanges: readonly Exchange[] },
  signal: AbortSignal,
): Promise<BuiltAction | { readonly fault: string }> {
  const { catalog } = parts;
  const { goal, actions = [], websiteUrl } = task;
  if (actions.length > 1) return { fault: NOTHING };
  const described =
    catalog === undefined
      ? []
      : await describedExchanges({ catalog, ...recording(parts, task), websiteUrl, goal }, signal);
  const all = [...described, ...exchanges];
  const proposal = proposeList(all, goal, nameOf(actions[0]));
  if (proposal === undefined) return { fault: NOTHING };
  const drafted = await drafterOf(parts, task).draft(all, proposal, signal);
  if (!("fault" in drafted)) return drafted;
  return { fault: `No action can be made from the site's JSON: ${drafted.fault}` };
}

/** A runner whose answers are kept. */
function recording(
  { fetcher, clock = systemClock, ids = systemIds }: BuilderCollaborators,
  { pace }: BuildTask,
) {
  const recorder = new CaseRecorder(fetcher);
  return { recorder, runner: createRunner({ fetcher: recorder, clock, ids }, { pace }) };
}

/** The name of an action without its site's slug. */
export function nameOf(action: string | undefined): string | undefined {
  return action?.split(".").at(-1);
}

function slugFor({ slug, websiteUrl }: BuildTask): string {
  return slug ?? slugOfHost(new URL(websiteUrl).hostname);
}

function dayOf(clock: Clock): string {
  return new Date(clock.now()).toISOString().slice(0, 10);
}

/** What drafts and proves the actions of a task. */
export function drafterOf(
  { fetcher, clock = systemClock, ids = systemIds }: BuilderCollaborators,
  task: BuildTask,
): ActionDrafter {
  const { websiteUrl, pace, credential = {}, site } = task;
  const own = { pace, credential, websiteUrl, site };
  return new ActionDrafter({ fetcher, clock, ids, ...own, slug: slugFor(task), day: dayOf(clock) });
}
