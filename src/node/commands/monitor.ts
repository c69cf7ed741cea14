import { parseArgs } from "node:util";
import { Disposer } from "../../core/index.ts";
import type { Command } from "../command.ts";
import { addMonitor } from "../monitor/add-monitor.ts";
import { checkMonitors } from "../monitor/check-monitors.ts";
import { findMonitor } from "../monitor/find-monitor.ts";
import { listMonitors } from "../monitor/list-monitors.ts";
import { definitionFlags, definitionHelp } from "../monitor/monitor-flags.ts";
import {
  hasMonitors,
  MONITORS_FOLDER,
  monitorsFolder,
  openMonitors,
  placeFlags,
  type PlaceValues,
} from "../monitor/open-monitors.ts";
import { showChange } from "../monitor/show-change.ts";
import { showHistory } from "../monitor/show-history.ts";
import { oneName, type Scope } from "../monitor/verb.ts";
import { CheckBell, watchMonitors } from "../monitor/watch-monitors.ts";
import { modelHelp } from "../open-model.ts";
import { printable } from "../printable.ts";
import { exitCodes, say, UsageError, type Terminal } from "../terminal.ts";

const help = `Usage: dragline monitor add URL [--every TIME | --cron PATTERN] [OPTIONS]
       dragline monitor list
       dragline monitor check [ID ...] [--due]
       dragline monitor diff ID [--html FILE | --unified] [--change N]
       dragline monitor history ID [--limit N]
       dragline monitor run
       dragline monitor rm ID

Watches pages for changes. Monitors and their history are kept in ./${MONITORS_FOLDER}. An ID may
be as short as list shows it, or the URL.

  add      checks the page once, says what it saw and keeps that to compare with
  list     id, URL, when it is checked, when it was and when it last changed
  check    checks the ones named, or all, now; with --due those whose time has come
  diff     shows what changed last; with --html as a page, side by side
  history  every check, and what came of it
  run      watches, and prints changes as they come, until Ctrl-C
  rm       removes a monitor with its history

What add takes:
${definitionHelp}

What diff and history take:
  --html FILE        write the change as a page, both sides beside each other
  --unified          print a unified diff, as for patch
  --change N         the change of that number in history; 1 is the newest (1)
  --limit N          so many checks (20)

What each takes:
  --data DIR         where monitors are kept (./${MONITORS_FOLDER})
  --json             lines of JSON on stdout
  --proxy URL        http, https or socks5 proxy, credentials in the URL; not remembered
  --allow-host HOST  allow a private host, address or CIDR; remembered; may be repeated

Failed checks keep what is compared with. With cron: dragline monitor check --due.

Environment, for --schema and --ai:
${modelHelp}

Exit codes: 0 done, 1 a check failed, 2 wrong usage, 130 interrupted.
`;

const optionTypes = {
  ...definitionFlags,
  ...placeFlags,
  html: { type: "string" },
  unified: { type: "boolean" },
  change: { type: "string" },
  limit: { type: "string" },
  due: { type: "boolean" },
  json: { type: "boolean" },
} as const;

type Values = ReturnType<typeof parse>["values"];

/** The flags that a verb takes beside those of all. */
const ownFlags: Readonly<Record<string, readonly (keyof Values)[]>> = {
  add: Object.keys(definitionFlags) as (keyof Values)[],
  list: [],
  check: ["due"],
  diff: ["html", "unified", "change"],
  history: ["limit"],
  run: [],
  rm: [],
};

const flagsOfAll: readonly (keyof Values)[] = ["data", "proxy", "allow-host", "json"];

const nameless: ReadonlySet<string> = new Set(["list", "run"]);

/** What a verb is told. */
interface VerbCall {
  readonly names: readonly string[];
  readonly values: Values;
  readonly bell: CheckBell;
}

type Verb = (scope: Scope, call: VerbCall) => Promise<number>;

const verbs: Readonly<Record<string, Verb>> = {
  add: (scope, { names, values }) =>
    addMonitor(scope, { names, values, folder: monitorsFolder(values) }),
  list: (scope, { values }) => listMonitors(scope, values.json === true),
  check: (scope, { names, values: { due = false, json = false } }) =>
    checkMonitors(scope, { names, due, json }),
  diff: showChange,
  history: showHistory,
  run: (scope, { values, bell }) => watchMonitors(scope, { bell, json: values.json === true }),
  rm: removeMonitor,
};

/** `dragline monitor`: pages that are watched for changes. */
export const monitor: Command = {
  help,
  async run(args, terminal) {
    const { values, positionals } = parse(args);
    const [name = "", ...names] = positionals;
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
    if (verb === undefined) {
      const known = Object.keys(verbs).join(", ");
      throw new UsageError(`expected one of ${known}; try: dragline monitor --help`);
    }
    checkFlags(name, values);
    if (nameless.has(name) && names.length > 0) throw new UsageError(`'${name}' takes no names`);
    if (name !== "add" && !(await hasMonitors(values))) return nothing(name, values, terminal);
    await using owned = new Disposer();
    const bell = new CheckBell();
    const ledger = name === "run" ? bell : undefined;
    const monitors = await openMonitors({ values, env: terminal.env, ledger }, owned);
    return await verb({ monitors, terminal }, { names, values, bell });
  },
};

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
}

function checkFlags(name: string, values: Values): void {
  const taken = new Set<string>([...(ownFlags[name] ?? []), ...flagsOfAll]);
  const stray = Object.keys(values).find((flag) => !taken.has(flag));
  if (stray !== undefined) throw new UsageError(`'${name}' takes no --${stray}`);
}

/** Only `add` makes the folder. */
function nothing(name: string, values: PlaceValues, terminal: Terminal): number {
  const folder = printable(monitorsFolder(values));
  const hint = `nothing is watched in ${folder}; try: dragline monitor add URL`;
  if (name !== "list") throw new Error(hint);
  say(terminal, hint);
  return exitCodes.ok;
}

async function removeMonitor({ monitors, terminal }: Scope, { names }: VerbCall): Promise<number> {
  const { signal } = terminal;
  const { id, url } = await findMonitor(monitors, oneName(names, "rm"), signal);
  await monitors.remove(id, { signal });
  say(terminal, `${printable(url)} is watched no longer`);
  return exitCodes.ok;
}
