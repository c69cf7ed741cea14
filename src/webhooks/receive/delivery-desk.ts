import type { Ids } from "../../core/index.ts";
import type { VerifiedDelivery } from "./verify-result.ts";
import type { Answer } from "./incoming.ts";
import { failureAnswer, handledAnswer, type ReceiverFailure } from "./receiver-answers.ts";
import type { FailedRequest, ReceiverCollaborators } from "./receiver-options.ts";
import type { SeenClaim, SeenDeliveries, SeenState } from "./seen-deliveries.ts";

interface DeskCollaborators extends Pick<ReceiverCollaborators, "onDelivery"> {
  readonly onFailure: (failure: FailedRequest) => void;
  readonly seen: SeenDeliveries;
  readonly ids: Ids;
}

/** Hands each delivery to its handler, once. */
export class DeliveryDesk {
  readonly #with: DeskCollaborators;
  readonly #leaseMs: number;

  constructor(collaborators: DeskCollaborators, leaseMs: number) {
    this.#with = collaborators;
    this.#leaseMs = leaseMs;
  }

  async handle(delivery: VerifiedDelivery, signal: AbortSignal): Promise<Answer> {
    const claim = { id: delivery.deliveryId, token: this.#with.ids.uuid() };
    let state: SeenState;
    try {
      state = await this.#with.seen.claim({ ...claim, leaseMs: this.#leaseMs });
    } catch (error) {
      return this.#fail("store-failed", claim, error);
    }
    if (state === "seen") return handledAnswer;
    if (state === "busy") return this.#fail("busy", claim);
    const { valid: _, ...received } = delivery;
    try {
      await this.#with.onDelivery(received, { signal });
    } catch (error) {
      await this.#record("release", claim);
      return this.#fail("handler-failed", claim, error);
    }
    // The event was handled, so it is not requested again when the store cannot note it.
    await this.#record("settle", claim);
    return handledAnswer;
  }

  async #record(how: "settle" | "release", claim: SeenClaim): Promise<void> {
    try {
      await this.#with.seen[how](claim);
    } catch (error) {
      this.#fail("store-failed", claim, error);
    }
  }

  #fail(reason: ReceiverFailure, { id }: SeenClaim, error?: unknown): Answer {
    this.#with.onFailure({ reason, deliveryId: id, error });
    return failureAnswer(reason);
  }
}
