import type { Clock, Ids } from "../../core/index.ts";
import type { Call, Records } from "../../storage/index.ts";
import { recordingRows } from "./recording-rows.ts";
import {
  begun,
  completed,
  failed,
  finalStatuses,
  LEASE_MS,
  openStatuses,
  processing,
  sourcesOf,
  type RecordingStep,
} from "./recording-states.ts";

/** The dependencies of a ledger; the records have the collection of recordings. */
interface RecordingLedgerParts {
  readonly records: Records;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** A recording that somebody works on. */
export interface HeldRecording {
  readonly id: string;
  readonly token: string;
}

/** Writes down how recordings go on; each step says whether the recording was still the caller's. */
export class RecordingLedger {
  readonly #records: Records;
  readonly #clock: Clock;
  readonly #ids: Ids;

  constructor({ records, clock, ids }: RecordingLedgerParts) {
    this.#records = records;
    this.#clock = clock;
    this.#ids = ids;
  }

  /** @throws StorageError `CONFLICT` when the connection has a recording */
  async begin(
    facts: { readonly owner: string; readonly connectionId: string },
    call: Call,
  ): Promise<HeldRecording> {
    const { owner, connectionId } = facts;
    const held = { id: this.#ids.uuid(), token: this.#ids.uuid() };
    const row = begun({ ...held, owner, connectionId }, this.#clock.now());
    await this.#records.insert(recordingRows, [row], call);
    return held;
  }

  /**
   * Takes a recording over from a process that is known to have ended; undefined when it is over, or
   * somebody else has taken it over.
   */
  async claim(from: HeldRecording, call: Call): Promise<HeldRecording | undefined> {
    const { id } = from;
    const token = this.#ids.uuid();
    const set = { token, heldUntil: this.#clock.now() + LEASE_MS };
    const where = { id, token: from.token, status: { in: openStatuses } };
    const rows = await this.#records.update(recordingRows, { where, set }, call);
    return rows.length === 0 ? undefined : { id, token };
  }

  /** Whether a recording is known here, and over. */
  async isOver(id: string, call: Call): Promise<boolean> {
    const where = { id, status: { in: finalStatuses } };
    return (await this.#records.find(recordingRows, { where, limit: 1 }, call)).length === 1;
  }

  /** Holds on to it for another {@link LEASE_MS}. */
  async keep({ id, token }: HeldRecording, call: Call): Promise<boolean> {
    const where = { id, token, status: { in: openStatuses } };
    const set = { heldUntil: this.#clock.now() + LEASE_MS };
    return (await this.#records.update(recordingRows, { where, set }, call)).length === 1;
  }

  processing(held: HeldRecording, call: Call): Promise<boolean> {
    return this.#step(held, processing(this.#clock.now()), call);
  }

  completed(
    held: HeldRecording,
    video: { readonly durationMs: number; readonly fileSize: number },
    call: Call,
  ): Promise<boolean> {
    return this.#step(held, completed(video), call);
  }

  failed(held: HeldRecording, reason: string, call: Call): Promise<boolean> {
    return this.#step(held, failed(reason), call);
  }

  /** Forgets a recording whose connection never came to be. */
  async forget({ id, token }: HeldRecording, call: Call): Promise<void> {
    await this.#records.remove(recordingRows, { where: { id, token } }, call);
  }

  async #step({ id, token }: HeldRecording, set: RecordingStep, call: Call): Promise<boolean> {
    const where = { id, token, status: { in: sourcesOf(set.status) } };
    return (await this.#records.update(recordingRows, { where, set }, call)).length === 1;
  }
}
