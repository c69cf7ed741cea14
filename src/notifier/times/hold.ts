import { localTimeOf, nextLocalTime } from "./local-time.ts";

/** Hours in which nothing is sent; over midnight where they begin later than they end. */
export interface QuietHours {
  /** Milliseconds since midnight. */
  readonly from: number;
  readonly to: number;
}

/** When what was gathered is sent in one message: so long after the first, or at a time of day. */
type Digest = { readonly every: number } | { readonly at: number };

/** What holds messages back. */
export interface HoldRules {
  readonly quiet: QuietHours | undefined;
  readonly digest: Digest | undefined;
  /** IANA name. */
  readonly timezone: string;
}

/** Whether it is one of the quiet hours. */
export function isQuiet(at: number, { quiet, timezone }: HoldRules): boolean {
  if (quiet === undefined) return false;
  const { from, to } = quiet;
  const time = localTimeOf(at, timezone);
  return from <= to ? time >= from && time < to : time >= from || time < to;
}

/** The end of the quiet hours that a moment is in; the moment itself when it is in none. */
export function endOfQuiet(at: number, rules: HoldRules): number {
  if (rules.quiet === undefined || !isQuiet(at, rules)) return at;
  return nextLocalTime(at, rules.quiet.to, rules.timezone);
}

/** When the digest is due whose first notice came at a moment; at once without a digest. */
export function digestDue(first: number, { digest, timezone }: HoldRules): number {
  if (digest === undefined) return first;
  if ("every" in digest) return first + digest.every;
  return nextLocalTime(first, digest.at, timezone);
}
