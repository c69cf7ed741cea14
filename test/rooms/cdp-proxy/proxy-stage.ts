import type { RemoteBrowser, RemoteBrowsers, StorageState } from "dragline/browser";
import {
  CdpProxyError,
  createCdpProxy,
  type Admission,
  type CdpProxy,
  type CdpProxyOptions,
  type ConnectOrder,
  type HeldSession,
  type Recorder,
  type ReservedSession,
  type SavedSession,
  type SessionContent,
  type SessionStore,
} from "dragline/cdp-proxy";
import { FakeClock, FakeIds } from "dragline/testing";
import { ProxyChannel } from "./proxy-channel.ts";

/** Steps of a connection, each of which can fail or wait. */
export type Step =
  | "find"
  | "hold"
  | "reserve"
  | "admit"
  | "proxyFor"
  | "take"
  | "loadState"
  | "record"
  | "attach"
  | "saveState"
  | "saveCookies"
  | "store"
  | "stop"
  | "close"
  | "end";

export const OWNER = "owner-1";
export const SESSION_ID = "00000000-0000-4000-8000-0000000000aa";
const never = new AbortController().signal;
const loaded: StorageState = {
  cookies: [],
  origins: [{ origin: "https://loaded.test", localStorage: [] }],
};

function session(parts: Partial<SavedSession> = {}): SavedSession {
  const times = { createdAt: 1, lastUsedAt: null, expiresAt: null };
  const counts = { cookieCount: 0, storageItemCount: 0, hasProxy: false, isSaved: true };
  const website = { websiteUrl: null, websiteDomain: null };
  return {
    id: SESSION_ID,
    owner: OWNER,
    name: "loaded",
    ...times,
    ...counts,
    ...website,
    ...parts,
  };
}

/** A proxy among fakes: what happens is written down in `log`, what is held in `held`. */
export class ProxyStage {
  readonly clock = new FakeClock();
  readonly log: string[] = [];
  /** What was taken and not given back; below zero when something was given back twice. */
  readonly held = new Map<string, number>();
  /** What happens instead of a step: throw, or wait. */
  readonly faults = new Map<Step, () => Promise<void>>();
  readonly channel = new ProxyChannel(() => this.#released("channel"));
  readonly saved: SessionContent[] = [];
  readonly asked: (readonly string[])[] = [];
  readonly ways: unknown[] = [];
  readonly refunds: boolean[] = [];
  session: SavedSession | undefined = session();
  remembered: URL | undefined;
  proxyUrls: Readonly<Record<string, URL>> = {};
  credits = Number.POSITIVE_INFINITY;
  endBrowser: (reason: string) => void = () => {};
  readonly proxy: CdpProxy;

  constructor(options?: CdpProxyOptions, { bare = false } = {}) {
    const { clock } = this;
    const stores = bare ? {} : { sessions: this.#sessions(), recorder: this.#recorder() };
    const admission = bare ? undefined : this.#admission();
    const proxies = {
      proxyFor: async ({ country }: { country: string | undefined }) => {
        await this.#step("proxyFor");
        return this.proxyUrls[country ?? ""];
      },
    };
    this.proxy = createCdpProxy(
      { browsers: this.#browsers(), ...stores, admission, proxies, clock, ids: new FakeIds() },
      options,
    );
  }

  /** Names that are still held, and how often. */
  get leaks(): Record<string, number> {
    return Object.fromEntries([...this.held].filter(([, count]) => count !== 0));
  }

  order(parts: Partial<ConnectOrder> = {}): ConnectOrder {
    return { owner: OWNER, signal: never, ...parts };
  }

  fail(step: Step, error: unknown = new Error(step)): void {
    this.faults.set(step, () => Promise.reject(error));
  }

  async #step(step: Step): Promise<void> {
    this.log.push(step);
    await this.faults.get(step)?.();
  }

  #took(name: string): void {
    this.held.set(name, (this.held.get(name) ?? 0) + 1);
  }

  #released(name: string): void {
    this.log.push(`-${name}`);
    this.held.set(name, (this.held.get(name) ?? 0) - 1);
  }

  #browsers(): RemoteBrowsers {
    return {
      take: async (order) => {
        this.ways.push({ country: order.country, proxy: order.proxy?.href });
        await this.#step("take");
        this.#took("browser");
        return this.#browser();
      },
      status: () => ({ taken: 0, warm: 0, waiting: 3 }),
      [Symbol.asyncDispose]: async () => this.#released("browsers"),
    };
  }

  #browser(): RemoteBrowser {
    const { promise: ended, resolve } = Promise.withResolvers<string>();
    this.endBrowser = resolve;
    return {
      pid: 1,
      folder: "/folder",
      ended,
      attach: async () => {
        await this.#step("attach");
        this.#took("channel");
        return this.channel;
      },
      saveState: async ({ origins }) => {
        this.asked.push(origins);
        await this.#step("saveState");
        return { cookies: [], origins: origins.map((origin) => ({ origin, localStorage: [] })) };
      },
      saveCookies: async () => {
        await this.#step("saveCookies");
        return { cookies: [], origins: [] };
      },
      loadState: () => this.#step("loadState"),
      failureOf: () => undefined,
      memory: async () => [{ pid: 1, kind: "browser", bytes: 7 }],
      [Symbol.asyncDispose]: async () => {
        this.#released("browser");
        await this.faults.get("end")?.();
      },
    };
  }

  #sessions(): SessionStore {
    const unused = async (): Promise<never> => Promise.reject(new Error("not asked for"));
    return {
      find: async () => {
        await this.#step("find");
        return this.session;
      },
      hold: async () => {
        await this.#step("hold");
        this.#took("hold");
        return this.#lease("hold", { session: session(), state: loaded, proxy: this.remembered });
      },
      reserve: async ({ name }) => {
        await this.#step("reserve");
        this.#took("reserve");
        return this.#reservation(name);
      },
      list: unused,
      rename: unused,
      remove: unused,
      load: unused,
    };
  }

  #lease<Parts extends object>(
    name: string,
    parts: Parts,
  ): Parts & Pick<HeldSession, "keep" | "release"> {
    return {
      ...parts,
      keep: async () => void this.log.push(`keep ${name}`),
      release: async () => this.#released(name),
    };
  }

  #reservation(name: string): ReservedSession {
    const reserved = session({ id: "saved-id", name });
    return this.#lease("reserve", {
      session: reserved,
      save: async (content: SessionContent) => {
        await this.#step("store");
        this.saved.push(content);
        return reserved;
      },
      rename: async () => {},
    });
  }

  #recorder(): Recorder {
    return {
      begin: async () => {
        await this.#step("record");
        this.#took("recording");
        let isOn = true;
        const stop = async (): Promise<void> => {
          if (isOn) this.#released("recording");
          isOn = false;
          await this.faults.get("stop")?.();
        };
        return { stop, settled: Promise.resolve() };
      },
    };
  }

  #admission(): Admission {
    return {
      admit: async () => {
        await this.#step("admit");
        this.#took("place");
        return {
          pay: async (period) => {
            this.log.push(`pay ${period}`);
            this.credits -= 1;
            return this.credits >= 0;
          },
          keep: async () => void this.log.push("keep place"),
          leave: async ({ refund } = { refund: false }) => {
            this.refunds.push(refund);
            this.#released("place");
          },
        };
      },
    };
  }
}

/** An error of the proxy, with any message. */
export function proxyError(code: ConstructorParameters<typeof CdpProxyError>[0]): CdpProxyError {
  return new CdpProxyError(code, { message: code });
}
