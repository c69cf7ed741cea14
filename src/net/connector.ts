import { X509Certificate } from "node:crypto";
import {
  checkNumber,
  CoreError,
  systemClock,
  traced,
  withDefaults,
  type Clock,
} from "../core/index.ts";
import type { Connector, ConnectTarget } from "./connection.ts";
import { systemDialer, type Dialer } from "./dialer.ts";
import { createAddressGuard, type AddressGuard } from "./guard.ts";
import { GuardedConnector } from "./guarded-connector.ts";
import { systemResolver, type Resolver } from "./resolver.ts";

/** The collaborators of a connector; each is borrowed. */
export interface ConnectorCollaborators {
  readonly resolver?: Resolver | undefined;
  readonly dialer?: Dialer | undefined;
  readonly clock?: Clock | undefined;
  /** Instead of a guard made from the option `allow`. */
  readonly guard?: AddressGuard | undefined;
}

/** How a connector connects. */
export interface ConnectorOptions {
  /**
   * Hosts that the operator trusts although they are not public: names, `*.domain`, addresses and
   * CIDRs, as for `createAddressGuard`.
   * @default []
   */
  readonly allow?: readonly string[];
  /**
   * The most milliseconds to wait for the name's resolution, from 1; Infinity for no limit.
   * @default 5000
   */
  readonly dnsTimeoutMs?: number;
  /**
   * The most milliseconds to wait for the TCP connection, from 1; Infinity for no limit.
   * @default 10000
   */
  readonly connectTimeoutMs?: number;
  /**
   * The most milliseconds until a proxy has opened its tunnel (resolving and connecting to it
   * included), from 1; Infinity for no limit.
   * @default 10000
   */
  readonly proxyTimeoutMs?: number;
  /**
   * The most milliseconds to wait for the TLS handshake, from 1; Infinity for no limit.
   * @default 10000
   */
  readonly tlsTimeoutMs?: number;
  /**
   * PEM certificates of authorities to trust besides those that Node trusts. There is no way to
   * switch the verification of certificates off.
   * @default []
   */
  readonly ca?: string | readonly string[];
}

const defaults: Required<ConnectorOptions> = Object.freeze({
  allow: [],
  dnsTimeoutMs: 5000,
  connectTimeoutMs: 10_000,
  proxyTimeoutMs: 10_000,
  tlsTimeoutMs: 10_000,
  ca: [],
});

const LIMITS = ["dnsTimeoutMs", "connectTimeoutMs", "proxyTimeoutMs", "tlsTimeoutMs"] as const;

/**
 * Makes a connector over the system's resolver, network and clock, unless others are given.
 * @throws CoreError `INVALID_OPTION`, also for `allow` beside a `guard`; NetError
 *   `INVALID_ALLOW_ENTRY`
 */
export function createConnector(
  collaborators: ConnectorCollaborators = {},
  options?: ConnectorOptions,
): Connector {
  const settings = withDefaults(defaults, options);
  for (const name of LIMITS) checkNumber(name, settings[name], { min: 1 });
  const {
    resolver = systemResolver,
    dialer = systemDialer,
    clock = systemClock,
    guard = createAddressGuard({ allow: settings.allow }),
  } = collaborators;
  if (collaborators.guard !== undefined && settings.allow.length > 0) {
    throw new CoreError("INVALID_OPTION", {
      message:
        "Option 'allow' cannot be combined with the collaborator 'guard'; set it on that guard.",
      details: { option: "allow" },
    });
  }
  for (const pem of [settings.ca].flat()) checkCertificate(pem);
  const connector = new GuardedConnector({ resolver, dialer, clock, guard }, settings);
  return Object.freeze({
    connect: (target: ConnectTarget, signal: AbortSignal) =>
      traced("dragline:net:connect", { origin: target.url.origin }, () =>
        connector.connect(target, signal),
      ),
  });
}

/** Node would ignore an invalid certificate, and every handshake would fail. */
function checkCertificate(pem: string): void {
  try {
    new X509Certificate(pem);
  } catch (cause) {
    throw new CoreError("INVALID_OPTION", {
      message: "Option 'ca' must be one or more PEM certificates.",
      details: { option: "ca" },
      cause,
    });
  }
}
