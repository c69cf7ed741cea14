import { deadline, unlessAborted, type Clock } from "../core/index.ts";
import type { CdpChannel } from "../browser/index.ts";

/** An object of the protocol whose members nobody has vouched for. */
export type CdpObject = Readonly<Record<string, unknown>>;

/** A command, and the session of a target that it is for; the browser itself without one. */
export interface CdpCommand {
  readonly method: string;
  readonly params?: CdpObject;
  readonly sessionId?: string | undefined;
}

/** An event of the browser. */
export interface CdpEvent {
  readonly method: string;
  readonly params: CdpObject;
  readonly sessionId: string | undefined;
}

/** Default limit of a command in milliseconds; a hung page answers none. */
const COMMAND_TIMEOUT = 10_000;

interface Waiting {
  readonly resolve: (result: CdpObject) => void;
  readonly reject: (error: Error) => void;
}

/** Commands and events of a channel, as objects. */
export class CdpLink {
  /** Takes each event. */
  onevent: ((event: CdpEvent) => void) | undefined;
  /** Called once, when the browser is gone; not after {@link close}. */
  onclose: (() => void) | undefined;
  readonly #channel: CdpChannel;
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  #isClosed = false;

  /** @param timeoutMs milliseconds that a command may take */
  constructor(channel: CdpChannel, clock: Clock, timeoutMs = COMMAND_TIMEOUT) {
    this.#channel = channel;
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    channel.onmessage = (text) => this.#take(text);
    channel.onclose = () => {
      if (this.#isClosed) return;
      this.#end();
      this.onclose?.();
    };
  }

  /** Commands that have not been answered. */
  get unanswered(): number {
    return this.#waiting.size;
  }

  /** @throws Error when the browser refuses, does not answer in time or is gone */
  async send({ method, params = {}, sessionId }: CdpCommand): Promise<CdpObject> {
    if (this.#isClosed) throw new Error("The browser is gone.");
    this.#last += 1;
    const id = this.#last;
    using limit = deadline(this.#clock, this.#timeoutMs);
    const { promise, resolve, reject } = Promise.withResolvers<CdpObject>();
    this.#waiting.set(id, { resolve, reject });
    this.#channel.send(JSON.stringify({ id, method, params, sessionId }));
    try {
      return await unlessAborted(promise, limit.signal);
    } finally {
      this.#waiting.delete(id);
    }
  }

  /** Sends a command whose failure changes nothing: its page may be gone or hang. */
  tell(command: CdpCommand): void {
    this.send(command).catch(() => {});
  }

  /** Never rejects. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#end();
    await this.#channel.close();
  }

  #take(text: Buffer): void {
    if (this.#isClosed) return;
    const message = JSON.parse(text.toString()) as CdpObject;
    const { id, method, params, sessionId, result, error } = message;
    if (typeof method === "string") {
      const session = typeof sessionId === "string" ? sessionId : undefined;
      this.onevent?.({ method, params: objectOf(params), sessionId: session });
      return;
    }
    const waiting = typeof id === "number" ? this.#waiting.get(id) : undefined;
    if (error === undefined) waiting?.resolve(objectOf(result));
    else waiting?.reject(new Error(String(objectOf(error)["message"])));
  }

  #end(): void {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.values()) reject(new Error("The browser is gone."));
    this.#waiting.clear();
  }
}

/** A member that ought to be an object. */
export function objectOf(value: unknown): CdpObject {
  return typeof value === "object" && value !== null ? (value as CdpObject) : {};
}

/** A member that ought to be a text. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
