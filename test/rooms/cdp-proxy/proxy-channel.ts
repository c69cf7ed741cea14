import type { CdpChannel } from "dragline/browser";

/** A browser's end of a connection. */
export class ProxyChannel implements CdpChannel {
  onmessage: ((text: Buffer) => void) | undefined;
  ondrain: (() => void) | undefined;
  onclose: (() => void) | undefined;
  isFull = false;
  isPaused = false;
  readonly sent: string[] = [];
  readonly #onClose: () => void;

  constructor(onClose: () => void = () => {}) {
    this.#onClose = onClose;
  }

  send(text: string): boolean {
    this.sent.push(text);
    return !this.isFull;
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  async close(): Promise<void> {
    this.#onClose();
  }

  /** The browser sends an event or an answer. */
  say(message: unknown): void {
    const text = typeof message === "string" ? message : JSON.stringify(message);
    this.onmessage?.(Buffer.from(text));
  }
}
