import type { ClientSocket } from "dragline/cdp-proxy";

/** A client's end of a connection. */
export class ProxySocket implements ClientSocket {
  onmessage: ((text: Buffer) => void) | undefined;
  onpart: (() => void) | undefined;
  ondrain: (() => void) | undefined;
  onclose: ((code: number, reason: string) => void) | undefined;
  waiting = 0;
  isPaused = false;
  readonly heard: string[] = [];
  /** With which codes it was closed. */
  readonly closes: number[] = [];

  send(text: Buffer | string): void {
    this.heard.push(String(text));
  }

  sendBytes(): void {
    throw new Error("Nothing of a connection is binary.");
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  close(code: number): void {
    this.closes.push(code);
  }

  /** The client sends a command. */
  say(message: unknown): void {
    const text = typeof message === "string" ? message : JSON.stringify(message);
    this.onmessage?.(Buffer.from(text));
  }

  /** The client closes. */
  leave(code = 1000): void {
    this.onclose?.(code, "");
  }
}
