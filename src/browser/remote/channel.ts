import { addressMessage, membersOf } from "./outgoing-message.ts";
import type { CdpChannel } from "./remote-browser.ts";

/** What a channel is made of; each is borrowed. */
interface ChannelParts {
  /** Its session with the browser. */
  readonly root: string;
  /** Whether a session was attached through this channel. */
  readonly owns: (sessionId: string) => boolean;
  readonly send: (text: string) => boolean;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Detaches the root session; never rejects. */
  readonly detach: () => Promise<void>;
}

/** The channel behind `RemoteBrowser.attach`. */
export class Channel implements CdpChannel {
  onmessage: ((text: Buffer) => void) | undefined;
  ondrain: (() => void) | undefined;
  onclose: (() => void) | undefined;
  readonly #parts: ChannelParts;
  #open = true;
  #closing: Promise<void> | undefined;

  constructor(parts: ChannelParts) {
    this.#parts = parts;
  }

  get root(): string {
    return this.#parts.root;
  }

  send(text: string): boolean {
    if (!this.#open) return true;
    const message = addressMessage(text, this.root);
    if (message === undefined) {
      this.#answer({ error: { code: -32_700, message: "JSON: an object was expected" } });
      return true;
    }
    if (message.sessionId === this.root || this.#parts.owns(message.sessionId)) {
      return this.#parts.send(message.text);
    }
    // Chromium's own words, and no session in the answer.
    const error = { code: -32_001, message: "Session with given id not found." };
    this.#answer({ id: membersOf(text)?.["id"], error });
    return true;
  }

  pause(): void {
    if (this.#open) this.#parts.pause();
  }

  resume(): void {
    this.#parts.resume();
  }

  close(): Promise<void> {
    this.#open = false;
    this.#parts.resume();
    this.#closing ??= this.#parts.detach();
    return this.#closing;
  }

  /** Gives a message of the browser to its listeners. */
  deliver(text: Buffer): void {
    if (this.#open) this.onmessage?.(text);
  }

  drained(): void {
    if (this.#open) this.ondrain?.();
  }

  /** Says that the browser is gone. */
  end(): void {
    if (!this.#open) return;
    this.#open = false;
    this.onclose?.();
  }

  /** Later, as the browser itself would. */
  #answer(answer: object): void {
    queueMicrotask(() => this.deliver(Buffer.from(JSON.stringify(answer))));
  }
}
