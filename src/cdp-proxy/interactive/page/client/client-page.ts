import type { ViewerMessage } from "../../viewer/viewer-message.ts";

/** The viewer's page in a person's browser: its elements, and the stream to the remote one. */
export class ClientPage {
  /** The stream; undefined until it is opened. */
  socket: WebSocket | undefined;

  /** An element of the page's own HTML by its id. */
  find<Found extends HTMLElement>(id: string): Found {
    return document.getElementById(id) as Found;
  }

  get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  say(message: ViewerMessage): void {
    if (this.isOpen) this.socket?.send(JSON.stringify(message));
  }
}
