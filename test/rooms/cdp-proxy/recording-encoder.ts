import { writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type {
  Encoding,
  EncodingEnd,
  EncodingOrder,
  JoinOrder,
  VideoEncoder,
} from "../../../src/cdp-proxy/recording/encoding/video-encoder.ts";

/** An encoder that writes down what it is given. */
export class FakeEncoder implements VideoEncoder {
  readonly encodings: FakeEncoding[] = [];
  readonly joins: JoinOrder[] = [];
  missingReason: string | undefined;
  /** Whether files are finished when they are asked to be. */
  finishes = true;
  startFailure: Error | undefined;
  joinFailure: Error | undefined;

  async missing(): Promise<string | undefined> {
    return this.missingReason;
  }

  start(order: EncodingOrder): Encoding {
    if (this.startFailure !== undefined) throw this.startFailure;
    const encoding = new FakeEncoding(order, () => this.finishes);
    this.encodings.push(encoding);
    return encoding;
  }

  async join(order: JoinOrder): Promise<{ durationMs: number }> {
    this.joins.push(order);
    if (this.joinFailure !== undefined) throw this.joinFailure;
    await writeFile(join(order.folder, order.name), "a video");
    return { durationMs: this.encodings.at(-1)?.frames.at(-1)?.[1] ?? 7000 };
  }

  /** The encoding under way. */
  get last(): FakeEncoding {
    const last = this.encodings.at(-1);
    if (last === undefined) throw new Error("Nothing was encoded");
    return last;
  }
}

/** Frames with their times, and whatever end the test wants. */
export class FakeEncoding implements Encoding {
  readonly frames: (readonly [mark: number | undefined, atMs: number])[] = [];
  readonly ended: Promise<EncodingEnd>;
  waiting = 0;
  taken = 0;
  isFinishing = false;
  readonly #finishes: () => boolean;
  readonly #end: (end: EncodingEnd) => void;

  constructor(readonlyOrder: EncodingOrder, finishes: () => boolean) {
    writeFileSync(readonlyOrder.path, "a segment");
    this.#finishes = finishes;
    const { promise, resolve } = Promise.withResolvers<EncodingEnd>();
    this.ended = promise;
    this.#end = resolve;
  }

  write(jpeg: Uint8Array, atMs: number): void {
    this.frames.push([jpeg.at(-1), atMs]);
  }

  finish(): void {
    this.isFinishing = true;
    if (this.#finishes()) this.end("finished");
  }

  kill(): void {
    this.end("killed");
  }

  end(kind: EncodingEnd["kind"], reason: string = kind): void {
    this.#end({ kind, reason });
  }
}
