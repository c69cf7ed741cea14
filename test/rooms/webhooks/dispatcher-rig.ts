import type { Clock, Ids } from "dragline";
import type { Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { FakeClock, FakeIds } from "dragline/testing";
import type {
  AttemptRequest,
  AttemptResult,
  AttemptSender,
} from "../../../src/webhooks/attempts/attempt.ts";
import {
  attemptRows,
  deliveryRows,
  endpointRows,
  eventRows,
  webhookCollections,
  type DeliveryRow,
} from "../../../src/webhooks/collections.ts";
import type {
  DispatcherParts,
  DispatcherSettings,
} from "../../../src/webhooks/dispatcher/dispatcher-parts.ts";
import { Dispatcher } from "../../../src/webhooks/dispatcher/dispatcher.ts";

export const { signal } = new AbortController();

/** A result of an attempt: a 2xx unless something else is said. */
export function result(parts: Partial<AttemptResult> = {}): AttemptResult {
  const ok = { httpStatus: 200, failure: undefined, permanent: false };
  return { ...ok, retryAfterMs: undefined, durationMs: 5, ...parts };
}

/** An answer that is no 2xx. */
export function status(httpStatus: number, parts: Partial<AttemptResult> = {}): AttemptResult {
  return result({ httpStatus, failure: "status", ...parts });
}

/** What was sent, and when. */
export interface SentAttempt extends AttemptRequest {
  readonly at: number;
}

/** Answers as it is told; knows what was sent. */
export class FakeSender implements AttemptSender {
  readonly sent: SentAttempt[] = [];
  /** Attempts under way. */
  underWay = 0;
  readonly #clock: Clock;
  /** What comes of the request. */
  answer: (request: AttemptRequest, signal: AbortSignal) => Promise<AttemptResult> | AttemptResult =
    () => result();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async send(request: AttemptRequest, call: AbortSignal): Promise<AttemptResult> {
    this.sent.push({ ...request, at: this.#clock.now() });
    this.underWay += 1;
    try {
      return await this.answer(request, call);
    } finally {
      this.underWay -= 1;
    }
  }

  /** When each attempt at a URL began. */
  timesOf(url: string): number[] {
    return this.sent.filter((attempt) => attempt.url === url).map(({ at }) => at);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

/** What a rig may be made with. */
export interface RigOptions {
  readonly records?: Records;
  readonly ids?: Ids;
  readonly settings?: Partial<DispatcherSettings>;
  readonly sweep?: DispatcherParts["sweep"];
}

export const standard: DispatcherSettings = Object.freeze({
  maxConcurrency: 64,
  maxPerEndpoint: 8,
  maxPerHost: 16,
  leaseMs: 30_000,
  attemptTimeoutMs: 10_000,
  obeyRetryAfter: false,
});

/** A dispatcher on a fake clock, with a sender that does as it is told. */
export class Rig {
  readonly clock = new FakeClock();
  readonly records: Records;
  readonly sender = new FakeSender(this.clock);
  readonly dispatcher: Dispatcher;
  readonly #stop = new AbortController();
  #slot = 0;
  #running: Promise<void> | undefined;

  constructor(options: RigOptions = {}) {
    this.records = options.records ?? new MemoryRecords();
    const { settings, ids = new FakeIds(), sweep = async () => {} } = options;
    const headersOf = ({ id }: DeliveryRow): Record<string, string> => ({ "x-delivery": id });
    const { records, sender, clock } = this;
    const parts = { records, sender, clock, ids, headersOf, sweep };
    this.dispatcher = new Dispatcher(parts, { ...standard, ...settings });
  }

  async open(): Promise<this> {
    await this.records.ensure(webhookCollections, { signal });
    return this;
  }

  /** Stores deliveries that are due now, each with an event of its own; gives their ids. */
  async add(...rows: readonly Partial<DeliveryRow>[]): Promise<string[]> {
    const now = this.clock.now();
    const made = rows.map((row, index) => delivery(now, `${counter + index}`, row));
    counter += rows.length;
    const events = new Map(made.map(({ eventId }) => [eventId, eventId]));
    const known = await this.records.find(
      eventRows,
      { where: { id: { in: [...events.keys()] } } },
      { signal },
    );
    for (const { id } of known) events.delete(id);
    const bodies = [...events.keys()].map((id) => ({
      id,
      body: new TextEncoder().encode(`body of ${id}`),
      createdAt: now,
    }));
    await this.records.insert(eventRows, bodies, { signal });
    await this.records.insert(deliveryRows, made, { signal });
    return made.map(({ id }) => id);
  }

  /** Stores an endpoint. */
  async addEndpoint(id: string, isActive = true): Promise<void> {
    const now = this.clock.now();
    const row = {
      id,
      account: "a",
      slot: this.#slot++,
      url: `https://${id}.example/`,
      events: [],
      isActive,
    };
    const times = { createdAt: now, updatedAt: now };
    await this.records.insert(endpointRows, [{ ...row, secret: "s", ...times }], { signal });
  }

  async row(id: string): Promise<DeliveryRow> {
    const [row] = await this.records.find(deliveryRows, { where: { id } }, { signal });
    if (row === undefined) throw new Error(`no delivery ${id}`);
    return row;
  }

  log(deliveryId: string) {
    const order = [["number", "asc"]] as const;
    return this.records.find(attemptRows, { where: { deliveryId }, order }, { signal });
  }

  start(): void {
    this.#running = this.dispatcher.run(this.#stop.signal);
    this.#running.catch(() => {});
  }

  /** Lets time pass, with so many turns of the event loop at each moment; what becomes due meanwhile happens at its time. */
  async pass(ms: number, turnsAtOnce = 12): Promise<void> {
    const end = this.clock.now() + ms;
    for (;;) {
      await turns(turnsAtOnce);
      const next = this.clock.untilNext;
      if (next === undefined || this.clock.now() + next > end) break;
      await this.clock.advance(next);
    }
    await this.clock.advance(end - this.clock.now());
    await turns();
  }

  /** Stops the run; resolves when it has ended. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }
}

let counter = 0;

/** A row of a delivery that was just made. */
export function delivery(now: number, name: string, row: Partial<DeliveryRow> = {}): DeliveryRow {
  const url = row.url ?? `https://${name}.example/`;
  const { host } = new URL(url);
  return {
    id: `dlv_${name}`,
    account: "a",
    endpointId: null,
    eventId: `evt_${name}`,
    type: "job.completed",
    jobId: null,
    url,
    lane: `host:${host}`,
    host,
    signature: "sha256=00",
    secret: null,
    sealedSecret: null,
    status: "pending",
    httpStatus: null,
    attempts: 0,
    error: null,
    nextAttemptAt: now,
    mode: "ladder",
    dueAt: now,
    heldUntil: 0,
    token: null,
    trace: null,
    createdAt: now,
    ...row,
  };
}

/** Enough turns of the event loop for a worker to do all that it can at one moment. */
export async function turns(count = 12): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
