import type { CdpChannel } from "../../browser/index.ts";

/** Makes videos of connections. */
export interface Recorder {
  /**
   * Begins a recording. It never disturbs the connection: what goes wrong becomes the recording's
   * status `failed`.
   * @throws the signal's reason; StorageError when the recording cannot be written down
   */
  begin(order: RecordingOrder): Promise<RunningRecording>;
}

/** What is recorded. */
export interface RecordingOrder {
  readonly connectionId: string;
  readonly owner: string;
  readonly browser: {
    attach(call: { readonly signal: AbortSignal }): Promise<CdpChannel>;
    readonly folder: string;
  };
  readonly signal: AbortSignal;
}

/** A recording under way. */
export interface RunningRecording {
  /**
   * Takes no more pictures; to be called while the browser may still be saved. What follows
   * (encoding, storing) goes on after it. Never rejects; twice is harmless.
   */
  stop(): Promise<void>;
  /** Resolves when the video is stored, or the recording failed. Never rejects. */
  readonly settled: Promise<void>;
  /**
   * What the page that was shown last looks like now, a JPEG; undefined before the first picture.
   * Absent of a recorder that keeps none.
   */
  readonly picture?: Uint8Array<ArrayBuffer> | undefined;
}
