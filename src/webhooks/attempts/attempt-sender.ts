import {
  checkCollaborators,
  checkNumber,
  Disposer,
  systemClock,
  withDefaults,
} from "../../core/index.ts";
import { createTransport, type TransportCollaborators } from "../../fetcher/index.ts";
import { createAddressGuard, systemResolver } from "../../net/index.ts";
import type { AttemptRequest, AttemptResult, AttemptSender } from "./attempt.ts";
import { sendAttempt, type AttemptScope } from "./send-attempt.ts";
import { SharedLookups } from "./shared-lookups.ts";
import { WebhookError } from "../webhook-error.ts";

/** How attempts are sent. */
export interface AttemptSenderOptions {
  /**
   * Receivers that may be called although they are not public: hosts, addresses and CIDRs. Cloud
   * metadata addresses stay refused.
   * @default []
   */
  readonly allow?: readonly string[];
  /**
   * Milliseconds for one attempt: name, connection, redirects and answer; 1 or more.
   * @default 10000
   */
  readonly timeoutMs?: number;
  /**
   * PEM certificates of authorities to trust besides Node's; verification is never off.
   * @default []
   */
  readonly ca?: string | readonly string[];
}

const defaults: Required<AttemptSenderOptions> = Object.freeze({
  allow: [],
  timeoutMs: 10_000,
  ca: [],
});

/** Bytes of an answer's headers. */
const MOST_HEADERS = 16_384;

/** The attempt's one deadline bounds these. */
const UNBOUNDED = Object.freeze({
  dnsTimeoutMs: Infinity,
  connectTimeoutMs: Infinity,
  tlsTimeoutMs: Infinity,
  firstByteTimeoutMs: Infinity,
  idleTimeoutMs: Infinity,
});

/**
 * Makes what sends attempts over HTTP/1.1 and HTTP/2, over guarded connections that are kept for
 * later attempts. The environment's proxies are not used. What was passed in is left open.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_ALLOW_ENTRY`
 */
export function createAttemptSender(
  collaborators: TransportCollaborators = {},
  options?: AttemptSenderOptions,
): AttemptSender {
  checkCollaborators(collaborators, defaults, { resolver: true, dialer: true, clock: true });
  const { allow, timeoutMs, ca } = withDefaults(defaults, options);
  checkNumber("timeoutMs", timeoutMs, { min: 1 });
  const { resolver = systemResolver, dialer, clock = systemClock } = collaborators;
  const lookups = new SharedLookups(resolver, clock);
  const transport = createTransport(
    { resolver: lookups, dialer, clock },
    { ...UNBOUNDED, allow, ca, maxHeaderSize: MOST_HEADERS },
  );
  const guard = createAddressGuard({ allow });
  return new HttpAttemptSender({ transport, guard, clock, timeoutMs }, lookups);
}

class HttpAttemptSender implements AttemptSender {
  readonly #scope: AttemptScope;
  readonly #owned = new Disposer();
  #closed = false;

  constructor(scope: AttemptScope, lookups: Disposable) {
    this.#scope = scope;
    this.#owned.add(scope.transport);
    this.#owned.defer(() => lookups[Symbol.dispose]());
  }

  async send(request: AttemptRequest, signal: AbortSignal): Promise<AttemptResult> {
    signal.throwIfAborted();
    const result = await sendAttempt(request, this.#scope, signal);
    const answered = result.failure === undefined || result.failure === "status";
    // What ends after the disposal was ended by it; the receiver is not to blame.
    if (this.#closed && !answered) throw closed();
    return result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#owned[Symbol.asyncDispose]();
  }
}

function closed(): WebhookError {
  return new WebhookError("WEBHOOKS_CLOSED", { message: "The attempt sender was disposed." });
}
