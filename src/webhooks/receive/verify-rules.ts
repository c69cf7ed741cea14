import { checkNumber, CoreError, systemClock, withDefaults, type Clock } from "../../core/index.ts";
import { headerNames } from "../signing/header-names.ts";
import { checkSecret } from "../signing/secret.ts";
import type { SignatureScheme } from "./verify-result.ts";
import { serviceScheme, standardScheme, type VerifyScheme } from "./verify-schemes.ts";
import { WebhookError } from "../webhook-error.ts";

/** How deliveries are verified. Durations are milliseconds, sizes bytes. */
export interface VerifyOptions {
  /**
   * How far the timestamp may be from now; 0 or more, `Infinity` for any. The service's own
   * signature is over the body alone, so there it only finds clocks and queues that are late:
   * somebody who has a delivery can send it again under a new time. Standard Webhooks sign the time.
   * @default 300000
   */
  readonly toleranceMs?: number | undefined;
  /**
   * What the service's headers begin with.
   * @default "X-Service-"
   */
  readonly headerPrefix?: string | undefined;
  /**
   * Which signatures are accepted; a delivery that has both needs one of them. With `["standard"]`
   * alone a delivery that somebody has copied cannot be sent again under another time or id.
   * @default ["standard", "service"]
   */
  readonly schemes?: readonly SignatureScheme[] | undefined;
  /**
   * Longest body that is read or hashed.
   * @default 1048576
   */
  readonly maxBytes?: number | undefined;
  /** Whose time counts; the system's when absent. */
  readonly clock?: Clock | undefined;
}

type Complete = { readonly [Option in keyof VerifyOptions]-?: NonNullable<VerifyOptions[Option]> };

const defaults = Object.freeze<Complete>({
  toleranceMs: 300_000,
  headerPrefix: "X-Service-",
  schemes: ["standard", "service"],
  maxBytes: 1_048_576,
  clock: systemClock,
});

/** Options and secrets that were checked. */
export interface VerifyRules {
  readonly toleranceMs: number;
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly secrets: readonly string[];
  readonly schemes: readonly VerifyScheme[];
  /** The event's header. */
  readonly event: string;
  /** Every header that is read. */
  readonly wanted: ReadonlySet<string>;
}

/**
 * @param secrets one, or all that are valid at present; 1 to 16
 * @throws CoreError `INVALID_OPTION`; WebhookError `INVALID_SECRET`
 */
export function verifyRules(
  secrets: string | readonly string[],
  options?: VerifyOptions,
): VerifyRules {
  const complete = withDefaults(defaults, options);
  const { toleranceMs, maxBytes, clock } = complete;
  checkNumber("toleranceMs", toleranceMs, { min: 0, integer: false });
  checkNumber("maxBytes", maxBytes, { min: 1 });
  const names = headerNames(complete.headerPrefix);
  const byName = { standard: standardScheme, service: serviceScheme(names) };
  const schemes = checkSchemes(complete.schemes).map((name) => byName[name]);
  return {
    toleranceMs,
    maxBytes,
    clock,
    secrets: checkSecrets(secrets),
    schemes,
    event: names.event,
    wanted: new Set([names.event, ...schemes.flatMap(({ headers }) => Object.values(headers))]),
  };
}

const MOST_SECRETS = 16;

function checkSecrets(secrets: string | readonly string[]): readonly string[] {
  const all: readonly unknown[] = Array.isArray(secrets) ? [...secrets] : [secrets];
  if (all.length === 0 || all.length > MOST_SECRETS) {
    throw new WebhookError("INVALID_SECRET", {
      message: `Verification needs 1 to ${MOST_SECRETS} secrets; got ${all.length}.`,
    });
  }
  return all.map((secret) => {
    checkSecret(secret);
    return secret;
  });
}

function checkSchemes(schemes: readonly SignatureScheme[]): readonly SignatureScheme[] {
  const known = defaults.schemes;
  const fits = Array.isArray(schemes) && schemes.length > 0;
  if (fits && schemes.every((name) => known.includes(name))) return schemes;
  throw new CoreError("INVALID_OPTION", {
    message: `Option 'schemes' must name ${known.join(" or ")}, or both; got ${JSON.stringify(schemes)}.`,
    details: { option: "schemes", value: schemes },
  });
}
