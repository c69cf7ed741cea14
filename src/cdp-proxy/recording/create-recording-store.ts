import { checkArgument, systemClock, type Clock } from "../../core/index.ts";
import {
  EnsuredRecords,
  type Blobs,
  type Call,
  type Records,
  type Where,
} from "../../storage/index.ts";
import { recordingRows, videoKey, type RecordingRow } from "./recording-rows.ts";
import { failed, finalStatuses, isLost, LOST } from "./recording-states.ts";
import type { Recording, RecordingStatus, RecordingStore } from "./recording-store.ts";

/** The collaborators of a {@link RecordingStore}; each is borrowed and left open. */
export interface RecordingStoreCollaborators {
  readonly records: Records;
  /** Where the videos are. */
  readonly blobs: Blobs;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
}

/** Decisions, 0.5: most recordings of a list. */
const MOST_LISTED = 200;

/** Decisions, 2.11: how long a URL is good for. */
const URL_MS = 3_600_000;

/** Recordings that are removed between two looks. */
const SWEPT_AT_ONCE = 100;

/** The recordings that recorders make with the same records and blobs. * @example
 * ```ts
 * import { createRecordingStore } from "dragline/cdp-proxy";
 * import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
 *
 * const store = createRecordingStore({ records: new MemoryRecords(), blobs: new MemoryBlobs() });
 * console.log(typeof store.list);
 * ```
 */
export function createRecordingStore(collaborators: RecordingStoreCollaborators): RecordingStore {
  checkArgument(
    "collaborators of createRecordingStore({ records, blobs })",
    collaborators,
    "object",
  );
  const { records, blobs, clock = systemClock } = collaborators;
  return new StoredRecordings(new EnsuredRecords(records, [recordingRows]), blobs, clock);
}

class StoredRecordings implements RecordingStore {
  readonly #records: Records;
  readonly #blobs: Blobs;
  readonly #clock: Clock;

  constructor(records: Records, blobs: Blobs, clock: Clock) {
    this.#records = records;
    this.#blobs = blobs;
    this.#clock = clock;
  }

  async list(owner: string, call: Call): Promise<readonly Recording[]> {
    const rows = await this.#records.find(
      recordingRows,
      {
        where: { owner },
        order: [
          ["createdAt", "desc"],
          ["id", "asc"],
        ],
        limit: MOST_LISTED,
      },
      call,
    );
    return Promise.all(rows.map((row) => this.#seen(row, call)));
  }

  async get(connectionId: string, call: Call): Promise<Recording | undefined> {
    const where = { connectionId };
    const [row] = await this.#records.find(recordingRows, { where, limit: 1 }, call);
    return row && this.#seen(row, call);
  }

  async videoUrl(recording: Recording, call: Call): Promise<string | undefined> {
    checkArgument("recording of videoUrl(recording, { signal })", recording, "object");
    const { id, status } = recording;
    if (status !== "completed") return undefined;
    return this.#blobs.signedUrl(videoKey(id), { ...call, expiresInMs: URL_MS });
  }

  sweep(before: number, call: Call): Promise<number> {
    return this.#removeAll({ createdAt: { lt: before } }, call);
  }

  removeOf(owner: string, call: Call): Promise<number> {
    return this.#removeAll({ owner }, call);
  }

  async #removeAll(where: Where<typeof recordingRows>, call: Call): Promise<number> {
    for (let swept = 0; ;) {
      const rows = await this.#records.find(
        recordingRows,
        { where, order: [["createdAt", "asc"]], limit: SWEPT_AT_ONCE },
        call,
      );
      let removed = 0;
      for (const row of rows) removed += await this.#remove(row, call);
      swept += removed;
      if (rows.length < SWEPT_AT_ONCE || removed === 0) return swept;
    }
  }

  /** Video first: a row without one can be removed again, a video without a row never. */
  async #remove(row: RecordingRow, call: Call): Promise<number> {
    const { id, status } = await this.#seen(row, call);
    if (!finalStatuses.includes(status)) return 0;
    await this.#blobs.remove(videoKey(id), call);
    return this.#records.remove(recordingRows, { where: { id } }, call);
  }

  /** The recording as it stands; one that was lost is written down as failed first. */
  async #seen(row: RecordingRow, call: Call): Promise<Recording> {
    if (!isLost(row, this.#clock.now())) return recordingOf(row);
    const { id, token, heldUntil } = row;
    const where = { id, token, heldUntil };
    const [lost] = await this.#records.update(recordingRows, { where, set: failed(LOST) }, call);
    // Without a row it was claimed meanwhile, and goes on.
    return recordingOf(lost ?? row);
  }
}

function recordingOf(row: RecordingRow): Recording {
  const { token: _token, heldUntil: _heldUntil, status, ...facts } = row;
  return { ...facts, status: status as RecordingStatus };
}
