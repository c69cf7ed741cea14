import { Disposer } from "../../core/index.ts";
import type { Command } from "../command.ts";
import { parseVerb, type VerbValues } from "../help/parse-flags.ts";
import { monitorHelp } from "../help/tables/monitor.ts";
import { addMonitor } from "../monitor/add-monitor.ts";
import { checkMonitors } from "../monitor/check-monitors.ts";
import { findMonitor } from "../monitor/find-monitor.ts";
import { listMonitors } from "../monitor/list-monitors.ts";
import {
  hasMonitors,
  monitorsFolder,
  openMonitors,
  type PlaceValues,
} from "../monitor/open-monitors.ts";
import { openNotifier } from "../monitor/notify/open-notifier.ts";
import {
  addTarget,
  listTargets,
  removeOwnTargets,
  removeTarget,
  testTarget,
} from "../monitor/notify/target-verbs.ts";
import { showChange } from "../monitor/show-change.ts";
import { showHistory } from "../monitor/show-history.ts";
import { oneName, type Scope } from "../monitor/verb.ts";
import { CheckBell, watchMonitors } from "../monitor/watch-monitors.ts";
import { remotePlace } from "../remote/remote-place.ts";
import { printable } from "../terminal/printable.ts";
import { exitCodes, say, UsageError, type Terminal } from "../terminal/terminal.ts";

type Values = VerbValues<typeof monitorHelp.verbs>;

const nameless: ReadonlySet<string> = new Set(["list", "run", "notify-list"]);
/** What makes the folder where there is none. */
const makers: ReadonlySet<string> = new Set(["add", "notify"]);

interface VerbCall {
  readonly names: readonly string[];
  readonly values: Values;
  readonly bell: CheckBell;
}

type Verb = (scope: Scope, call: VerbCall) => Promise<number>;

const verbs: Readonly<Record<keyof typeof monitorHelp.verbs, Verb>> = {
  add: (scope, { names, values }) =>
    addMonitor(scope, { names, values, folder: monitorsFolder(values) }),
  list: (scope, { values }) => listMonitors(scope, { json: values.json === true }),
  check: (scope, { names, values: { due = false, json = false } }) =>
    checkMonitors(scope, { names, due, json }),
  diff: showChange,
  history: showHistory,
  run: (scope, { values, bell }) => watchMonitors(scope, { bell, json: values.json === true }),
  notify: addTarget,
  "notify-test": ({ told, terminal }, call) => testTarget(told, call, terminal),
  "notify-list": listTargets,
  "notify-rm": removeTarget,
  rm: removeMonitor,
};

/** `dragline monitor`: pages that are watched for changes. */
export const monitor: Command = {
  async run(args, terminal) {
    const { verb: name, values, names } = parseVerb(monitorHelp, args);
    if (nameless.has(name) && names.length > 0)
      throw new UsageError(`'${name}' does not take names`);
    const place = remotePlace(monitorHelp.verbs[name], values);
    if (place !== undefined) {
      const { monitorAt } = await import("../remote/monitor.ts");
      return await monitorAt(place, { verb: name, names, values }, terminal);
    }
    await using owned = new Disposer();
    if (!makers.has(name) && !(await hasMonitors(values))) {
      if (name !== "notify-test") return nothing(name, values, terminal);
      const told = await openNotifier({ allow: values["allow-host"] ?? [] }, owned);
      return await testTarget(told, { names, values }, terminal);
    }
    const bell = new CheckBell();
    const ledger = name === "run" ? bell : undefined;
    const opened = await openMonitors({ values, env: terminal.env, ledger }, owned);
    return await verbs[name]({ ...opened, terminal }, { names, values, bell });
  },
};

function nothing(name: string, values: PlaceValues, terminal: Terminal): number {
  const folder = printable(monitorsFolder(values));
  const hint = `there are no monitors in ${folder}; try: dragline monitor add URL`;
  if (name !== "list") throw new Error(hint);
  say(terminal, hint);
  return exitCodes.ok;
}

async function removeMonitor(scope: Scope, { names }: VerbCall): Promise<number> {
  const { monitors, terminal, told } = scope;
  const { signal } = terminal;
  const { id, url } = await findMonitor(monitors, oneName(names, "rm"), signal);
  await monitors.remove(id, { signal });
  await removeOwnTargets(told.notifier, id);
  say(terminal, `${printable(url)} is no longer watched`);
  return exitCodes.ok;
}
