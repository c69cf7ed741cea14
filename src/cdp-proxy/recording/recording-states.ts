import type { RecordingRow } from "./recording-rows.ts";
import type { RecordingStatus } from "./recording-store.ts";

// The life of a recording (decisions, 2.11), as what each step writes into its row. Every write is
// guarded by the token of the process that works on it, and by the statuses that the step may come from.

/** Milliseconds for which the process that records holds the row; renewed at a third of them. */
export const LEASE_MS = 90_000;

/**
 * Milliseconds after the end of a lease from which a recording counts as lost. Until then the process
 * that takes the place of a killed one may still find its pictures.
 */
export const LOST_AFTER_MS = 300_000;

/** Why a recording that nobody works on any more has failed. */
export const LOST = "the process that was recording it was lost";

/** From which statuses each may be reached; a recording begins as `recording`. */
const sources: Readonly<Record<RecordingStatus, readonly RecordingStatus[]>> = Object.freeze({
  recording: [],
  processing: ["recording"],
  completed: ["processing"],
  failed: ["recording", "processing"],
});

const statuses = Object.keys(sources) as RecordingStatus[];

/** The statuses that `to` may be reached from. */
export function sourcesOf(to: RecordingStatus): readonly RecordingStatus[] {
  return sources[to];
}

/** The statuses of a recording that somebody must still work on. */
export const openStatuses: readonly RecordingStatus[] = statuses.filter((status) =>
  statuses.some((to) => sources[to].includes(status)),
);

/** The statuses that are never left. */
export const finalStatuses: readonly RecordingStatus[] = statuses.filter(
  (status) => !openStatuses.includes(status),
);

/** What a step writes. */
export interface RecordingStep {
  readonly status: RecordingStatus;
  readonly heldUntil: number;
  readonly duration?: number;
  readonly fileSize?: number;
  readonly failure?: string;
}

/** Who begins which recording. */
type RecordingFacts = Pick<RecordingRow, "id" | "owner" | "connectionId" | "token">;

/** A recording that begins. */
export function begun(facts: RecordingFacts, now: number): RecordingRow {
  return {
    ...facts,
    status: "recording",
    duration: 0,
    fileSize: 0,
    failure: null,
    heldUntil: now + LEASE_MS,
    createdAt: now,
  };
}

/** No more pictures come. */
export function processing(now: number): RecordingStep {
  return { status: "processing", heldUntil: now + LEASE_MS };
}

/** The video is stored. */
export function completed(video: {
  readonly durationMs: number;
  readonly fileSize: number;
}): RecordingStep {
  const duration = Math.round(video.durationMs / 1000);
  return { status: "completed", heldUntil: 0, duration, fileSize: video.fileSize };
}

/** There will be no video. */
export function failed(reason: string): RecordingStep {
  return { status: "failed", heldUntil: 0, failure: reason };
}

/** Whether nobody will finish the recording. */
export function isLost(row: Pick<RecordingRow, "status" | "heldUntil">, now: number): boolean {
  const isOpen = openStatuses.some((status) => status === row.status);
  return isOpen && row.heldUntil + LOST_AFTER_MS <= now;
}
