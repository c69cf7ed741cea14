import { UsageError } from "../terminal/terminal.ts";

/** Milliseconds of the units that people write. */
const units: Readonly<Record<string, number>> = Object.freeze({
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
});

/**
 * Milliseconds of `30s`, `15m`, `1h`, `2d` or `1w`.
 * @throws UsageError that names the flag
 */
export function duration(text: string, flag: string): number {
  const [, count = "", unit = ""] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  const ms = Number(count) * (units[unit] ?? 0);
  if (ms > 0) return ms;
  throw new UsageError(`--${flag} takes a time such as 30s, 15m, 1h or 1d; got '${text}'`);
}

/** The same the other way round, in the largest unit that fits; `1.5h` for what is not whole. */
export function durationText(ms: number): string {
  const [unit = "s", size = 1_000] =
    Object.entries(units)
      .toReversed()
      .find(([, unitMs]) => ms >= unitMs && ms % unitMs === 0) ??
    Object.entries(units).findLast(([, unitMs]) => ms >= unitMs) ??
    [];
  return `${Number((ms / size).toFixed(1))}${unit}`;
}

/** A moment as people see it from another: `3m ago`, `in 1h`, `now`. */
export function momentText(at: number, now: number): string {
  const away = Math.abs(at - now);
  if (away < 1_000) return "now";
  const [unit = "s", size = 1_000] =
    Object.entries(units).findLast(([name, unitMs]) => away >= unitMs && name !== "w") ?? [];
  const text = `${Math.round(away / size)}${unit}`;
  return at > now ? `in ${text}` : `${text} ago`;
}

/** A moment to the second, as people write it: `2026-03-01 09:30:00 UTC`. */
export function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
