import { systemClock } from "../../core/index.ts";
import type { Monitor } from "../../monitor/index.ts";
import { printable } from "../terminal/printable.ts";
import { readSchemaFile } from "../input/read-schema-file.ts";
import { withScheme } from "../request-flags.ts";
import { exitCodes, paint, print, say } from "../terminal/terminal.ts";
import { checkMonitor } from "./check-outcome.ts";
import { durationText, momentText } from "../input/duration.ts";
import { definitionOf, type DefinitionValues } from "./monitor-flags.ts";
import { checkTold, type MessageValues } from "./notify/notify-flags.ts";
import { setTargets } from "./notify/set-targets.ts";
import { removeOwnTargets } from "./notify/target-verbs.ts";
import { failureText } from "./outcome-lines.ts";
import { refuseWatched } from "./find-monitor.ts";
import { seenLines } from "./seen-lines.ts";
import type { KeptMonitor } from "./kept-monitors.ts";
import { oneName, type KeptScope, type Scope } from "./verb.ts";

/** What `add` is called with. */
interface AddCall {
  readonly names: readonly string[];
  readonly values: DefinitionValues &
    MessageValues & {
      readonly notify?: readonly string[] | undefined;
      readonly json?: boolean | undefined;
      readonly again?: boolean | undefined;
    };
  readonly folder: string;
}

/**
 * Adds a monitor and checks it for the first time; nothing is kept where that fails.
 * @returns the exit code
 * @throws UsageError
 */
export async function addMonitor(scope: Scope, call: AddCall): Promise<number> {
  const { monitors, terminal } = scope;
  const { signal } = terminal;
  const url = withScheme(oneName(call.names, "add", "URL"));
  const { schema: file, again = false } = call.values;
  if (!again) await refuseWatched(monitors, url, signal);
  const schema = file === undefined ? undefined : await readSchemaFile(file);
  checkTold(call.values);
  const { id } = await monitors.add(definitionOf(url, call.values, schema), { signal });
  let isKept = false;
  try {
    await tellOf(scope, await monitors.get(id, { signal }), call.values);
    const { run } = await checkMonitor(monitors, await monitors.get(id, { signal }), signal);
    if (run.status !== "completed") {
      const why = `${printable(url)}: ${printable(failureText(run))}; it is not watched`;
      say(terminal, `${paint(terminal, "red", "dragline:")} ${why}`);
      return exitCodes.failed;
    }
    isKept = true;
  } finally {
    if (!isKept) {
      await monitors.remove(id);
      await removeOwnTargets(scope.told.notifier, id);
    }
  }
  const monitor = await monitors.get(id, { signal });
  const kept = `stored in ${printable(call.folder)}`;
  const next = `"dragline monitor check" checks now, "dragline monitor run" watches until Ctrl-C`;
  say(terminal, await introduction(scope, monitor, { kept, next }));
  await print(terminal, `${call.values.json === true ? JSON.stringify(monitor) : monitor.id}\n`);
  return exitCodes.ok;
}

/** Keeps the targets of the monitor; a bad one is told before anything is asked. */
async function tellOf(
  { told, terminal }: Scope,
  { id, fields, outputSchema }: Monitor,
  values: AddCall["values"],
): Promise<void> {
  const { notify: texts = [] } = values;
  const names = fields ?? (outputSchema?.["properties"] as object | undefined);
  const known = names && Object.keys(names);
  await setTargets(told, { texts, values, about: [id], names: known }, terminal);
}

/** What is said of a monitor that was added: what it saw, where it is kept, what to do next. */
export async function introduction(
  { monitors, terminal }: KeptScope,
  monitor: KeptMonitor,
  { kept, next }: { readonly kept: string; readonly next: string },
): Promise<string> {
  const seen = await seenLines(monitors, monitor, terminal.signal);
  const dim = (text: string): string => paint(terminal, "dim", text);
  return [
    `watching ${printable(monitor.url)} ${scheduleText(monitor)}`,
    ...seen.map((line) => `  ${dim("|")} ${line}`),
    dim(`${kept}; the next check is due ${nextText(monitor)}`),
    dim(next),
  ].join("\n");
}

/** When a monitor is checked. */
export function scheduleText({ schedule }: Pick<KeptMonitor, "schedule">): string {
  if ("every" in schedule) return `every ${durationText(schedule.every)}`;
  return `at '${printable(schedule.cron)}' ${printable(schedule.timezone ?? "UTC")}`;
}

function nextText({ nextRunAt }: KeptMonitor): string {
  return nextRunAt === null ? "never" : momentText(nextRunAt, systemClock.now());
}
