import type { Client, Monitor } from "../../client/index.ts";
import type { VerbValues } from "../help/parse-flags.ts";
import type { monitorHelp } from "../help/tables/monitor.ts";
import { readSchemaFile } from "../input/read-schema-file.ts";
import { introduction } from "../monitor/add-monitor.ts";
import { checkEach } from "../monitor/check-monitors.ts";
import { findMonitor, refuseWatched } from "../monitor/find-monitor.ts";
import { listMonitors } from "../monitor/list-monitors.ts";
import { failureText } from "../monitor/outcome-lines.ts";
import { showChange } from "../monitor/show-change.ts";
import { showHistory } from "../monitor/show-history.ts";
import { oneName, type KeptScope } from "../monitor/verb.ts";
import { withScheme } from "../request-flags.ts";
import { LiveLine } from "../terminal/live-line.ts";
import { printable, printableLine } from "../terminal/printable.ts";
import { exitCodes, paint, print, say, type Terminal } from "../terminal/terminal.ts";
import { addressOf, atService } from "./at-service.ts";
import { monitorRequest } from "./monitor-definition.ts";
import { keptMonitor, ServiceMonitors } from "./monitor-source.ts";
import type { RemotePlace } from "./remote-place.ts";

/** A verb of `dragline monitor` at a service. */
interface RemoteVerb {
  readonly verb: keyof typeof monitorHelp.verbs;
  readonly names: readonly string[];
  readonly values: VerbValues<typeof monitorHelp.verbs>;
}

type ServiceScope = KeptScope & { readonly monitors: ServiceMonitors; readonly client: Client };

/** Monitors whose last change `list` asks for: a service limits how often it is asked. */
const MOST_LOOK_UPS = 40;

/** `dragline monitor --remote`: the monitors of an account of a service. */
export function monitorAt(
  place: RemotePlace,
  call: RemoteVerb,
  terminal: Terminal,
): Promise<number> {
  return atService(place, terminal, async (client) => {
    const monitors = new ServiceMonitors(client, (id) => {
      const see = seeText("history", id, client);
      say(terminal, paint(terminal, "dim", `the check goes on at the service; see it: ${see}`));
    });
    return await runVerb({ client, monitors, terminal }, call);
  });
}

async function runVerb(scope: ServiceScope, { verb, names, values }: RemoteVerb): Promise<number> {
  const { json = false } = values;
  switch (verb) {
    case "add":
      return await addAt(scope, { names, values });
    case "list":
      return await listMonitors(scope, { json, lookUps: MOST_LOOK_UPS, none: noneText(scope) });
    case "check":
      return await checkEach(scope, { names, json, due: false });
    case "diff":
      return await showChange(scope, { names, values });
    case "history":
      return await showHistory(scope, { names, values });
    case "rm":
      return await removeAt(scope, names);
    default:
      throw new Error(`'${verb}' takes no --remote`);
  }
}

function noneText({ client }: ServiceScope): string {
  return `there are no monitors at ${printable(client.base)}; try: dragline monitor add URL --remote URL`;
}

function seeText(verb: string, id: string, client: Client): string {
  return `dragline monitor ${verb} ${printableLine(id, 100)} --remote ${addressOf(client)}`;
}

async function addAt(
  scope: ServiceScope,
  { names, values }: Omit<RemoteVerb, "verb">,
): Promise<number> {
  const { client, monitors, terminal } = scope;
  const { signal } = terminal;
  const url = withScheme(oneName(names, "add", "URL"));
  const schema = values.schema === undefined ? undefined : await readSchemaFile(values.schema);
  const request = monitorRequest({ url, values, schema });
  if (values.again !== true) await refuseWatched(monitors, url, signal);
  const created = await client.createMonitor(request, { signal });
  sayAlert(created, terminal);
  const run = await firstRun(scope, created);
  const { id } = created;
  if (run.status !== "completed") {
    await client.deleteMonitor({ id }, { signal });
    const why = printableLine(failureText(run), 2000);
    const text = `${printable(url)}: ${why}; it is not watched`;
    say(terminal, `${paint(terminal, "red", "dragline:")} ${text}`);
    return exitCodes.failed;
  }
  const monitor = keptMonitor(await client.getMonitor({ id }, { signal }));
  const kept = `stored at ${printable(client.base)}, which checks it`;
  const next = `${seeText("check", id, client)} checks now`;
  say(terminal, await introduction(scope, monitor, { kept, next }));
  await print(
    terminal,
    `${values.json === true ? printable(JSON.stringify(monitor)) : printable(id)}\n`,
  );
  return exitCodes.ok;
}

function sayAlert(
  { alertWebhookUrl, alertWebhookSecret, alertEmails }: Monitor,
  terminal: Terminal,
): void {
  for (const told of [alertWebhookUrl, alertEmails]) {
    if (told !== null) say(terminal, `telling ${printableLine(told, 400)}`);
  }
  if (alertWebhookSecret === undefined) return;
  const text = `its webhooks are signed with ${printableLine(alertWebhookSecret, 200)}`;
  say(terminal, paint(terminal, "dim", text));
}

/** The check that a service makes of a new monitor by itself. */
async function firstRun({ monitors, terminal }: ServiceScope, { id, url }: Monitor) {
  using _ = new LiveLine(() => printableLine(`checking ${url} for the first time`, 200), {
    terminal,
  });
  return await monitors.ended(id, undefined, terminal.signal);
}

async function removeAt(
  { monitors, terminal }: ServiceScope,
  names: readonly string[],
): Promise<number> {
  const { signal } = terminal;
  const { id, url } = await findMonitor(monitors, oneName(names, "rm"), signal);
  await monitors.remove(id, { signal });
  say(terminal, `${printable(url)} is no longer watched`);
  return exitCodes.ok;
}
