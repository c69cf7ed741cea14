import { membersOf } from "./outgoing-message.ts";

type Settle = PromiseWithResolvers<Readonly<Record<string, unknown>>>;

/** What Chromium answers to a message for a session that there is not, no matter who sent it. */
const NO_SESSION = -32_001;

/** Commands to the browser outside of any session, and their answers. */
export class OwnCommands {
  readonly #send: (text: string) => void;
  readonly #pending = new Map<number, Settle>();
  #last = 0;

  constructor(send: (text: string) => void) {
    this.#send = send;
  }

  /** Sends a command. @returns its result @throws Error with the browser's words */
  run(method: string, params: object = {}): Promise<Readonly<Record<string, unknown>>> {
    const settle = Promise.withResolvers<Readonly<Record<string, unknown>>>();
    this.#last += 1;
    this.#pending.set(this.#last, settle);
    this.#send(JSON.stringify({ id: this.#last, method, params }));
    return settle.promise;
  }

  /**
   * Takes a message without a session. A client's message to a session that has just gone is
   * answered without one, under an id that may be ours: that answer is nobody's.
   */
  settle(message: Buffer): void {
    const { id, result, error } = (membersOf(message.toString()) ?? {}) as Answer;
    const settle = this.#pending.get(id ?? 0);
    if (id === undefined || settle === undefined || error?.code === NO_SESSION) return;
    this.#pending.delete(id);
    if (error === undefined) settle.resolve(result ?? {});
    else settle.reject(new Error(error.message));
  }

  /** Fails all that wait for an answer. */
  fail(reason: Error): void {
    for (const settle of this.#pending.values()) settle.reject(reason);
    this.#pending.clear();
  }
}

interface Answer {
  readonly id?: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}
