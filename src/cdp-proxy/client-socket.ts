/** A client's WebSocket, whichever library holds it. */
export interface ClientSocket {
  /** Takes each message; a text as its UTF-8 bytes. */
  onmessage: ((text: Buffer) => void) | undefined;
  /** Called when a part of a message has come, before {@link onmessage} gets the whole. */
  onpart?: (() => void) | undefined;
  /** Called when less waits to be sent again, after {@link waiting} was high. */
  ondrain: (() => void) | undefined;
  /** Called once when the socket is closed, no matter who closed it. */
  onclose: ((code: number, reason: string) => void) | undefined;
  /** Bytes that wait to be sent. */
  readonly waiting: number;
  /** Sends a text message. */
  send(text: Buffer | string): void;
  /** Sends a binary message: pictures of the interactive viewer. */
  sendBytes(bytes: Uint8Array): void;
  /** Reads no more until {@link resume}. */
  pause(): void;
  resume(): void;
  /** Begins the closing handshake (RFC 6455, 7.1.2); a client that does not answer is cut off. */
  close(code: number, reason: string): void;
}
