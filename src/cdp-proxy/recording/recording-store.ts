import type { Call } from "../../storage/index.ts";

/** A recording of a connection (interface, 2.11). */
export interface Recording {
  readonly id: string;
  readonly owner: string;
  readonly connectionId: string;
  readonly status: RecordingStatus;
  /** Whole seconds; 0 until it is completed. */
  readonly duration: number;
  /** Bytes; 0 until it is completed. */
  readonly fileSize: number;
  /** Why it failed, in words; null otherwise. */
  readonly failure: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** `recording` -> `processing` -> `completed` or `failed` (decisions, 2.11). */
export type RecordingStatus = "recording" | "processing" | "completed" | "failed";

/** Recordings that were made or are being made. All methods throw StorageError. */
export interface RecordingStore {
  /** The owner's, newest first, 200 at most. */
  list(owner: string, call: Call): Promise<readonly Recording[]>;
  /** The one of a connection, of any owner. */
  get(connectionId: string, call: Call): Promise<Recording | undefined>;
  /** A URL for 1 h that needs no key; undefined unless it is completed. */
  videoUrl(recording: Recording, call: Call): Promise<string | undefined>;
  /** Removes recordings older than `before` (milliseconds since 1970), video first; gives how many. */
  sweep(before: number, call: Call): Promise<number>;
  /** Removes the owner's recordings, video first, but for those under way; gives how many. */
  removeOf(owner: string, call: Call): Promise<number>;
}
