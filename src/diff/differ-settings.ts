import { checkNumber, withDefaults } from "../core/index.ts";
import type { DifferOptions } from "./differ.ts";

/** Options with their defaults. */
type DifferSettings = Required<DifferOptions>;

/** The defaults; what stands where collaborators stand is told apart by their names. */
export const differDefaults: DifferSettings = Object.freeze({
  timeoutMs: 1000,
  memoryBytes: 268_435_456,
  threads: 1,
});

/**
 * The options with their defaults.
 * @throws CoreError `INVALID_OPTION`
 */
export function completeDifferOptions(options: DifferOptions | undefined): DifferSettings {
  const settings = withDefaults<DifferSettings>(differDefaults, options);
  checkNumber("timeoutMs", settings.timeoutMs, { min: 1 });
  checkNumber("memoryBytes", settings.memoryBytes, { min: 16_777_216, max: 1_099_511_627_776 });
  checkNumber("threads", settings.threads, { min: 1, max: 1024 });
  return settings;
}
