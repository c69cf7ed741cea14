import type { MonitorParts } from "./monitor-parts.ts";

/**
 * Whether what began at a time, in milliseconds since 1970, is still shown (decisions, 0.6). What is
 * not is removed sometime later.
 */
export function isKept(
  { clock, settings }: Pick<MonitorParts, "clock" | "settings">,
  at: number,
): boolean {
  return at + settings.retentionMs > clock.now();
}
