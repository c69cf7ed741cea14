import { tmpdir } from "node:os";
import type { ChromiumOptions } from "../../browser/index.ts";
import {
  checkArgument,
  signalOf,
  checkCollaborators,
  Disposer,
  Drain,
  systemClock,
  systemIds,
  withDefaults,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import { EnsuredRecords, type Blobs, type Call, type Records } from "../../storage/index.ts";
import { createRecordingStore } from "./create-recording-store.ts";
import { ChosenEncoder } from "./encoding/chosen-encoder.ts";
import type { VideoEncoder } from "./encoding/video-encoder.ts";
import { Filming, type FilmingParts } from "./filming.ts";
import { keepLease } from "./keep-lease.ts";
import type { Recorder, RecordingOrder, RunningRecording } from "./recorder.ts";
import {
  abandonedFolders,
  isForgotten,
  makeFolder,
  nameOwner,
  ownerHere,
  removeFolder,
  segmentsIn,
  type RecordingFolder,
} from "./recording-folder.ts";
import { RecordingLedger, type HeldRecording } from "./recording-ledger.ts";
import { recordingRows } from "./recording-rows.ts";
import type { RecordingStore } from "./recording-store.ts";
import { storeVideo } from "./store-video.ts";

/** The collaborators of a recorder; each is borrowed and left open. */
export interface RecorderCollaborators {
  readonly records: Records;
  /** Where the videos go. */
  readonly blobs: Blobs;
  /** Makes the videos; when absent ffmpeg, and where that is not installed Chromium. */
  readonly encoder?: VideoEncoder | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
}

/** How a recorder works. */
export interface RecorderOptions {
  /**
   * The path of ffmpeg, which alone is used then. Empty: the first on PATH, and Chromium where there
   * is none. Of no effect with an `encoder`.
   * @default ""
   */
  readonly ffmpegPath?: string | undefined;
  /**
   * Where recordings are while they are made; empty: the system's folder for such. ffmpeg takes some
   * 5 MB a minute of it. Chromium makes the video at the end: until then each picture that differs
   * from the one before is there as a JPEG, up to 30 MB a minute of a page that never rests.
   * @default ""
   */
  readonly folder?: string | undefined;
  /**
   * How Chromium is started where it makes the videos: headless, one process at a time. Of no effect
   * with an `encoder`.
   * @default {}
   */
  readonly chromium?: ChromiumOptions | undefined;
}

/** A recorder with what it has recorded. Disposing it ends what runs, and waits for the videos. */
export interface StoringRecorder extends Recorder, AsyncDisposable {
  readonly recordings: RecordingStore;
  /**
   * Completes the recordings of processes of this machine that were killed, as far as their pictures
   * go, and removes what they left; gives how many. Also begun by the first recording.
   * @throws StorageError; the signal's reason
   */
  recover(call: Call): Promise<number>;
}

interface RecorderSettings {
  readonly ffmpegPath: string;
  readonly folder: string;
  readonly chromium: ChromiumOptions;
}

const defaults: RecorderSettings = Object.freeze({
  ffmpegPath: "",
  folder: "",
  chromium: Object.freeze({}),
});

/** What may be given in the first argument. */
const collaboratorNames: Readonly<Record<keyof RecorderCollaborators, true>> = Object.freeze({
  records: true,
  blobs: true,
  encoder: true,
  clock: true,
  ids: true,
});

/**
 * Makes a recorder.
 * @throws CoreError `INVALID_OPTION`
 * @example
 * ```ts
 * import { createRecorder } from "dragline/cdp-proxy";
 * import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
 *
 * await using recorder = createRecorder({ records: new MemoryRecords(), blobs: new MemoryBlobs() });
 * console.log(typeof recorder.recordings.list);
 * ```
 */
export function createRecorder(
  collaborators: RecorderCollaborators,
  options?: RecorderOptions,
): StoringRecorder {
  checkCollaborators(collaborators, defaults, collaboratorNames);
  return new FilmRecorder(collaborators, withDefaults(defaults, options));
}

/** Recorders of one process leave each other's folders alone. */
const thisProcess = ownerHere(systemIds.uuid());

class FilmRecorder implements StoringRecorder {
  readonly recordings: RecordingStore;
  readonly #parts: FilmingParts;
  readonly #parent: string;
  readonly #running = new Set<Filming>();
  readonly #closing = new AbortController();
  readonly #owned = new Disposer();
  readonly #recoveries = new Drain();
  #hasBegun = false;

  constructor(collaborators: RecorderCollaborators, options: RecorderSettings) {
    const { blobs, clock = systemClock, ids = systemIds } = collaborators;
    const records = new EnsuredRecords(collaborators.records, [recordingRows]);
    const ffmpegPath = options.ffmpegPath === "" ? undefined : options.ffmpegPath;
    const { chromium } = options;
    const encoder =
      collaborators.encoder ??
      this.#owned.add(new ChosenEncoder({ ffmpegPath, chromium, clock, ids }));
    this.recordings = createRecordingStore({ records: collaborators.records, blobs, clock });
    this.#parts = { encoder, blobs, clock, ledger: new RecordingLedger({ records, clock, ids }) };
    this.#parent = options.folder === "" ? tmpdir() : options.folder;
  }

  async begin(order: RecordingOrder): Promise<RunningRecording> {
    const signal = signalOf("begin({ connectionId, signal })", order);
    // What goes wrong there concerns no connection, and is tried again by the next process.
    if (!this.#hasBegun) this.recover({ signal: this.#closing.signal }).catch(() => {});
    this.#hasBegun = true;
    const held = await this.#parts.ledger.begin(order, { signal });
    try {
      return await this.#film(held, order);
    } catch (failure) {
      if (signal.aborted) await this.#forget(held);
      signal.throwIfAborted();
      await this.#failed(held, failure);
      return { stop: async () => {}, settled: Promise.resolve() };
    }
  }

  recover(call: Call): Promise<number> {
    checkArgument("signal of recover({ signal })", call?.signal, "signal");
    const signal = AbortSignal.any([call.signal, this.#closing.signal]);
    return this.#recoveries.add(this.#recover(signal));
  }

  async #recover(signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    const folders = await abandonedFolders(this.#parent, thisProcess);
    // All are claimed at once, and held while one video is made after the other.
    const recoveries = folders.map((folder) => this.#recoverOne(folder, signal));
    await Promise.allSettled(recoveries);
    return (await Promise.all(recoveries)).filter(Boolean).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new Error("The recorder was disposed"));
    const running = [...this.#running];
    await Promise.all([this.#recoveries.end(), ...running.map((filming) => filming.stop())]);
    await Promise.all(running.map(({ settled }) => settled));
    await this.#owned[Symbol.asyncDispose]();
  }

  async #film(held: HeldRecording, { browser, signal }: RecordingOrder): Promise<Filming> {
    const missing = await this.#parts.encoder.missing();
    if (missing !== undefined) throw new Error(missing);
    const folder = await makeFolder(this.#parent, held, thisProcess);
    const filming = new Filming(this.#parts, { held, folder, browser });
    this.#running.add(filming);
    void filming.settled.then(() => this.#running.delete(filming));
    try {
      await filming.start(signal);
    } catch (failure) {
      await filming.discard(failure);
      throw failure;
    }
    return filming;
  }

  /**
   * Whether there was something to keep. Two processes may meet: one of them has the claim. What is
   * unknown here belongs to other records, whose processes have a day to come for it.
   */
  async #recoverOne(folder: RecordingFolder, signal: AbortSignal): Promise<boolean> {
    const { ledger } = this.#parts;
    const held = await ledger.claim(folder, { signal });
    if (held !== undefined) await this.#complete({ ...folder, ...held }, signal);
    else if (!(await this.#isOver(folder, signal))) return false;
    await removeFolder(folder);
    return held !== undefined;
  }

  async #isOver(folder: RecordingFolder, signal: AbortSignal): Promise<boolean> {
    const { ledger, clock } = this.#parts;
    return (await ledger.isOver(folder.id, { signal })) || isForgotten(folder, clock.now());
  }

  /** @param folder of a recording that was claimed, with the new token */
  async #complete(folder: RecordingFolder, signal: AbortSignal): Promise<void> {
    const { ledger } = this.#parts;
    using _kept = keepLease(this.#parts, folder, signal);
    try {
      await nameOwner(folder, thisProcess);
      await ledger.processing(folder, { signal });
      const segments = await segmentsIn(folder);
      const order = { held: folder, folder: folder.path, segments, signal };
      await storeVideo(this.#parts, order);
    } catch (failure) {
      signal.throwIfAborted();
      await this.#failed(folder, failure);
    }
  }

  /** Where not even that can be written down, the lease runs out and the recording is lost. */
  async #failed(held: HeldRecording, failure: unknown): Promise<void> {
    const reason = failure instanceof Error ? failure.message : String(failure);
    const call = { signal: this.#closing.signal };
    await this.#parts.ledger.failed(held, reason, call).catch(() => {});
  }

  async #forget(held: HeldRecording): Promise<void> {
    const call = { signal: this.#closing.signal };
    await this.#parts.ledger.forget(held, call).catch(() => {});
  }
}
