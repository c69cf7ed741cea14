import type { CheckLedger, EndingCheck } from "../../monitor/index.ts";
import { memberOf, observe } from "../serve/observe.ts";
import { printableLine } from "../terminal/printable.ts";
import { exitCodes, paint, painter, say } from "../terminal/terminal.ts";
import { endOf, outcomeOf } from "./check-outcome.ts";
import { show } from "./check-monitors.ts";
import { outcomeLine } from "./outcome-lines.ts";
import type { Scope } from "./verb.ts";

const LONGEST_TARGET = 80;
const LONGEST_FAILURE = 200;

/** Says when checks end, at no price. */
export class CheckBell implements CheckLedger {
  /** Called with a check whose end is about to be stored; possibly more than once. */
  onEnd: (check: EndingCheck) => void = () => {};

  async begin() {
    return { credits: 0, operations: [], refusal: "" };
  }

  async end(check: EndingCheck) {
    this.onEnd(check);
    return { creditsUsed: 0, operations: [], isTold: check.change !== undefined };
  }

  stored(): void {}
}

/**
 * Checks what is due, and prints what changed, until the user interrupts.
 * @returns the exit code
 * @throws what the store throws
 */
export async function watchMonitors(
  scope: Scope,
  { bell, json }: { readonly bell: CheckBell; readonly json: boolean },
): Promise<number> {
  const { monitors, terminal, told } = scope;
  const { signal } = terminal;
  const { length } = await monitors.list({ isActive: true, signal });
  const what = `watching ${length} monitor${length === 1 ? "" : "s"}; press Ctrl-C to stop`;
  say(terminal, paint(terminal, "dim", what));
  const failed = Promise.withResolvers<never>();
  const telling = new Map<string, Promise<void>>();
  bell.onEnd = (check) => {
    const { id } = check.run;
    if (telling.has(id)) return;
    const told = tell(scope, check, json).finally(() => telling.delete(id));
    telling.set(id, told);
    told.catch(failed.reject);
  };
  const unobserve = observe("dragline:notifier:attempt", ({ context, result }) => {
    const failure = memberOf(result, "failure");
    const whom = printableLine(context.target, LONGEST_TARGET);
    const how = failure === undefined ? "" : `: ${printableLine(String(failure), LONGEST_FAILURE)}`;
    say(terminal, `${failure === undefined ? "told" : "not told"} ${whom}${how}`);
  });
  try {
    const works = Promise.all([monitors.work({ signal }), told.notifier.run({ signal })]);
    await Promise.race([works, failed.promise]);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  unobserve();
  await Promise.allSettled(telling.values());
  return exitCodes.interrupted;
}

async function tell(
  scope: Scope,
  { monitor, run: { id } }: EndingCheck,
  json: boolean,
): Promise<void> {
  const { monitors, terminal } = scope;
  const run = await endOf(monitors, { monitorId: monitor.id, id }, terminal.signal);
  if (run === undefined) return;
  const outcome = await outcomeOf(monitors, { monitor, run });
  if (outcome.status === "changed" || json) await show(scope, outcome, json);
  else say(terminal, outcomeLine(outcome, painter(terminal, "stderr")));
}
