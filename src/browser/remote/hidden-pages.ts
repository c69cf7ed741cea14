import { deadline, unlessAborted, type Clock } from "../../core/index.ts";
import type { CdpSession } from "../driver.ts";
import type { ShownPage, StateBrowser, StateContext, StatePage } from "../state/state-context.ts";
import type { CdpClient } from "./cdp-client.ts";

/** Milliseconds in which a page must be there. */
const OPENING = 5000;

interface TargetInfo {
  readonly url: string;
  readonly browserContextId?: string;
}

/**
 * The default context of a browser, to save a session from and to load one into. Its pages are
 * hidden targets: they have no window, and Chromium closes them with the client's channel.
 */
export class HiddenPages implements StateContext {
  readonly id = undefined;
  readonly #client: CdpClient;
  readonly #clock: Clock;
  readonly #browser: StateBrowser;

  constructor(client: CdpClient, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
    this.#browser = { target: () => ({ createCDPSession: async () => client.browser }) };
  }

  browser(): StateBrowser {
    return this.#browser;
  }

  /** @throws Error when it takes too long: a client that is attached may hold new pages back */
  async newPage(): Promise<StatePage> {
    using limit = deadline(this.#clock, OPENING);
    return await unlessAborted(this.#open(), limit.signal);
  }

  async #open(): Promise<StatePage> {
    const blank = { url: "about:blank", hidden: true };
    const { targetId } = (await this.#client.browser.send("Target.createTarget", blank)) as {
      readonly targetId: string;
    };
    const attaching = { targetId, flatten: true };
    const { sessionId } = (await this.#client.browser.send("Target.attachToTarget", attaching)) as {
      readonly sessionId: string;
    };
    const page = new HiddenPage(this.#client, { targetId, sessionId });
    await page.prepare();
    return page;
  }

  /** All that is open and not in a context of the client's own: pages, frames of other sites, workers. */
  async pages(): Promise<readonly ShownPage[]> {
    const { browser } = this.#client;
    const [contexts, targets] = (await Promise.all([
      browser.send("Target.getBrowserContexts"),
      browser.send("Target.getTargets", { filter: [{}] }),
    ])) as [{ readonly browserContextIds: string[] }, { readonly targetInfos: TargetInfo[] }];
    const others = new Set(contexts.browserContextIds);
    return targets.targetInfos
      .filter(({ browserContextId = "" }) => !others.has(browserContextId))
      .map(({ url }) => ({ url: () => url, frames: () => [] }));
  }
}

/** The result of `Runtime.evaluate`. */
interface Evaluated {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: {
    readonly text: string;
    readonly exception?: { readonly description?: string };
  };
}

class HiddenPage implements StatePage {
  readonly #client: CdpClient;
  readonly #session: CdpSession;
  readonly #targetId: string;
  /** Loaders of the documents that have been read. */
  readonly #read = new Set<string>();
  #onRead: (() => void) | undefined;
  #closed = false;

  constructor(client: CdpClient, ids: { readonly targetId: string; readonly sessionId: string }) {
    this.#client = client;
    this.#session = client.session(ids.sessionId);
    this.#targetId = ids.targetId;
  }

  async prepare(): Promise<void> {
    this.#session.on("Page.lifecycleEvent", (event) => {
      const { name, loaderId } = event as { readonly name: string; readonly loaderId: string };
      if (name !== "DOMContentLoaded") return;
      this.#read.add(loaderId);
      this.#onRead?.();
    });
    await Promise.all([
      this.#session.send("Page.enable"),
      this.#session.send("Page.setLifecycleEventsEnabled", { enabled: true }),
    ]);
  }

  isClosed(): boolean {
    return this.#closed;
  }

  async goto(url: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<void> {
    const going = this.#session.send("Page.navigate", { url });
    const { loaderId, errorText } = (await unlessAborted(going, signal)) as {
      readonly loaderId?: string;
      readonly errorText?: string;
    };
    if (errorText !== undefined) throw new Error(`${errorText} at ${url}`);
    if (loaderId === undefined) return;
    const read = Promise.withResolvers<void>();
    this.#onRead = () => {
      if (this.#read.has(loaderId)) read.resolve();
    };
    this.#onRead();
    await unlessAborted(read.promise, signal);
  }

  async evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails: thrown } = (await this.#session.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })) as Evaluated;
    if (thrown === undefined) return result.value;
    throw new Error(thrown.exception?.description ?? thrown.text);
  }

  async createCDPSession(): Promise<CdpSession> {
    return this.#session;
  }

  async close(): Promise<void> {
    await this.#client.browser.send("Target.closeTarget", { targetId: this.#targetId });
    this.#closed = true;
  }
}
