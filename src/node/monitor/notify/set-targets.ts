import { isNotifierError, type KnownTarget, type Notifier } from "../../../notifier/index.ts";
import { printable } from "../../terminal/printable.ts";
import { paint, say, UsageError, type Terminal } from "../../terminal/terminal.ts";
import type { OpenedNotifier } from "./open-notifier.ts";
import { targetOf, targetUrl, type MessageValues } from "./notify-flags.ts";

/** Targets to keep. */
interface NewTargets {
  /** As they were typed. */
  readonly texts: readonly string[];
  readonly values: MessageValues;
  /** What they are told of; of all when undefined. */
  readonly about: readonly string[] | undefined;
  /** Of values, for placeholders. */
  readonly names: readonly string[] | undefined;
  /** Of the target; one that is free when undefined. */
  readonly name?: string | undefined;
}

/**
 * Keeps targets, and says who is told.
 * @returns their names
 * @throws UsageError; NotifierError
 */
export async function setTargets(
  { notifier, signingSecret }: OpenedNotifier,
  { texts, values, about, names, name }: NewTargets,
  terminal: Terminal,
): Promise<string[]> {
  const set: string[] = [];
  for (const text of texts) {
    const url = targetUrl(text, terminal.env);
    const own = name ?? (await freeName(notifier, url));
    const target = { ...targetOf(url, values, names), about };
    const known = await hinted(notifier.targets.set(own, target));
    say(terminal, introduction(known));
    if (isSignedByUs(known, url)) say(terminal, paint(terminal, "dim", signing(signingSecret)));
    set.push(own);
  }
  return set;
}

/** What a person can do about an address that is refused stands on this command line. */
export async function hinted<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!isNotifierError(error) || !("reason" in error.details)) throw error;
    const why = "the server of the target is private, local or otherwise not public";
    throw new UsageError(`${why}; --allow-host HOST admits it`);
  }
}

function introduction({ name, label, quiet, digest, timezone }: KnownTarget): string {
  const held = [
    ...(quiet === null ? [] : [`nothing is sent ${quiet} ${timezone}`]),
    ...(digest !== null && "at" in digest ? [`together at ${digest.at} ${timezone}`] : []),
    ...(digest !== null && "every" in digest ? ["together after a while"] : []),
  ];
  const how = held.length === 0 ? "" : ` (${held.join("; ")})`;
  return `telling ${printable(label)}${how}, as ${printable(name)}`;
}

function isSignedByUs({ label }: KnownTarget, url: string): boolean {
  return label.startsWith("webhook ") && !url.includes("#");
}

function signing(secret: string): string {
  return `its webhooks are signed with ${secret}`;
}

/** After the service: `ntfy`, `ntfy-2`. */
async function freeName(notifier: Notifier, url: string): Promise<string> {
  const [scheme = "target"] = url.split(":", 1);
  const service = /^[a-z]{2,12}$/i.test(scheme) ? scheme.toLowerCase() : "target";
  const base = service.startsWith("http") ? "webhook" : service;
  const taken = new Set((await notifier.targets.list()).map(({ name }) => name));
  for (let count = 2, name = base; ; count += 1) {
    if (!taken.has(name)) return name;
    name = `${base}-${count}`;
  }
}
