import { systemClock } from "../../core/index.ts";
import { exitCodes, painter, print, say } from "../terminal/terminal.ts";
import { briefly, changeText } from "./change-text.ts";
import { checkMonitor, type CheckOutcome } from "./check-outcome.ts";
import { comparedTexts } from "./compared-texts.ts";
import { tellDue } from "./notify/told-lines.ts";
import { outcomeJson, outcomeLine } from "./outcome-lines.ts";
import type { KeptMonitor } from "./kept-monitors.ts";
import { chosen, type KeptScope, type Scope } from "./verb.ts";

/** Checks under way at once. */
const LANES = 4;

/** What `check` is called with. */
interface CheckCall {
  readonly names: readonly string[];
  /** Only those whose time has come. */
  readonly due: boolean;
  readonly json: boolean;
}

/**
 * Checks monitors of a folder now, prints what came of it, as it comes, and tells of it.
 * @returns the exit code: failed when one of the checks did
 * @throws UsageError
 */
export async function checkMonitors(scope: Scope, call: CheckCall): Promise<number> {
  const code = await checkEach(scope, call);
  await tellDue(scope.told.notifier, scope.terminal);
  return code;
}

/**
 * Checks monitors now and prints what came of it, as it comes.
 * @returns the exit code: failed when one of the checks did
 * @throws UsageError
 */
export async function checkEach(scope: KeptScope, call: CheckCall): Promise<number> {
  const { terminal } = scope;
  const all = await chosen(scope, call.names);
  const asked = call.due ? all.filter(isDue) : all;
  if (asked.length === 0) say(terminal, call.due ? "no monitor is due" : "there are no monitors");
  const waiting = asked.values();
  let failed = 0;
  const lane = async (): Promise<void> => {
    for (const monitor of waiting) {
      const outcome = await checkMonitor(scope.monitors, monitor, terminal.signal);
      if (outcome.status === "failed") failed++;
      await show(scope, outcome, call.json);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return failed > 0 ? exitCodes.failed : exitCodes.ok;
}

function isDue({ nextRunAt }: KeptMonitor): boolean {
  return nextRunAt !== null && nextRunAt <= systemClock.now();
}

/** Prints an outcome: JSON, or a line with what changed under it. */
export async function show(
  { monitors, terminal }: KeptScope,
  outcome: CheckOutcome,
  json: boolean,
): Promise<void> {
  if (json) return print(terminal, outcomeJson(outcome));
  const { detail } = outcome;
  const line = `${outcomeLine(outcome, painter(terminal, "stdout"))}\n`;
  if (detail === undefined) return print(terminal, line);
  const isSite = detail.diff.type === "site";
  const texts = isSite ? undefined : await comparedTexts(monitors, detail);
  return print(terminal, `${line}${briefly(changeText(detail.diff, texts, terminal))}`);
}
