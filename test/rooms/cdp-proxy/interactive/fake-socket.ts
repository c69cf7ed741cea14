import type { ClientSocket } from "dragline/cdp-proxy";

/** A viewer's socket, seen from its page. */
export class FakeSocket implements ClientSocket {
  onmessage: ((text: Buffer) => void) | undefined;
  ondrain: (() => void) | undefined;
  onclose: ((code: number, reason: string) => void) | undefined;
  waiting = 0;
  readonly heard: Record<string, unknown>[] = [];
  readonly pictures: Uint8Array[] = [];
  closed: { readonly code: number; readonly reason: string } | undefined;

  send(text: Buffer | string): void {
    this.heard.push(JSON.parse(String(text)) as Record<string, unknown>);
  }

  sendBytes(bytes: Uint8Array): void {
    this.pictures.push(bytes);
  }

  pause(): void {}
  resume(): void {}

  close(code: number, reason: string): void {
    if (this.closed !== undefined) return;
    this.closed = { code, reason };
    this.onclose?.(code, reason);
  }

  /** The page says something. */
  say(message: unknown): void {
    this.onmessage?.(Buffer.from(typeof message === "string" ? message : JSON.stringify(message)));
  }

  /** The last message of a type. */
  last(type: string): Record<string, unknown> | undefined {
    return this.heard.findLast((message) => message["type"] === type);
  }
}
