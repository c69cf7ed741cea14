import { meantName } from "../../core/index.ts";
import { readTemplate } from "../messages/template.ts";
import type { MessageForm } from "../messages/message.ts";
import { NotifierError } from "../notifier-error.ts";
import type { HoldRules, QuietHours } from "../times/hold.ts";
import { isTimezone, readTime } from "../times/local-time.ts";
import type { NotifyTarget } from "./target.ts";

const LEAST_EVERY = 60_000;
/** Thirty days. */
const MOST_EVERY = 2_592_000_000;
const LONGEST_NAME = 256;
const MOST_NAMES = 1000;

/** What is set beside the URL of a target, as a row keeps it. */
export type TargetSettings = Required<{
  readonly [Name in Exclude<keyof NotifyTarget, "url" | "owner">]: Exclude<
    NotifyTarget[Name],
    undefined
  >;
}>;

/** The same, read. */
export interface TargetRules {
  readonly form: MessageForm;
  readonly hold: HoldRules;
}

const known: ReadonlySet<string> = new Set([
  "url",
  "owner",
  "about",
  "template",
  "title",
  "values",
  "quiet",
  "digest",
  "timezone",
] satisfies (keyof NotifyTarget)[]);

/**
 * Completes and checks what is set beside the URL of a target.
 * @throws NotifierError `INVALID_TARGET`, `INVALID_TEMPLATE`
 */
export function targetSettings(target: NotifyTarget): TargetSettings {
  const stray = Object.keys(target).find((name) => !known.has(name));
  if (stray !== undefined)
    throw invalid(
      `A target has no '${stray.slice(0, 50)}'${meantName(stray, [...known])}; known are ${[...known].join(", ")}.`,
    );
  const { about = null, template = null, title = null, values = null } = target;
  const { quiet = null, digest = null, timezone = "UTC" } = target;
  checkNames("about", about);
  checkNames("values", values);
  const settings = { about, template, title, values, quiet, digest, timezone };
  rulesOf(settings);
  return settings;
}

/** @throws NotifierError `INVALID_TARGET`, `INVALID_TEMPLATE` */
export function rulesOf(settings: TargetSettings): TargetRules {
  const { template, title, values, quiet, digest, timezone } = settings;
  if (!isTimezone(timezone)) {
    throw invalid("'timezone' must be the name of a time zone, such as Europe/Berlin.");
  }
  const read = (text: string | null) =>
    text === null ? undefined : readTemplate(text, values ?? undefined);
  return {
    form: { title: read(title), body: read(template), timezone },
    hold: { quiet: readQuiet(quiet), digest: readDigest(digest), timezone },
  };
}

function readQuiet(quiet: unknown): QuietHours | undefined {
  if (quiet === null) return undefined;
  const [from, to] =
    typeof quiet === "string" ? quiet.split("-").map((part) => readTime(part.trim())) : [];
  if (from === undefined || to === undefined || from === to) {
    throw invalid("'quiet' must be two times of day that differ, such as 22:00-07:00.");
  }
  return { from, to };
}

function readDigest(digest: unknown): HoldRules["digest"] {
  if (digest === null) return undefined;
  const { every, at } = (typeof digest === "object" ? digest : {}) as {
    every?: unknown;
    at?: unknown;
  };
  if (Number.isInteger(every) && at === undefined) {
    const ms = every as number;
    if (ms >= LEAST_EVERY && ms <= MOST_EVERY) return { every: ms };
  }
  const time = typeof at === "string" && every === undefined ? readTime(at) : undefined;
  if (time !== undefined) return { at: time };
  throw invalid(
    `'digest' must be { every: milliseconds from ${LEAST_EVERY} to ${MOST_EVERY} } or { at: "08:00" }.`,
  );
}

function checkNames(field: string, names: unknown): void {
  if (names === null) return;
  const isName = (name: unknown): boolean =>
    typeof name === "string" && name !== "" && name.length <= LONGEST_NAME;
  if (Array.isArray(names) && names.length <= MOST_NAMES && names.every(isName)) return;
  throw invalid(`'${field}' must be a list of at most ${MOST_NAMES} names.`);
}

function invalid(message: string): NotifierError {
  return new NotifierError("INVALID_TARGET", { message });
}
