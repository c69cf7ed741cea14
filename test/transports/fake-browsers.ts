import type {
  CdpChannel,
  RemoteBrowser,
  RemoteBrowsers,
  RemoteDownload,
  StorageState,
} from "dragline/browser";

type Order = Parameters<RemoteBrowsers["take"]>[0];

/** Browsers of connections that are none: they answer every command with an empty result. */
export class FakeBrowsers implements RemoteBrowsers {
  /** What each has on its disk. */
  files: { readonly folder: string; readonly downloads: readonly RemoteDownload[] } = {
    folder: "/nowhere",
    downloads: [],
  };
  readonly orders: Order[] = [];
  readonly open = new Set<FakeBrowser>();
  /** What each stores. */
  state: StorageState = { cookies: [], origins: [] };
  /** What taking one fails with. */
  failure: Error | undefined;

  take(order: Order): Promise<RemoteBrowser> {
    this.orders.push(order);
    if (this.failure !== undefined) return Promise.reject(this.failure);
    const browser = new FakeBrowser(this);
    this.open.add(browser);
    return Promise.resolve(browser);
  }

  status() {
    return { taken: this.open.size, warm: 0, waiting: 0 };
  }

  /** The one that was taken last. */
  get last(): FakeBrowser {
    const browser = [...this.open].at(-1);
    if (browser === undefined) throw new Error("No browser is open.");
    return browser;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const browser of this.open) await browser[Symbol.asyncDispose]();
  }
}

/** One of them. */
export class FakeBrowser implements RemoteBrowser {
  readonly pid = 0;
  readonly folder: string;
  readonly downloads: RemoteBrowser["downloads"];
  readonly ended: Promise<string>;
  readonly channels = new Set<FakeChannel>();
  /** What was loaded before the upgrade. */
  loaded: StorageState | undefined;
  readonly #all: FakeBrowsers;
  #end: (reason: string) => void = () => {};

  constructor(all: FakeBrowsers) {
    this.#all = all;
    this.folder = all.files.folder;
    const list = all.files.downloads;
    this.downloads = { list, bytes: 0, awaited: 0, ongrowth: undefined, cancel: async () => {} };
    this.ended = new Promise((resolve) => (this.#end = resolve));
  }

  attach(): Promise<CdpChannel> {
    const channel = new FakeChannel();
    this.channels.add(channel);
    return Promise.resolve(channel);
  }

  saveState(): Promise<StorageState> {
    return Promise.resolve(this.#all.state);
  }

  saveCookies(): Promise<StorageState> {
    return Promise.resolve({ ...this.#all.state, origins: [] });
  }

  loadState(state: StorageState): Promise<void> {
    this.loaded = state;
    return Promise.resolve();
  }

  failureOf(): undefined {
    return undefined;
  }

  memory(): Promise<readonly []> {
    return Promise.resolve([]);
  }

  /** Its process is gone. */
  crash(): void {
    this.#end("killed");
    for (const channel of this.channels) channel.onclose?.();
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#all.open.delete(this);
    this.#end("disposed");
    return Promise.resolve();
  }
}

/** A channel whose browser does whatever it is told. */
class FakeChannel implements CdpChannel {
  onmessage: ((text: Buffer) => void) | undefined;
  ondrain: (() => void) | undefined;
  onclose: (() => void) | undefined;

  send(text: string): boolean {
    const { id, sessionId } = JSON.parse(text) as { id: number; sessionId?: string };
    const answer = Buffer.from(JSON.stringify({ id, result: {}, sessionId }));
    queueMicrotask(() => this.onmessage?.(answer));
    return true;
  }

  pause(): void {}

  resume(): void {}

  close(): Promise<void> {
    return Promise.resolve();
  }
}
