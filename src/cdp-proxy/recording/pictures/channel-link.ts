import type { CdpChannel } from "../../../browser/index.ts";

/** An event of the browser, or of the session named. */
export interface ChannelEvent {
  readonly method: string;
  readonly params: unknown;
  readonly sessionId: string | undefined;
}

interface Answer {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
  readonly sessionId?: string;
}

/** Commands and their answers over a channel. */
export class ChannelLink {
  /** Takes each event. */
  onevent: ((event: ChannelEvent) => void) | undefined;
  /** Called once, when the browser is gone; not after {@link close}. */
  onclose: (() => void) | undefined;
  readonly #channel: CdpChannel;
  readonly #answers = new Map<number, Answer>();
  #last = 0;
  #isClosed = false;

  constructor(channel: CdpChannel) {
    this.#channel = channel;
    channel.onmessage = (text) => this.#take(JSON.parse(text.toString()) as Message);
    channel.onclose = () => {
      if (this.#isClosed) return;
      this.#end();
      this.onclose?.();
    };
  }

  /** @throws Error when the browser refuses, or the channel is closed before it answers */
  send(method: string, params: object, sessionId?: string): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new Error("The channel is closed"));
    const id = (this.#last += 1);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#answers.set(id, { resolve, reject });
    const session = sessionId === undefined ? {} : { sessionId };
    this.#channel.send(JSON.stringify({ id, method, params, ...session }));
    return promise;
  }

  /** Never rejects. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#end();
    await this.#channel.close();
  }

  #take({ id, method, params, result, error, sessionId }: Message): void {
    if (this.#isClosed) return;
    if (id === undefined) {
      if (method !== undefined) this.onevent?.({ method, params, sessionId });
      return;
    }
    const answer = this.#answers.get(id);
    this.#answers.delete(id);
    if (error === undefined) answer?.resolve(result);
    else answer?.reject(new Error(error.message ?? "The browser refused"));
  }

  #end(): void {
    this.#isClosed = true;
    for (const { reject } of this.#answers.values()) reject(new Error("The channel is closed"));
    this.#answers.clear();
  }
}
