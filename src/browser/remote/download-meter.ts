import type { CdpSession } from "../driver.ts";
import type { RemoteDownload, RemoteDownloads } from "./remote-browser.ts";

/** Downloads that are remembered; the oldest go first. */
const MOST = 1000;

interface Beginning {
  readonly guid: string;
  readonly url: string;
  readonly suggestedFilename: string;
}

interface Progress {
  readonly guid: string;
  /** 0 where nobody said. */
  readonly totalBytes: number;
  readonly receivedBytes: number;
  readonly state: RemoteDownload["state"];
  /** Of one that has arrived. */
  readonly filePath?: string;
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
  readonly #known = new Map<string, RemoteDownload>();
  #bytes = 0;
  #received = 0;
  #isShut = false;

  /** @param browser a session with the browser itself, for as long as it lives */
  constructor(browser: CdpSession) {
    this.#browser = browser;
    browser.on("Browser.downloadWillBegin", (event) => this.#begin(event as Beginning));
    browser.on("Browser.downloadProgress", (event) => this.#hear(event as Progress));
  }

  get list(): readonly RemoteDownload[] {
    return [...this.#known.values()];
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

  #begin({ guid, url, suggestedFilename: name }: Beginning): void {
    const begun = { state: "inProgress", received: 0, size: undefined, path: undefined } as const;
    this.#known.set(guid, { id: guid, url, name, ...begun });
    const [oldest = ""] = this.#known.keys();
    if (this.#known.size > MOST) this.#known.delete(oldest);
  }

  #hear(progress: Progress): void {
    const { guid, totalBytes, receivedBytes: received, state } = progress;
    const known = this.#known.get(guid);
    const size = state === "completed" ? received : totalBytes || undefined;
    if (known !== undefined)
      this.#known.set(guid, { ...known, state, received, size, path: progress.filePath });
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
