import {
  checkArgument,
  deadline,
  DeadlineExceeded,
  systemClock,
  withDefaults,
  type Clock,
  unlessAborted,
} from "../../core/index.ts";
import type { ActionCall, ActionOutcome } from "./action-call.ts";
import { ActionError } from "./action-error.ts";
import { ActionFault } from "./action-fault.ts";
import type { ActionPage } from "./action-page.ts";
import type { ActionReport } from "./action-report.ts";
import type { Action } from "./action.ts";
import { checkActions } from "./check-actions.ts";
import type { NodeAction } from "./node-action.ts";
import { Keyboard } from "./keyboard.ts";
import { Mouse } from "./mouse.ts";
import { boundOf, performAction } from "./perform-action.ts";
import { Tab } from "./tab.ts";

/** The end of the last turn on each page. */
const turns = new WeakMap<object, Promise<void>>();

/**
 * Waits until nobody else has a turn on the page: it has one mouse and one focus. The turn ends when
 * it is disposed.
 * @throws the signal's reason, at once; the others wait no longer for that
 */
async function takeTurn(page: object, signal: AbortSignal | undefined): Promise<Disposable> {
  checkArgument("page, on which actions run,", page, "object");
  const before = turns.get(page) ?? Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  turns.set(
    page,
    before.then(() => promise),
  );
  try {
    await unlessAborted(before, signal);
  } catch (error) {
    resolve();
    throw error;
  }
  return { [Symbol.dispose]: resolve };
}

/** How actions are run. */
export interface RunActionsOptions {
  /** Ends the run at once. @default undefined */
  readonly signal?: AbortSignal | undefined;
  /** The clock that waits and limits go by. @default systemClock */
  readonly clock?: Clock | undefined;
  /**
   * Whether it is waited, 200 ms after each action, for a navigation to begin that is to be followed; one
   * that is under way by then always is.
   * @default true
   */
  readonly awaitsNavigation?: boolean | undefined;
}

/** Milliseconds that letting go of keys and buttons may take. */
const RELEASE = 250;
/** Milliseconds that opening a session may take. */
const OPENING = 5000;

const defaults: {
  signal: AbortSignal | undefined;
  clock: Clock;
  awaitsNavigation: boolean;
} = Object.freeze({
  signal: undefined,
  clock: systemClock,
  awaitsNavigation: true,
});

/**
 * Carries out actions on a page, one after the other, and tells what became of each. A click or a
 * scroll without its element is skipped; a `wait_for` in vain and everything else that fails ends the
 * run. Navigations that an action begins are waited for, 10 seconds at most. Dialogs that nobody
 * answers within half a second are accepted. Runs on one page take turns. The page stays open and as the last action left it.
 * @throws ActionError `INVALID_ACTION` before anything is done; `ACTION_FAILED` with `details.index`
 *   and the reports so far; the signal's reason
 */
export async function runActions(
  page: ActionPage,
  actions: readonly Action[],
  options?: RunActionsOptions,
): Promise<ActionReport[]> {
  const checked = checkActions(actions);
  const settled = withDefaults(defaults, options);
  const { signal } = settled;
  signal?.throwIfAborted();
  if (checked.length === 0) return [];
  using _turn = await takeTurn(page, signal);
  const run = new ActionRun(checked, settled);
  return await run.on(page);
}

/**
 * Carries out one action on an element that is known by its node, as {@link runActions} does.
 * @throws ActionError `ACTION_FAILED`, with the reason "gone" when the element is no longer in the
 *   page; the signal's reason
 */
export async function runNodeAction(
  page: ActionPage,
  action: NodeAction,
  options?: RunActionsOptions,
): Promise<ActionReport> {
  const settled = withDefaults(defaults, options);
  const { signal } = settled;
  signal?.throwIfAborted();
  using _turn = await takeTurn(page, signal);
  const [report] = await new ActionRun([action], settled).on(page);
  return report as ActionReport;
}

class ActionRun {
  readonly #actions: readonly (Action | NodeAction)[];
  readonly #clock: Clock;
  readonly #signal: AbortSignal | undefined;
  readonly #awaitsNavigation: boolean;
  readonly #reports: ActionReport[] = [];

  constructor(
    actions: readonly (Action | NodeAction)[],
    { clock, signal, awaitsNavigation }: typeof defaults,
  ) {
    this.#actions = actions;
    this.#clock = clock;
    this.#signal = signal;
    this.#awaitsNavigation = awaitsNavigation;
  }

  async on(page: ActionPage): Promise<ActionReport[]> {
    const tab = await this.#open(page);
    if (!this.#awaitsNavigation) tab.navigation.graceMs = 0;
    const mouse = new Mouse(tab);
    const keyboard = new Keyboard(tab);
    try {
      for (const [index, action] of this.#actions.entries()) {
        using limit = deadline(this.#clock, boundOf(action), this.#signal);
        const signal = AbortSignal.any([limit.signal, tab.gone]);
        const call = { tab, mouse, keyboard, signal, clock: this.#clock };
        await this.#perform(call, index, action);
      }
      return this.#reports;
    } finally {
      using limit = deadline(this.#clock, RELEASE);
      const releases = [mouse.release(limit.signal), keyboard.release(limit.signal)];
      await Promise.allSettled(releases);
      await tab[Symbol.asyncDispose]();
    }
  }

  async #open(page: ActionPage): Promise<Tab> {
    using limit = deadline(this.#clock, OPENING, this.#signal);
    const started = this.#clock.monotonic();
    try {
      return await Tab.open(page, this.#clock, limit.signal);
    } catch (error) {
      throw this.#failure({ index: 0, started, error });
    }
  }

  async #perform(call: ActionCall, index: number, action: Action | NodeAction): Promise<void> {
    const started = this.#clock.monotonic();
    let outcome: ActionOutcome;
    try {
      outcome = await performAction(call, action);
    } catch (error) {
      throw this.#failure({
        index,
        started,
        error: call.signal.aborted ? call.signal.reason : error,
      });
    }
    const ms = Math.round(this.#clock.monotonic() - started);
    const popups = call.tab.takeOpened();
    const opened = popups.length === 0 ? {} : { popups };
    this.#reports.push({ index, type: action.type, ms, ...outcome, ...opened });
  }

  /** Makes of what was thrown what the caller gets; an abort is passed on as it is. */
  #failure({ index, started, error }: Failure): unknown {
    if (this.#signal?.aborted) return this.#signal.reason;
    const action = this.#actions[index];
    const fault = faultOf(error);
    const reason = fault.message;
    const type = action?.type ?? "wait";
    const ms = Math.round(this.#clock.monotonic() - started);
    const reports = [...this.#reports, { index, type, outcome: fault.outcome, ms, reason }];
    return new ActionError("ACTION_FAILED", {
      message: `action ${index} (${type}): ${reason}.`,
      details: { index, type, reason, reports },
      cause: error,
    });
  }
}

interface Failure {
  readonly index: number;
  readonly started: number;
  readonly error: unknown;
}

function faultOf(error: unknown): ActionFault {
  if (error instanceof ActionFault) return error;
  if (error instanceof DeadlineExceeded) return new ActionFault("timed out", "timed_out");
  return new ActionFault(error instanceof Error ? error.message : String(error));
}
