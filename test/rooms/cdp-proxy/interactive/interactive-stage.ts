import {
  createInteractiveSessions,
  type InteractiveSessions,
  type StorageLook,
} from "dragline/cdp-proxy";
import type { RemoteBrowser, RemoteBrowsers, StorageState } from "dragline/browser";
import { FakeClock, FakeIds } from "dragline/testing";
import { FakeChannel } from "../fake-channel.ts";
import { FakeSessions } from "./fake-sessions.ts";

/** A browser that was taken. */
export interface StagedBrowser {
  readonly channel: FakeChannel;
  readonly order: Parameters<RemoteBrowsers["take"]>[0];
  readonly saves: { readonly origins: readonly string[] }[];
  isDisposed: boolean;
  /** Bytes that it has written. */
  stored: number;
  /** The browser ends by itself. */
  die(): void;
}

/** What a stage shares with others. */
interface StageParts {
  readonly clock?: FakeClock;
  readonly storage?: StorageLook;
}

/** Interactive sessions on fakes. */
export class InteractiveStage {
  readonly clock: FakeClock;
  readonly sessions = new FakeSessions();
  readonly browsers: StagedBrowser[] = [];
  readonly recorded: string[] = [];
  /** What the next `take` throws. */
  takeFailure: Error | undefined;
  /** Holds saves up until it resolves. */
  saving: Promise<void> = Promise.resolve();
  readonly state: StorageState = { cookies: [], origins: [] };
  readonly interactive: InteractiveSessions;

  constructor(
    options: Parameters<typeof createInteractiveSessions>[1] = {},
    { clock = new FakeClock(), storage }: StageParts = {},
  ) {
    this.clock = clock;
    const { sessions } = this;
    const browsers = { take: this.#take } as unknown as RemoteBrowsers;
    const recorder = {
      begin: async ({ connectionId }: { readonly connectionId: string }) => {
        this.recorded.push(`begin ${connectionId}`);
        const stop = async () => void this.recorded.push(`stop ${connectionId}`);
        return { stop, settled: Promise.resolve() };
      },
    };
    const fakes = { browsers, sessions: sessions.asStore(), recorder, ids: new FakeIds() };
    this.interactive = createInteractiveSessions({ ...fakes, clock, storage }, options);
  }

  /** The browser that was taken last. */
  get browser(): StagedBrowser {
    const last = this.browsers.at(-1);
    if (last === undefined) throw new Error("no browser was taken");
    return last;
  }

  start(
    owner = "anna",
    order: Partial<Parameters<InteractiveSessions["start"]>[0]> = {},
  ): ReturnType<InteractiveSessions["start"]> {
    const { signal } = new AbortController();
    return this.interactive.start({
      owner,
      websiteUrl: "https://site.test/login",
      signal,
      ...order,
    });
  }

  readonly #take: RemoteBrowsers["take"] = async (order) => {
    const failure = this.takeFailure;
    this.takeFailure = undefined;
    if (failure !== undefined) throw failure;
    const channel = new FakeChannel();
    const ended = Promise.withResolvers<string>();
    const staged: StagedBrowser = {
      channel,
      order,
      saves: [],
      isDisposed: false,
      stored: 0,
      die: () => {
        ended.resolve("killed");
        channel.onclose?.();
      },
    };
    this.browsers.push(staged);
    const browser: Partial<RemoteBrowser> = {
      ended: ended.promise,
      attach: async () => channel,
      stored: async () => staged.stored,
      saveState: async ({ origins }) => {
        staged.saves.push({ origins });
        await this.saving;
        return this.state;
      },
      [Symbol.asyncDispose]: async () => void (staged.isDisposed = true),
    };
    return browser as RemoteBrowser;
  };
}
