import type { CdpSession } from "../driver.ts";
import type { RemoteDownloads } from "./remote-browser.ts";

interface Progress {
  readonly guid: string;
  /** 0 where nobody said. */
  readonly totalBytes: number;
  readonly receivedBytes: number;
  readonly state: "inProgress" | "completed" | "canceled";
}

/** What is counted of a download. */
interface Counted {
  readonly bytes: number;
  readonly received: number;
}

const none: Counted = { bytes: 0, received: 0 };

/** Counts the downloads of a browser as it tells of them, from when its events are enabled. */
export class DownloadMeter implements RemoteDownloads {
  ongrowth: (() => void) | undefined;
  readonly #browser: CdpSession;
  /** Those that are under way. */
  readonly #running = new Map<string, Counted>();
  #bytes = 0;
  #received = 0;
  #isShut = false;

  /** @param browser a session with the browser itself, for as long as it lives */
  constructor(browser: CdpSession) {
    this.#browser = browser;
    browser.on("Browser.downloadProgress", (event) => this.#hear(event as Progress));
  }

  get bytes(): number {
    return this.#bytes;
  }

  get awaited(): number {
    return this.#bytes - this.#received;
  }

  async cancel(): Promise<void> {
    this.#isShut = true;
    await Promise.all([...this.#running.keys()].map((guid) => this.#cancel(guid)));
  }

  #hear({ guid, totalBytes, receivedBytes: received, state }: Progress): void {
    const before = this.#running.get(guid) ?? none;
    const bytes = state === "inProgress" ? Math.max(totalBytes, received) : received;
    const now = state === "canceled" ? none : { bytes, received };
    if (state === "inProgress") this.#running.set(guid, now);
    else this.#running.delete(guid);
    this.#bytes += now.bytes - before.bytes;
    this.#received += now.received - before.received;
    if (this.#isShut && state === "inProgress") void this.#cancel(guid);
    if (now.bytes > before.bytes) this.ongrowth?.();
  }

  /** In whichever context it is; the events do not say. */
  async #cancel(guid: string): Promise<void> {
    const cancel = (context: object): Promise<unknown> =>
      this.#browser.send("Browser.cancelDownload", { guid, ...context }).catch(() => {});
    const asked = this.#browser.send("Target.getBrowserContexts").catch(() => undefined);
    await cancel({});
    const contexts = (await asked) as { readonly browserContextIds: string[] } | undefined;
    const ids = contexts?.browserContextIds ?? [];
    await Promise.all(ids.map((browserContextId) => cancel({ browserContextId })));
  }
}
