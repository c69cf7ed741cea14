import { collection, type Row } from "../../storage/index.ts";

/** Recordings of connections; the videos are blobs. */
export const recordingRows = collection({
  name: "browser_recordings",
  fields: {
    id: "string",
    owner: "string",
    connectionId: "string",
    status: "string",
    // Whole seconds; 0 until completed.
    duration: "number",
    fileSize: "number",
    failure: "string?",
    // Of the process that works on it: fences its writes.
    token: "string",
    // The end of that one's lease; 0 when nobody needs to work on it any more.
    heldUntil: "number",
    createdAt: "number",
  },
  key: ["id"],
  unique: [["connectionId"]],
  indexes: [["owner", "createdAt"], ["status", "heldUntil"], ["createdAt"]],
});

/** A recording as it is stored. */
export type RecordingRow = Row<typeof recordingRows>;

/** Where the video of a recording is. */
export function videoKey(id: string): string {
  return `recordings/${id}`;
}
