// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";

/** What `listRecordings` gives. */
export interface RecordingList {
  readonly recordings: readonly Recording[];
}

/** What `getRecording` gives. */
export interface Recording {
  readonly id: string;
  /** Id of the connection; its upgrade answer has it too. */
  readonly connId: string;
  /** Length in seconds; 0 until the recording is completed. */
  readonly duration: number;
  /** Size in bytes; 0 until the recording is completed. */
  readonly fileSize: number;
  readonly status: "recording" | "processing" | "completed" | "failed";
  /** URL of the WebM video, valid for 1 hour and without an API key; null unless the recording is completed. */
  readonly videoUrl: string | null;
  readonly createdAt: string;
}

/** Calls of the family "Recordings". */
export interface RecordingsCalls {
  /** List recordings: `GET /recordings`. */
  listRecordings(input?: undefined, call?: CallOptions): Promise<RecordingList>;
  /** Show the recording of a connection: `GET /recordings/{connId}`. */
  getRecording(
    input: {
      readonly connId: string;
    },
    call?: CallOptions,
  ): Promise<Recording>;
  /** Get the video of a recording's `videoUrl`, whole or in ranges: `GET /recordings/video`. */
  getVideo(input?: undefined, call?: CallOptions): Promise<Response>;
}
