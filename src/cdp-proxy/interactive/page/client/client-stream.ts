import type { ClientControls } from "./client-controls.ts";
import type { ClientKeys } from "./client-keys.ts";
import type { ClientPage } from "./client-page.ts";
import type { ClientPicture } from "./client-picture.ts";
import type { ToldMessage } from "../../viewer/told-message.ts";

/** The parts of the viewer's page. */
interface ClientParts {
  readonly page: ClientPage;
  readonly picture: ClientPicture;
  readonly keys: ClientKeys;
  readonly controls: ClientControls;
}

/** The connection: it comes again when it was lost, and says why when it will not. */
export class ClientStream {
  readonly #parts: ClientParts;
  #tries = 0;
  /** By the code of the close, or its reason: what the person reads. */
  readonly #ends: Readonly<Record<string, readonly [title: string, text: string]>> = {
    4000: ["Saved", "The login is saved and the browser has ended. You can close this page."],
    4001: [
      "The session has ended",
      "Its time is up, or it was ended elsewhere. What was not saved is lost.",
    ],
    4003: [
      "The browser has ended",
      "Its downloads and storage exceeded the disk limit. What was not saved is lost.",
    ],
    1008: ["Something went wrong", "The page and the server are not compatible. Reload the page."],
    draining: [
      "The server is shutting down",
      "The browser has ended, and what was not saved is lost. Start a new session later.",
    ],
    1011: ["The browser has ended", "It stopped unexpectedly. Start a new session to log in."],
  };

  constructor(parts: ClientParts) {
    this.#parts = parts;
    const { picture, controls } = parts;
    picture.onshown = () => controls.uncover();
    controls.onagain = () => this.connect();
  }

  connect(): void {
    const { page, picture, keys } = this.#parts;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const path = location.pathname.replace(/\/$/, "");
    const socket = new WebSocket(`${scheme}//${location.host}${path}/stream`);
    page.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => {
      this.#tries = 0;
      page.find("again").hidden = true;
      picture.tellSize();
      if (!matchMedia("(pointer: coarse)").matches) keys.focus();
    });
    socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === "string") this.#hear(JSON.parse(data) as ToldMessage);
      else picture.draw(data);
    });
    socket.addEventListener("close", ({ code, reason }) => this.#closed(code, reason));
  }

  #hear(message: ToldMessage): void {
    const { picture, controls } = this.#parts;
    if (message.type === "picture") {
      picture.nextSize = {
        width: Number(message.width) || 1,
        height: Number(message.height) || 1,
      };
    } else if (message.type === "state") controls.showState(message);
    else if (message.type === "unsaved") controls.unsaved(message.message);
    else if (message.type === "notice") {
      const isFile = message.about === "file";
      controls.notice(
        isFile ? "Files cannot be sent to this browser." : "This is not the address of a website.",
      );
    }
  }

  #closed(code: number, reason: string): void {
    const { controls } = this.#parts;
    controls.closeDialogs();
    if (code === 4002) {
      return controls.showCover("Opened elsewhere", "Another page shows this browser now.", true);
    }
    // A proxy in between may also send 1001; then the session continues.
    const end = this.#ends[code] ?? (code === 1001 ? this.#ends[reason] : undefined);
    if (end !== undefined) return controls.finish(...end);
    controls.showCover("Connection lost", "Trying again\u2026");
    this.#tries += 1;
    setTimeout(() => void this.#tryAgain(), Math.min(8000, 500 * 2 ** this.#tries));
  }

  /** The socket does not say why it was refused; the page's own address does. */
  async #tryAgain(): Promise<void> {
    const answer = await fetch(location.pathname, { cache: "no-store" }).catch(() => undefined);
    const end = this.#ends[4001];
    if ((answer?.status === 404 || answer?.status === 401) && end !== undefined) {
      this.#parts.controls.finish(...end);
    } else this.connect();
  }
}
