import type { VerifiedDelivery } from "./verify-result.ts";
import type { Answer, Incoming } from "./incoming.ts";

/** A delivery that is to be handled. */
export type ReceivedDelivery = Omit<VerifiedDelivery, "valid">;

/** Answers the requests of a sender of webhooks. Both functions may be passed on alone. */
export interface Receiver {
  /**
   * Answers a request of any server that speaks `fetch`.
   * @throws WebhookError `BODY_CONSUMED` when the body was read before
   */
  readonly receive: (request: Request) => Promise<Response>;
  /**
   * The same for servers of other classes; what the adapters stand on.
   * @throws WebhookError `BODY_CONSUMED` when the body was read before
   */
  readonly answer: (incoming: Incoming) => Promise<Answer>;
}
