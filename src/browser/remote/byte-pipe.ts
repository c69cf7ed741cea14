import { MessageSplitter } from "../chromium/message-splitter.ts";
import { MAX_MESSAGE, type PipeEnds } from "../chromium/pipe-transport.ts";

/** Bytes that may wait for Chromium before the sender is asked to wait too. */
const MUCH = 8 * 1024 * 1024;

/**
 * The pipe of `--remote-debugging-pipe` as bytes: messages come and go as they are, none is read.
 * It ends with the browser, and at a message of more than 256 MiB.
 */
export class BytePipe {
  /** Takes each message at once, in order. */
  onmessage: ((message: Buffer) => void) | undefined;
  /** Called when all that waited has been taken. */
  ondrain: (() => void) | undefined;
  /** Called once, at the end. */
  onclose: (() => void) | undefined;
  readonly #ends: PipeEnds;
  readonly #splitter: MessageSplitter;
  #closed = false;

  constructor(ends: PipeEnds) {
    this.#ends = ends;
    this.#splitter = new MessageSplitter({
      deliver: (message) => {
        if (!this.#closed) this.onmessage?.(message);
      },
      unwanted: [],
      maxBytes: MAX_MESSAGE,
    });
    ends.output.on("data", (chunk: Buffer) => this.#read(chunk));
    ends.output.on("close", () => this.close());
    // EPIPE and ECONNRESET are how a browser's end looks from here; the close that follows says it.
    ends.output.on("error", () => {});
    ends.input.on("error", () => this.close());
    ends.input.on("drain", () => this.ondrain?.());
  }

  /** Whether it has ended. */
  get closed(): boolean {
    return this.#closed;
  }

  /**
   * Sends a message, which holds no zero byte. What is sent after the end is dropped.
   * @returns false when more than 8 MiB wait
   */
  send(text: string): boolean {
    if (this.#closed) return true;
    const { input } = this.#ends;
    // Bytes, since of a text the characters would be counted.
    input.write(Buffer.from(`${text}\0`));
    return input.writableLength <= MUCH;
  }

  /** Reads no more until {@link resume}; what was read already still comes. */
  pause(): void {
    this.#ends.output.pause();
  }

  resume(): void {
    this.#ends.output.resume();
  }

  /** Closes both ends; calls `onclose` once. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#ends.input.destroy();
    this.#ends.output.destroy();
    this.onclose?.();
  }

  #read(chunk: Buffer): void {
    if (this.#closed) return;
    try {
      this.#splitter.push(chunk);
    } catch (error) {
      // Only a message that is too long; what a listener throws is its own mistake.
      if (!(error instanceof RangeError)) throw error;
      this.close();
    }
  }
}
