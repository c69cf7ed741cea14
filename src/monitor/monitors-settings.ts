import { checkNumber, withDefaults } from "../core/index.ts";
import type { MonitorsOptions } from "./monitors-options.ts";

/** Options with every default filled in. */
export type MonitorsSettings = Required<MonitorsOptions>;

/** The defaults of every option. */
export const monitorsDefaults: MonitorsSettings = Object.freeze({
  maxConcurrency: 16,
  maxPerHost: 2,
  checkTimeoutMs: 300_000,
  leaseMs: 30_000,
  jitterMs: 60_000,
  breakerFailures: 5,
  breakerMs: 60_000,
  maxActivePerOwner: Number.POSITIVE_INFINITY,
  maxHistory: 200,
  runRetentionMs: 2_592_000_000,
  inlineBytes: 65_536,
});

/** Bounds of each number. */
const bounds = Object.freeze({
  maxConcurrency: { min: 1, max: 1_000 },
  maxPerHost: { min: 1, max: 100 },
  checkTimeoutMs: { min: 1 },
  leaseMs: { min: 1_000 },
  jitterMs: { min: 0 },
  breakerFailures: { min: 1 },
  breakerMs: { min: 1 },
  maxActivePerOwner: { min: 1 },
  maxHistory: { min: 1, max: 1_000 },
  runRetentionMs: { min: 1 },
  inlineBytes: { min: 0 },
});

/**
 * Completes and checks the options.
 * @throws CoreError `INVALID_OPTION`
 */
export function monitorsSettings(options: MonitorsOptions | undefined): MonitorsSettings {
  const settings = withDefaults(monitorsDefaults, options);
  for (const [name, limits] of Object.entries(bounds)) {
    checkNumber(name, settings[name as keyof typeof bounds], limits);
  }
  return settings;
}
