import type { KnownTarget, Notifier } from "../../../notifier/index.ts";
import { durationText } from "../../input/duration.ts";
import { printableLine } from "../../terminal/printable.ts";
import { table } from "../../terminal/table.ts";
import { exitCodes, print, say, UsageError, type Terminal } from "../../terminal/terminal.ts";
import { findMonitor } from "../find-monitor.ts";
import { oneName, type Scope } from "../verb.ts";
import { targetOf, targetUrl, type MessageValues } from "./notify-flags.ts";
import type { OpenedNotifier } from "./open-notifier.ts";
import { hinted, setTargets } from "./set-targets.ts";
import { toldLine } from "./told-lines.ts";

/** What the verbs of targets are called with. */
interface TargetCall {
  readonly names: readonly string[];
  readonly values: MessageValues & {
    readonly name?: string | undefined;
    readonly monitor?: readonly string[] | undefined;
    readonly json?: boolean | undefined;
  };
}

const MOST_MESSAGES = 10;

/** `notify`: tells a target of all monitors, or of some. */
export async function addTarget(scope: Scope, { names, values }: TargetCall): Promise<number> {
  const { monitors, terminal, told } = scope;
  const text = oneName(names, "notify", "TARGET");
  const about: string[] = [];
  for (const name of values.monitor ?? []) {
    about.push((await findMonitor(monitors, name, terminal.signal)).id);
  }
  const of = values.monitor === undefined ? undefined : about;
  const target = { texts: [text], values, about: of, names: undefined, name: values.name };
  const [set = ""] = await setTargets(told, target, terminal);
  await print(terminal, `${set}\n`);
  return exitCodes.ok;
}

/** `notify-test`: tells a target a sample. */
export async function testTarget(
  { notifier }: OpenedNotifier,
  { names, values }: TargetCall,
  terminal: Terminal,
): Promise<number> {
  const text = oneName(names, "notify-test", "TARGET");
  const { signal } = terminal;
  const known = await notifier.targets.list({ signal });
  const isKnown = known.some(({ name }) => name === text);
  const target = isKnown
    ? { name: text }
    : targetOf(targetUrl(text, terminal.env), values, undefined);
  const { isSent, label, error } = await hinted(notifier.targets.test(target, { signal }));
  const whom = printableLine(label, 200);
  if (isSent) {
    await print(terminal, `sent a test message: ${whom}\n`);
    return exitCodes.ok;
  }
  say(terminal, `${whom} was not told: ${printableLine(error ?? "", 400)}`);
  return exitCodes.failed;
}

/** `notify-list`: targets, and the last messages. */
export async function listTargets(scope: Scope, { values }: TargetCall): Promise<number> {
  const { terminal } = scope;
  const { notifier } = scope.told;
  const targets = await notifier.targets.list();
  const messages = await notifier.messages.list({ limit: MOST_MESSAGES });
  if (values.json === true) {
    await print(terminal, `${JSON.stringify({ targets, messages })}\n`);
    return exitCodes.ok;
  }
  if (targets.length === 0) say(terminal, "nobody is told; try: dragline monitor notify TARGET");
  else await print(terminal, table([heading, ...targets.map(rowOf)]));
  const lines = messages.map((message) => `${toldLine(message, terminal)}\n`);
  if (lines.length > 0) await print(terminal, `\nthe last messages:\n${lines.join("")}`);
  return exitCodes.ok;
}

/** `notify-rm`: tells a target no more. */
export async function removeTarget(scope: Scope, { names }: TargetCall): Promise<number> {
  const name = oneName(names, "notify-rm", "NAME");
  const { notifier } = scope.told;
  const known = await notifier.targets.list();
  if (!known.some((target) => target.name === name)) {
    throw new UsageError("there is no target of this name; see: dragline monitor notify-list");
  }
  await notifier.targets.remove(name);
  say(scope.terminal, `${printableLine(name, 100)} is told no more`);
  return exitCodes.ok;
}

/** Removes the targets that are told of nothing but a monitor that is gone. */
export async function removeOwnTargets(notifier: Notifier, monitorId: string): Promise<void> {
  for (const { name, about } of await notifier.targets.list()) {
    if (about?.length === 1 && about[0] === monitorId) await notifier.targets.remove(name);
  }
}

const heading: readonly string[] = ["NAME", "WHO", "OF", "QUIET", "DIGEST", "WAITING"];

function rowOf({ name, label, about, quiet, digest, waiting }: KnownTarget): readonly string[] {
  return [
    printableLine(name, 20),
    printableLine(label, 50),
    about === null ? "all" : `${about.length} monitor${about.length === 1 ? "" : "s"}`,
    quiet ?? "-",
    digestText(digest),
    String(waiting),
  ];
}

function digestText(digest: KnownTarget["digest"]): string {
  if (digest === null) return "-";
  return "at" in digest ? digest.at : durationText(digest.every);
}
