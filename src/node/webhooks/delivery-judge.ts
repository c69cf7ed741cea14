import type { IncomingHttpHeaders } from "node:http";
import type { Clock } from "../../core/index.ts";
import { verify } from "../../webhooks/index.ts";
import type { Arrival } from "./arrival.ts";

/** How a listener judges. */
interface JudgeOptions {
  /** None: nothing is verified. */
  readonly secrets: readonly string[];
  readonly headerPrefix: string;
  /** How many attempts of each delivery are answered 500. */
  readonly fail: number;
}

/** A delivery as it came. */
interface Post {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

/** Deliveries whose attempts are counted. */
const MOST_COUNTED = 10_000;

/** Verifies deliveries, counts their attempts and says what they are answered. */
export class DeliveryJudge {
  readonly #options: JudgeOptions;
  readonly #clock: Clock;
  readonly #attempts = new Map<string, number>();

  /** @throws CoreError, WebhookError for a prefix or secrets that deliveries cannot have */
  constructor(options: JudgeOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
    // What could not be verified with is refused before anything comes.
    const { secrets, headerPrefix } = options;
    verify({ headers: {}, body: "" }, secrets.length === 0 ? ["none"] : secrets, { headerPrefix });
  }

  judge(post: Post): Arrival {
    const examined = this.#examine(post);
    const attempt = this.#count(examined.deliveryId ?? "");
    const accepted = attempt <= this.#options.fail ? 500 : 204;
    const answered = examined.isRefused ? 401 : accepted;
    const { isRefused: _, ...facts } = examined;
    return { at: this.#clock.now(), path: post.path, ...facts, attempt, answered, body: post.body };
  }

  #examine({ headers, body }: Post) {
    const { secrets, headerPrefix } = this.#options;
    const told = toldBy(headers, headerPrefix.toLowerCase());
    if (secrets.length === 0) return { verdict: "unverified" as const, isRefused: false, ...told };
    const result = verify({ headers, body }, secrets, { headerPrefix, clock: this.#clock });
    if (!result.valid) return { verdict: result.reason, isRefused: true, ...told };
    const { deliveryId, event } = result;
    return { verdict: "verified" as const, isRefused: false, deliveryId, event };
  }

  #count(id: string): number {
    const attempt = (this.#attempts.get(id) ?? 0) + 1;
    this.#attempts.delete(id);
    this.#attempts.set(id, attempt);
    const [oldest] = this.#attempts.keys();
    if (this.#attempts.size > MOST_COUNTED && oldest !== undefined) this.#attempts.delete(oldest);
    return attempt;
  }
}

/** What the headers say. */
function toldBy(headers: IncomingHttpHeaders, prefix: string) {
  return {
    deliveryId: (headers[`${prefix}delivery-id`] ?? headers["webhook-id"])?.toString(),
    event: headers[`${prefix}event`]?.toString(),
  };
}
