import type { Readable, Writable } from "node:stream";
import type { CdpTransport } from "../driver.ts";
import { MessageSplitter } from "./message-splitter.ts";

/** The two ends of a DevTools pipe. */
export interface PipeEnds {
  /** Chromium's file descriptor 3. */
  readonly input: Writable;
  /** Chromium's file descriptor 4. */
  readonly output: Readable;
}

/** How a pipe is listened to. */
interface PipeTransportSettings {
  /** Whether the driver gets console messages and uncaught errors of pages. */
  readonly console: boolean;
}

/** Base64 of a screenshot of some 180 MB; a longer message is an attack or a mistake. */
export const MAX_MESSAGE = 256 * 1024 * 1024;

/**
 * Chromium writes the method first. A page can send these without end and without a limit on their
 * length, so they are known by their first bytes and never parsed.
 */
export const NOISE = ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"].map(
  (method) => Buffer.from(`{"method":"${method}"`),
);

/**
 * Speaks CDP over `--remote-debugging-pipe`: JSON texts that end with a zero byte. Nothing listens
 * on a port, and Chromium ends when the pipe does.
 */
export class PipeTransport implements CdpTransport {
  onmessage?: (message: string) => void;
  onclose?: () => void;
  readonly #ends: PipeEnds;
  readonly #splitter: MessageSplitter;
  #closed = false;

  constructor(ends: PipeEnds, settings: PipeTransportSettings) {
    this.#ends = ends;
    this.#splitter = new MessageSplitter({
      deliver: (message) => this.#deliver(message.toString("utf8")),
      unwanted: settings.console ? [] : NOISE,
      maxBytes: MAX_MESSAGE,
    });
    ends.output.on("data", (chunk: Buffer) => this.#read(chunk));
    ends.output.on("close", () => this.close());
    // EPIPE and ECONNRESET are how a browser's end looks from here; the close that follows says it.
    ends.output.on("error", () => {});
    ends.input.on("error", () => this.close());
  }

  send(message: string): void {
    if (!this.#closed) this.#ends.input.write(`${message}\0`);
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
    } catch {
      this.close();
    }
  }

  /** Each message in a turn of its own: the code that awaited an answer listens before the next comes. */
  #deliver(message: string): void {
    setImmediate(() => {
      if (!this.#closed) this.onmessage?.(message);
    });
  }
}
