import { checkArgument, systemClock, type Clock } from "../../core/index.ts";
import {
  createAddressGuard,
  createConnector,
  type Dialer,
  type Resolver,
} from "../../net/index.ts";
import { fetcherSettings, type FetcherOptions } from "../fetcher-options.ts";
import type { Transport } from "./transport.ts";
import { UndiciTransport } from "./undici-transport.ts";

/** What a transport works with; each is borrowed and left open. */
export interface TransportCollaborators {
  /** Resolves names; the system's when absent. */
  readonly resolver?: Resolver | undefined;
  /** Opens sockets; the system's when absent. */
  readonly dialer?: Dialer | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
}

/** Which of a fetcher's options concern its transport. */
export type TransportOptions = Pick<
  FetcherOptions,
  | "allow"
  | "dnsTimeoutMs"
  | "connectTimeoutMs"
  | "tlsTimeoutMs"
  | "firstByteTimeoutMs"
  | "idleTimeoutMs"
  | "maxHeaderSize"
  | "http2"
  | "maxIdleConnections"
  | "ca"
>;

/**
 * Makes the transport of a fetcher alone: single requests over guarded connections that are kept
 * for later ones.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_ALLOW_ENTRY`
 * @example
 * ```ts
 * import { createTransport } from "dragline/fetcher";
 *
 * await using transport = createTransport({}, { connectTimeoutMs: 5000 });
 * console.log(typeof transport.send);
 * ```
 */
export function createTransport(
  collaborators: TransportCollaborators = {},
  options?: TransportOptions,
): Transport {
  checkArgument(
    "collaborators of createTransport(collaborators, options)",
    collaborators,
    "object",
  );
  const { resolver, dialer, clock = systemClock } = collaborators;
  const settings = fetcherSettings(options);
  const { allow, dnsTimeoutMs, connectTimeoutMs, tlsTimeoutMs, ca } = settings;
  const connector = createConnector(
    { guard: createAddressGuard({ allow }), resolver, dialer, clock },
    { dnsTimeoutMs, connectTimeoutMs, proxyTimeoutMs: connectTimeoutMs, tlsTimeoutMs, ca },
  );
  return new UndiciTransport({ connector, clock }, settings);
}
