import {
  checkCollaborators,
  checkNumber,
  CoreError,
  withDefaults,
  type Clock,
  type Ids,
} from "../core/index.ts";
import type { RateLimiter } from "../rate-limiter/index.ts";
import type { Service } from "../service/index.ts";
import type { Records } from "../storage/index.ts";

/** What a dashboard works with; what is absent is made, and kept in memory. */
export interface DashboardCollaborators {
  /** The service whose pages these are. */
  readonly service: Pick<
    Service,
    "fetch" | "accounts" | "keys" | "backlog" | "browsers" | "searches"
  >;
  /** Remembers who is signed in; several processes share one. In memory when absent. */
  readonly records?: Records | undefined;
  /** Counts attempts to sign in; several processes share one. In memory when absent. */
  readonly limiter?: RateLimiter | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
}

/** Settings of a dashboard. */
export interface DashboardOptions {
  /**
   * The password of the owner, who sees all accounts; at least 12 characters. Without one, people sign
   * in with an API key alone.
   * @default undefined
   */
  readonly ownerPassword?: string | undefined;
  /**
   * Proxies in front whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed, as the service's
   * `trustedProxies`.
   * @default []
   */
  readonly trustedProxies?: readonly string[] | undefined;
  /**
   * Milliseconds after which one who did nothing is signed out: 12 hours; from five minutes on.
   * @default 43200000
   */
  readonly idleMs?: number | undefined;
}

/** The options, complete. */
export interface DashboardSettings {
  readonly ownerPassword: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly idleMs: number;
}

const defaults: DashboardSettings = Object.freeze({
  ownerPassword: undefined,
  trustedProxies: [],
  idleMs: 43_200_000,
});

const FEWEST_CHARACTERS = 12;

/**
 * Completes and checks the options.
 * @throws CoreError `INVALID_OPTION`
 */
export function dashboardSettings(given: DashboardOptions | undefined): DashboardSettings {
  const settings = withDefaults<DashboardSettings>(defaults, given);
  checkNumber("idleMs", settings.idleMs, { min: 300_000 });
  const { ownerPassword: password } = settings;
  if (
    password !== undefined &&
    !(typeof password === "string" && password.length >= FEWEST_CHARACTERS)
  ) {
    throw new CoreError("INVALID_OPTION", {
      message: `Option 'ownerPassword' must have at least ${FEWEST_CHARACTERS} characters.`,
      details: { option: "ownerPassword" },
    });
  }
  return settings;
}

/** What may be given in the first argument. */
const collaboratorNames: Readonly<Record<keyof DashboardCollaborators, true>> = Object.freeze({
  service: true,
  records: true,
  limiter: true,
  clock: true,
  ids: true,
});

/** @throws CoreError `INVALID_ARGUMENT`, `INVALID_OPTION` for options in the place of collaborators */
export function checkedCollaborators(given: DashboardCollaborators): DashboardCollaborators {
  checkCollaborators(given, defaults, collaboratorNames);
  if (typeof given.service?.fetch === "function") return given;
  const message =
    "Expected service of createDashboard({ service }) to be a service: createService().";
  throw new CoreError("INVALID_ARGUMENT", { message, details: { argument: "service" } });
}
