import { deadline, traced, type Clock, type Ids } from "../../core/index.ts";
import type { Call, Records } from "../../storage/index.ts";
import type { AttemptResult, AttemptSender } from "../attempts/attempt.ts";
import { endpointRows, type DeliveryRow } from "../collections.ts";
import {
  afterAttempt,
  handedBack,
  withdrawn,
  type Withdrawal,
} from "../deliveries/delivery-states.ts";
import { TEST_EVENT } from "../outbox/event.ts";
import { Bodies } from "./bodies.ts";
import type { Settlement } from "./settlement.ts";

/** Gives the headers of an attempt that begins now, lower-case names. */
type HeadersOf = (
  row: DeliveryRow,
  body: Uint8Array,
  now: number,
) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;

/** The dependencies of attempts. */
export interface AttemptParts {
  readonly records: Records;
  readonly sender: Pick<AttemptSender, "send">;
  readonly headersOf: HeadersOf;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Bounds of an attempt. */
export interface AttemptSettings {
  /** Milliseconds that the sender takes at most. */
  readonly attemptTimeoutMs: number;
  readonly obeyRetryAfter: boolean;
}

/** A claimed delivery, and what is to be sent or why nothing is. */
export interface LoadedDelivery {
  readonly row: DeliveryRow;
  readonly body: Uint8Array | undefined;
  readonly withdrawal: Withdrawal | undefined;
}

/** What an attempt came to. */
export interface AttemptOutcome {
  readonly settlement: Settlement;
  /** Undefined when nothing was sent. */
  readonly result: AttemptResult | undefined;
}

/** Makes the attempts of claimed deliveries. */
export class Attempts {
  readonly #parts: AttemptParts;
  readonly #settings: AttemptSettings;
  readonly #bodies: Bodies;

  constructor(parts: AttemptParts, settings: AttemptSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#bodies = new Bodies(parts.records);
  }

  /** Reads bodies and endpoints, as they are after the claim. */
  async load(rows: readonly DeliveryRow[], call: Call): Promise<LoadedDelivery[]> {
    const [bodies, endpoints] = await Promise.all([
      this.#bodies.get(new Set(rows.map(({ eventId }) => eventId)), call),
      this.#endpoints(rows, call),
    ]);
    return rows.map((row) => {
      const body = bodies.get(row.eventId);
      const reason = withdrawalOf(row, endpoints);
      return { row, body, withdrawal: body === undefined ? (reason ?? "body-missing") : reason };
    });
  }

  /** Sends what was loaded and says how the delivery goes on; a signal that aborts ends the attempt. */
  async make(loaded: LoadedDelivery, signal: AbortSignal): Promise<AttemptOutcome> {
    const { row, body, withdrawal } = loaded;
    const { clock, ids } = this.#parts;
    if (withdrawal !== undefined || body === undefined) {
      const set = withdrawn(withdrawal ?? "body-missing");
      return { settlement: { row, set, attempt: undefined }, result: undefined };
    }
    const startedAt = clock.now();
    // Too late for an attempt that is worth it: the store was slow.
    if (row.heldUntil - startedAt < this.#settings.attemptTimeoutMs / 2) {
      return { settlement: { row, set: handedBack(), attempt: undefined }, result: undefined };
    }
    const result = await this.#send({ row, body }, signal);
    const { httpStatus, failure = null, durationMs } = result;
    const { obeyRetryAfter } = this.#settings;
    const terms = { now: clock.now(), random: ids.random(), obeyRetryAfter };
    const attempt = {
      deliveryId: row.id,
      number: row.attempts,
      startedAt,
      durationMs,
      httpStatus,
      failure,
    };
    return { settlement: { row, set: afterAttempt(row, result, terms), attempt }, result };
  }

  async #send(
    { row, body }: { readonly row: DeliveryRow; readonly body: Uint8Array },
    signal: AbortSignal,
  ): Promise<AttemptResult> {
    const { sender, headersOf, clock } = this.#parts;
    const begun = clock.monotonic();
    // When the lease ends, another worker may send; as a rule the sender's own deadline is earlier.
    const left = row.heldUntil - clock.now();
    using lease =
      left > this.#settings.attemptTimeoutMs ? undefined : deadline(clock, left, signal);
    try {
      const headers = await headersOf(row, body, clock.now());
      const { id: deliveryId, attempts: attempt, host, trace } = row;
      const context = { deliveryId, attempt, host, traceparent: trace ?? undefined };
      return await traced("dragline:webhooks:attempt", context, () =>
        sender.send({ url: row.url, headers, body }, lease?.signal ?? signal),
      );
    } catch {
      // Aborted, or the fault of a sender: one delivery must not end the worker of all.
      const failure = lease?.expired === true ? "timeout" : "connection-lost";
      const durationMs = clock.monotonic() - begun;
      return { httpStatus: null, failure, permanent: false, retryAfterMs: undefined, durationMs };
    }
  }

  /** Whether endpoints are active, by id. */
  async #endpoints(
    rows: readonly DeliveryRow[],
    call: Call,
  ): Promise<ReadonlyMap<string, boolean>> {
    const ids = new Set(rows.flatMap(({ endpointId }) => endpointId ?? []));
    if (ids.size === 0) return new Map();
    const query = { where: { id: { in: [...ids] } } };
    const endpoints = await this.#parts.records.find(endpointRows, query, call);
    return new Map(endpoints.map(({ id, isActive }) => [id, isActive]));
  }
}

function withdrawalOf(
  { endpointId, type }: DeliveryRow,
  endpoints: ReadonlyMap<string, boolean>,
): Withdrawal | undefined {
  if (endpointId === null) return undefined;
  const isActive = endpoints.get(endpointId);
  if (isActive === undefined) return "endpoint-removed";
  return isActive || type === TEST_EVENT ? undefined : "endpoint-paused";
}
