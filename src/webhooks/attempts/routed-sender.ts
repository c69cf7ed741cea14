import { deadline, type Clock } from "../../core/index.ts";
import type { AttemptFailure, AttemptRequest, AttemptResult, AttemptSender } from "./attempt.ts";
import type { EventMailer } from "./event-mailer.ts";
import { headerNames } from "../signing/header-names.ts";
import { mailAddressOf } from "../outbox/mail-address.ts";

/** What attempts go out by. */
interface Ways {
  readonly http: Pick<AttemptSender, "send">;
  /** Without one no mail is sent. */
  readonly mailer: EventMailer | undefined;
  readonly clock: Clock;
}

/** How mails are sent. */
interface MailTerms {
  /** Milliseconds for one attempt. */
  readonly attemptTimeoutMs: number;
  readonly headerPrefix: string;
}

/** Sends attempts by HTTP or, where the URL is `mailto:`, by e-mail. */
export class RoutedSender implements Pick<AttemptSender, "send"> {
  readonly #ways: Ways;
  readonly #terms: MailTerms;

  constructor(ways: Ways, terms: MailTerms) {
    this.#ways = ways;
    this.#terms = terms;
  }

  async send(request: AttemptRequest, signal: AbortSignal): Promise<AttemptResult> {
    const to = mailAddressOf(request.url);
    if (to === undefined) return this.#ways.http.send(request, signal);
    const { clock } = this.#ways;
    const begun = clock.monotonic();
    const failure = await this.#mail(to, request, signal);
    const durationMs = Math.round(clock.monotonic() - begun);
    return mailResult(failure, durationMs);
  }

  async #mail(
    to: string,
    { headers, body }: AttemptRequest,
    signal: AbortSignal,
  ): Promise<AttemptFailure | undefined> {
    const { mailer, clock } = this.#ways;
    if (mailer === undefined) return "mail-not-configured";
    const { attemptTimeoutMs, headerPrefix } = this.#terms;
    const names = headerNames(headerPrefix);
    const [deliveryId = "", event = ""] = [headers[names.deliveryId], headers[names.event]];
    using limit = deadline(clock, attemptTimeoutMs, signal);
    try {
      return await mailer.send({ to, deliveryId, event, body }, limit.signal);
    } catch (error) {
      if (limit.expired) return "timeout";
      throw error;
    }
  }
}

function mailResult(failure: AttemptFailure | undefined, durationMs: number): AttemptResult {
  const permanent = failure === "mail-refused" || failure === "mail-not-configured";
  return { httpStatus: null, failure, permanent, retryAfterMs: undefined, durationMs };
}
