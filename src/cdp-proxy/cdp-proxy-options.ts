import { checkNumber, withDefaults } from "../core/index.ts";
import { storageDefaults } from "./storage-look.ts";

/** Settings of a proxy. */
export interface CdpProxyOptions {
  /** Milliseconds without a message after which a connection ends; 1 or more. @default 60000 */
  readonly idleMs?: number;
  /** Milliseconds that a connection may last; 1 or more. @default 7200000 */
  readonly maxDurationMs?: number;
  /** Milliseconds that one payment is for; 1000 or more. @default 120000 */
  readonly periodMs?: number;
  /** Most bytes of a message in either direction; 1024 or more. @default 52428800 */
  readonly maxMessageBytes?: number;
  /**
   * Connections that an owner may have at once, where no admission is given; 1 or more.
   * @default 5
   */
  readonly maxPerOwner?: number;
  /** Milliseconds in which the state is saved when a connection ends; 1 or more. @default 15000 */
  readonly saveTimeoutMs?: number;
  /**
   * Milliseconds between two looks after what a connection holds, from 1000 to 30000; one that will
   * be saved has its cookies stored then, so that a crash leaves something.
   * @default 30000
   */
  readonly checkpointMs?: number;
  /**
   * Bytes of the disk that a connection's browser may take with downloads, caches and what pages store.
   * Downloads count as they are announced, and as they come; the rest is looked at every second, every
   * five where a look takes long. One that takes more ends (1008) with what it wrote, and its downloads
   * are cancelled at once; from 1.
   * @default 1073741824
   */
  readonly maxConnectionBytes?: number;
  /** The same for all connections of an owner; the largest ends; from 1. @default 4294967296 */
  readonly maxOwnerBytes?: number;
  /** The same for all connections of the proxy; from 1. @default 17179869184 */
  readonly maxHostBytes?: number;
  /**
   * Bytes that stay free on the disk that browsers write to, but never more than a quarter of it: where
   * less is, the largest connection ends, unless it has less than 64 MiB; from 0.
   * @default 536870912
   */
  readonly minFreeBytes?: number;
}

/** Settings with their defaults. */
export type CdpProxySettings = Required<CdpProxyOptions>;

/** What {@link CdpProxyOptions} are unless said otherwise. */
export const proxyDefaults: CdpProxySettings = Object.freeze({
  idleMs: 60_000,
  maxDurationMs: 7_200_000,
  periodMs: 120_000,
  maxMessageBytes: 52_428_800,
  maxPerOwner: 5,
  saveTimeoutMs: 15_000,
  checkpointMs: 30_000,
  maxConnectionBytes: 1_073_741_824,
  maxOwnerBytes: 4_294_967_296,
  maxHostBytes: 17_179_869_184,
  ...storageDefaults,
});

/** @throws CoreError `INVALID_OPTION` */
export function completeProxyOptions(options: CdpProxyOptions | undefined): CdpProxySettings {
  const settings = withDefaults(proxyDefaults, options);
  checkNumber("idleMs", settings.idleMs, { min: 1 });
  checkNumber("maxDurationMs", settings.maxDurationMs, { min: 1 });
  checkNumber("periodMs", settings.periodMs, { min: 1000 });
  checkNumber("maxMessageBytes", settings.maxMessageBytes, { min: 1024 });
  checkNumber("maxPerOwner", settings.maxPerOwner, { min: 1 });
  checkNumber("saveTimeoutMs", settings.saveTimeoutMs, { min: 1 });
  checkNumber("checkpointMs", settings.checkpointMs, { min: 1000, max: 30_000 });
  return settings;
}
