import type { Clock } from "dragline";
import type {
  Recorder,
  Recording,
  RecordingOrder,
  RecordingStore,
  RunningRecording,
} from "dragline/cdp-proxy";
import type { Blobs } from "dragline/storage";

/** What stands in for a video. */
export const VIDEO = "what would be a video";

/** Recordings that are completed as soon as they are stopped, 7 s long. */
export class FakeRecordings implements Recorder, RecordingStore {
  readonly rows: Recording[] = [];
  /** What every connection that runs shows. */
  picture: Uint8Array<ArrayBuffer> | undefined;
  readonly #clock: Clock;
  readonly #blobs: Blobs;

  constructor({ clock, blobs }: { readonly clock: Clock; readonly blobs: Blobs }) {
    this.#clock = clock;
    this.#blobs = blobs;
  }

  begin({
    connectionId,
    owner,
    signal,
  }: Omit<RecordingOrder, "browser">): Promise<RunningRecording> {
    const row = {
      id: `rec_${this.rows.length}`,
      owner,
      connectionId,
      status: "recording",
      duration: 0,
      fileSize: 0,
      failure: null,
      createdAt: this.#clock.now(),
    } as const;
    const at = this.rows.push(row) - 1;
    const settle = async (): Promise<void> => {
      const body = new TextEncoder().encode(VIDEO);
      await this.#blobs.put(row.id, body, { contentType: "video/webm", signal });
      this.rows[at] = { ...row, status: "completed", duration: 7, fileSize: body.byteLength };
    };
    let settled = Promise.resolve();
    const shown = (): RunningRecording["picture"] => this.picture;
    return Promise.resolve({
      get picture() {
        return shown();
      },
      stop: () => (settled = settle()),
      get settled() {
        return settled;
      },
    });
  }

  /** A recording that was made before. */
  async add(connectionId: string, owner: string): Promise<void> {
    const { signal } = new AbortController();
    const run = await this.begin({ connectionId, owner, signal });
    await run.stop();
  }

  list(owner: string): Promise<readonly Recording[]> {
    const own = this.rows.filter((row) => row.owner === owner).toReversed();
    return Promise.resolve(own.slice(0, 200));
  }

  get(connectionId: string): Promise<Recording | undefined> {
    return Promise.resolve(this.rows.find((row) => row.connectionId === connectionId));
  }

  async videoUrl(
    { id, status }: Recording,
    call: { readonly signal: AbortSignal },
  ): Promise<string | undefined> {
    return status === "completed" ? await this.#blobs.signedUrl(id, call) : undefined;
  }

  sweep(before: number): Promise<number> {
    return this.#keep(({ createdAt }) => createdAt >= before);
  }

  removeOf(account: string): Promise<number> {
    return this.#keep(({ owner }) => owner !== account);
  }

  async #keep(isKept: (row: Recording) => boolean): Promise<number> {
    const kept = this.rows.filter(isKept);
    return this.rows.splice(0, this.rows.length, ...kept).length - kept.length;
  }
}
