import { deadline, type Clock } from "../../core/index.ts";
import { CdpLink } from "../cdp-link.ts";
import { keepLease } from "./keep-lease.ts";
import { PageFollower } from "./pictures/page-follower.ts";
import type { RunningRecording } from "./recorder.ts";
import type { RecordingOrder } from "./recorder.ts";
import { removeFolder, type RecordingFolder } from "./recording-folder.ts";
import type { HeldRecording } from "./recording-ledger.ts";
import { Reel } from "./reel.ts";
import { storeVideo, type StoreVideoParts } from "./store-video.ts";

/** The dependencies of a filming. */
export interface FilmingParts extends StoreVideoParts {
  readonly clock: Clock;
}

/** What is filmed, and where to. */
interface FilmingOrder {
  readonly held: HeldRecording;
  readonly folder: RecordingFolder;
  readonly browser: RecordingOrder["browser"];
}

/**
 * Milliseconds for making and storing a video. Chromium, which makes one after the other, took 170 ms
 * for a picture on two cores that had four times as much to do; two hours may have 28,800 of them.
 */
const SETTLE_MS = 7_200_000;

/** A connection that is being recorded, from its first picture to the stored video. */
export class Filming implements RunningRecording {
  readonly settled: Promise<void>;
  readonly #parts: FilmingParts;
  readonly #order: FilmingOrder;
  readonly #reel: Reel;
  readonly #over = Promise.withResolvers<void>();
  readonly #abort = new AbortController();
  #link: CdpLink | undefined;
  #follower: PageFollower | undefined;
  #stopped: Promise<void> | undefined;
  readonly #lease: Disposable;

  constructor(parts: FilmingParts, order: FilmingOrder) {
    this.#parts = parts;
    this.#order = order;
    const { encoder, clock } = parts;
    this.#reel = new Reel({ encoder, clock, folder: order.folder.path });
    this.settled = this.#settle();
    this.#lease = keepLease(parts, order.held, this.#abort.signal);
  }

  /**
   * Begins to take pictures.
   * @throws BrowserError `BROWSER_LOST`; Error when the browser refuses; the signal's reason
   */
  async start(signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    const link = new CdpLink(await this.#order.browser.attach({ signal }), clock);
    this.#link = link;
    link.onclose = () => void this.stop();
    const onpicture = (jpeg: Buffer): void => this.#reel.show(jpeg);
    this.#follower = new PageFollower({ link, clock, onpicture });
    if (this.#stopped !== undefined) await link.close();
    else await this.#follower.start();
    void this.#reel.failed.then(() => this.stop());
  }

  get picture(): Uint8Array<ArrayBuffer> | undefined {
    return this.#reel.picture;
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#end();
    return this.#stopped;
  }

  /** Undoes everything; nothing is stored. */
  async discard(reason: unknown): Promise<void> {
    this.#abort.abort(reason);
    await this.stop();
    await this.settled;
  }

  async #end(): Promise<void> {
    this.#over.resolve();
    this.#follower?.stop();
    await this.#link?.close();
  }

  async #settle(): Promise<void> {
    const { ledger, clock } = this.#parts;
    const { held, folder } = this.#order;
    await this.#over.promise;
    using limit = deadline(clock, SETTLE_MS, this.#abort.signal);
    const { signal } = limit;
    try {
      // The video ends here, however long the store takes to write that down.
      const ended = this.#reel.end(signal);
      const noted = ledger.processing(held, { signal });
      await Promise.allSettled([ended, noted]);
      const [segments] = await Promise.all([ended, noted]);
      await storeVideo(this.#parts, { held, folder: folder.path, segments, signal });
    } catch (failure) {
      await this.#failed(failure);
    } finally {
      this.#lease[Symbol.dispose]();
      // What cannot be removed now is found by the next process.
      await removeFolder(folder).catch(() => {});
    }
  }

  /** Where not even that can be written down, the lease runs out and the recording is lost. */
  async #failed(failure: unknown): Promise<void> {
    if (this.#abort.signal.aborted) return;
    const reason = failure instanceof Error ? failure.message : String(failure);
    const call = { signal: this.#abort.signal };
    await this.#parts.ledger.failed(this.#order.held, reason, call).catch(() => {});
  }
}
