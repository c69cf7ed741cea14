import { deadline, Disposer, traced, unlessAborted, type Clock } from "../../core/index.ts";
import { createTransport, type Dialer, type Resolver } from "../../fetcher/index.ts";
import { createConnector, type AddressGuard } from "../../net/index.ts";
import type { AttemptSender } from "../../webhooks/index.ts";
import { attemptFailure, createAttemptSender, failureTexts } from "../../webhooks/internal.ts";
import type { NotifierSettings } from "../notifier-options.ts";
import { HttpCalls } from "../services/http-calls.ts";
import { taken, type Sent } from "../services/sent.ts";
import type { Letter, Receiver, SendTools } from "../services/service.ts";

/** What a sender works with. */
interface SenderParts {
  readonly guard: AddressGuard;
  readonly resolver: Resolver | undefined;
  readonly dialer: Dialer | undefined;
  readonly clock: Clock;
}

/** The attempt's own deadline bounds these. */
const UNBOUNDED = Object.freeze({
  dnsTimeoutMs: Infinity,
  connectTimeoutMs: Infinity,
  tlsTimeoutMs: Infinity,
});

/** Makes single attempts, each within one deadline. */
export class Sender implements AsyncDisposable {
  readonly #tools: SendTools;
  readonly #timeoutMs: number;
  readonly #owned = new Disposer();

  constructor(
    { guard, resolver, dialer, clock }: SenderParts,
    { allow, ca, attemptTimeoutMs }: NotifierSettings,
  ) {
    const sockets = { resolver, dialer, clock };
    const limits = { firstByteTimeoutMs: Infinity, idleTimeoutMs: Infinity };
    const transport = this.#owned.add(
      createTransport(sockets, { ...UNBOUNDED, ...limits, allow, ca }),
    );
    const webhooks: AttemptSender = this.#owned.add(
      createAttemptSender(sockets, { allow, ca, timeoutMs: attemptTimeoutMs }),
    );
    this.#timeoutMs = attemptTimeoutMs;
    this.#tools = {
      http: new HttpCalls(transport, guard, clock),
      webhooks,
      connector: createConnector({ ...sockets, guard }, { ...UNBOUNDED, ca }),
      clock,
      ca: [ca].flat(),
    };
  }

  /**
   * Tells it, once. What a service or the network does wrong is a value.
   * @throws the signal's reason; what is no failure of an attempt
   */
  async send(receiver: Receiver, letter: Letter, signal: AbortSignal): Promise<Sent> {
    const { label } = receiver;
    return traced("dragline:notifier:attempt", { messageId: letter.id, target: label }, () =>
      this.#attempt(receiver, letter, signal),
    );
  }

  async #attempt(receiver: Receiver, letter: Letter, signal: AbortSignal): Promise<Sent> {
    using limit = deadline(this.#tools.clock, this.#timeoutMs, signal);
    try {
      const sending = receiver.send(letter, this.#tools, limit.signal);
      return await unlessAborted(sending, limit.signal);
    } catch (error) {
      signal.throwIfAborted();
      if (limit.expired) return { ...taken, failure: failureTexts.timeout };
      const classified = attemptFailure(error);
      if (classified === undefined || classified.failure === "status") throw error;
      return {
        ...taken,
        failure: failureTexts[classified.failure],
        permanent: classified.permanent,
      };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#owned[Symbol.asyncDispose]();
  }
}
