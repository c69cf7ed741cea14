import { checkNumber, withDefaults } from "../../core/index.ts";
import type { ChromiumOptions } from "../chromium/chromium-options.ts";

/** Settings of remote browsers. */
export interface RemoteBrowsersOptions {
  /**
   * Browsers that are kept ready for the country US, from 0 to 8; fewer where `max` leaves no room.
   * @default 1
   */
  readonly warm?: number;
  /** Whether they are started at once instead of at the first take. @default false */
  readonly eager?: boolean;
  /** Most browsers taken at once, from 1 to 1024; who comes then waits. @default 20 */
  readonly max?: number;
  /**
   * Milliseconds that a caller may wait until its browser is there, its start included; from 1.
   * @default 30000
   */
  readonly takeTimeoutMs?: number;
  /**
   * Hosts that pages may reach although they are not public: names, `*.domain`, addresses and CIDRs.
   * Counts where no connector is given.
   * @default []
   */
  readonly allow?: readonly string[];
  /** How Chromium is started. @default {} */
  readonly chromium?: ChromiumOptions;
}

/** Settings with their defaults. */
export type RemoteBrowsersSettings = Required<RemoteBrowsersOptions>;

const defaults: RemoteBrowsersSettings = Object.freeze({
  warm: 1,
  eager: false,
  max: 20,
  takeTimeoutMs: 30_000,
  allow: Object.freeze([]),
  chromium: Object.freeze({}),
});

/** The names of all settings; what stands where collaborators stand is told apart by them. */
export const remoteOptionNames: object = defaults;

/** @throws CoreError `INVALID_OPTION` */
export function completeRemoteOptions(
  options: RemoteBrowsersOptions | undefined,
): RemoteBrowsersSettings {
  const settings = withDefaults(defaults, options);
  checkNumber("warm", settings.warm, { min: 0, max: 8, integer: true });
  checkNumber("max", settings.max, { min: 1, max: 1024, integer: true });
  checkNumber("takeTimeoutMs", settings.takeTimeoutMs, { min: 1 });
  return settings;
}
