import type { Recording } from "../../../cdp-proxy/index.ts";

/** A recording as clients see it (interface and decisions, 2.11). */
export function recordingDocument(recording: Recording, videoUrl: string | undefined): object {
  const { id, connectionId, duration, fileSize, status, createdAt } = recording;
  return {
    id,
    connId: connectionId,
    duration,
    fileSize,
    status,
    videoUrl: videoUrl ?? null,
    createdAt: new Date(createdAt).toISOString(),
  };
}
