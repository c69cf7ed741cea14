import { browserLost } from "../pool/pool-errors.ts";
import type { CdpSession } from "../driver.ts";
import type { CdpChannel } from "./remote-browser.ts";

interface Pending extends PromiseWithResolvers<unknown> {
  readonly method: string;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly sessionId?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

type Listener = (event: unknown) => void;

/** Speaks the protocol over a channel, which it takes over. */
export class CdpClient {
  /** Commands and events of the browser itself. */
  readonly browser: CdpSession;
  readonly #channel: CdpChannel;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<string, Set<Listener>>();
  #last = 0;
  #lost: Error | undefined;

  constructor(channel: CdpChannel) {
    this.#channel = channel;
    this.browser = this.session(undefined);
    channel.onmessage = (text) => this.#hear(JSON.parse(text.toString()) as Message);
    channel.onclose = () => this.#end();
  }

  /** A session that was attached through the channel; undefined names the channel's own. */
  session(id: string | undefined): CdpSession {
    const key = (event: string): string => `${id ?? ""} ${event}`;
    return {
      send: (method, params = {}) => this.#send({ method, params, sessionId: id }),
      on: (event, listener) => {
        const listeners = this.#listeners.get(key(event)) ?? new Set();
        this.#listeners.set(key(event), listeners.add(listener));
      },
      off: (event, listener) => this.#listeners.get(key(event))?.delete(listener),
      detach: async () => {
        await this.#send({ method: "Target.detachFromTarget", params: { sessionId: id } });
      },
    };
  }

  /** Closes the channel: nothing is heard any more, and what waits fails. */
  async close(): Promise<void> {
    this.#end();
    await this.#channel.close();
  }

  #send(command: { method: string; params: object; sessionId?: string | undefined }) {
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    this.#last += 1;
    const { method } = command;
    const pending = { method, ...Promise.withResolvers<unknown>() };
    this.#pending.set(this.#last, pending);
    this.#channel.send(JSON.stringify({ id: this.#last, ...command }));
    return pending.promise;
  }

  #hear({ id, method, params, sessionId, result, error }: Message): void {
    if (method !== undefined) {
      for (const listener of this.#listeners.get(`${sessionId ?? ""} ${method}`) ?? []) {
        listener(params);
      }
      return;
    }
    const pending = this.#pending.get(id ?? 0);
    if (pending === undefined) return;
    this.#pending.delete(id ?? 0);
    if (error === undefined) pending.resolve(result);
    // As puppeteer words it, for code that tells refusals apart.
    else pending.reject(new Error(`Protocol error (${pending.method}): ${error.message}`));
  }

  #end(): void {
    this.#lost ??= browserLost("its channel is closed");
    for (const { reject } of this.#pending.values()) reject(this.#lost);
    this.#pending.clear();
  }
}
