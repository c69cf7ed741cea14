import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { ClientSocket } from "../client-socket.ts";
import { MessageParts } from "./message-parts.ts";

/** Bytes to which what waits must sink before more is asked for. */
const LOW_WATER = 1024 * 1024;

/** RFC 6455, 7.4.1. */
const UNSUPPORTED_DATA = 1003;
const ABNORMAL = 1006;
const TOO_BIG = 1009;

/** A client's WebSocket, held by the package `ws`. */
export class WsSocket implements ClientSocket {
  onmessage: ((text: Buffer) => void) | undefined;
  onpart: (() => void) | undefined;
  ondrain: (() => void) | undefined;
  onclose: ((code: number, reason: string) => void) | undefined;
  readonly #ws: WebSocket;
  /** With which code `ws` gave the client up: it tells 1006 at the end. */
  #givenUp: number | undefined;
  #wasHigh = false;

  /** @param bytes what the client's frames come by */
  constructor(ws: WebSocket, bytes: Pick<Duplex, "on">) {
    this.#ws = ws;
    const parts = new MessageParts();
    bytes.on("data", (chunk: Buffer) => {
      if (parts.push(chunk)) this.onpart?.();
    });
    ws.on("message", (message, isBinary) => this.#take(message, isBinary));
    ws.on("error", (error) => {
      this.#givenUp ??= codeOf(error);
    });
    ws.on("close", (code, reason) => {
      this.onclose?.(code === ABNORMAL ? (this.#givenUp ?? code) : code, String(reason));
    });
  }

  get waiting(): number {
    return this.#ws.bufferedAmount;
  }

  send(text: Buffer | string): void {
    this.#send(text, false);
  }

  sendBytes(bytes: Uint8Array): void {
    this.#send(bytes, true);
  }

  pause(): void {
    this.#ws.pause();
  }

  resume(): void {
    this.#ws.resume();
  }

  close(code: number, reason: string): void {
    // A client that was paused must be able to answer.
    this.#ws.resume();
    this.#ws.close(code, reason);
  }

  #send(message: Uint8Array | string, binary: boolean): void {
    this.#ws.send(message, { binary }, this.#sent);
    if (this.waiting > LOW_WATER) this.#wasHigh = true;
  }

  /** The socket's close reports what could not be sent. */
  readonly #sent = (): void => {
    if (!this.#wasHigh || this.waiting > LOW_WATER) return;
    this.#wasHigh = false;
    this.ondrain?.();
  };

  /** Whole messages come as one Buffer, unless `binaryType` says otherwise. */
  #take(message: unknown, isBinary: boolean): void {
    if (isBinary || !Buffer.isBuffer(message)) {
      this.#givenUp ??= UNSUPPORTED_DATA;
      this.#ws.close(UNSUPPORTED_DATA, "Only text messages are supported.");
      return;
    }
    this.onmessage?.(message);
  }
}

/** `ws` closes with a code that it does not tell otherwise. */
function codeOf(error: Error & { readonly code?: string }): number {
  const tooBig = "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH";
  return error.code === tooBig ? TOO_BIG : ABNORMAL;
}
