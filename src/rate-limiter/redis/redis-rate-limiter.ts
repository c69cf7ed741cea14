import { unlessAborted, type Clock } from "../../core/index.ts";
import { checkKey, checkLimit } from "../check-limit.ts";
import type { Call, Limit, RateLimiter, Verdict } from "../rate-limiter.ts";
import { ServerCalls } from "../server-calls.ts";
import { storedKey } from "../stored-key.ts";
import { isReady, readyEvents, runScript, type RedisClient } from "./redis-client.ts";
import { giveBackScript, giveBackScriptSha, takeScript, takeScriptSha } from "./take-script.ts";

/** Keys live so much longer where the server cannot tell how the time that counts goes by. */
const FOREIGN_TIME_LIFE = 86_400_000;

const script = Object.freeze({ text: takeScript, sha: takeScriptSha });
const givingBack = Object.freeze({ text: giveBackScript, sha: giveBackScriptSha });

/** What a {@link RedisRateLimiter} is made from. */
export interface RedisSource {
  readonly client: RedisClient;
  /** Lets go of the client; does nothing where it is the caller's. */
  readonly release: () => Promise<void>;
  readonly clock: Clock;
  readonly time: Pick<Clock, "now"> | undefined;
  readonly prefix: string;
  /** Milliseconds that a call may take. */
  readonly timeoutMs: number;
  /** Why the client has no connection at present, where that is known. */
  readonly failure?: (() => string | undefined) | undefined;
}

/**
 * Limits the calls of all processes that share a Redis server, by the server's clock, in one step
 * each. A limit of a key is one Redis key of 24 bytes and 8 for each accepted call in the window; it
 * vanishes with the window. See {@link createRedisRateLimiter}.
 */
export class RedisRateLimiter implements RateLimiter, AsyncDisposable {
  readonly #source: RedisSource;
  readonly #calls: ServerCalls;
  #waiting: PromiseWithResolvers<void> | undefined;

  constructor(source: RedisSource) {
    this.#source = source;
    const { clock, timeoutMs: ms, failure } = source;
    this.#calls = new ServerCalls({ server: "Redis", clock, ms, failure });
    for (const event of readyEvents) source.client.on(event, this.#onReady);
  }

  take(key: string, limit: Limit, call: Call): Promise<Verdict> {
    return this.#calls.run(call, async (signal) => {
      checkKey(key);
      checkLimit(limit);
      await this.#ready(signal);
      const { client, time, prefix } = this.#source;
      const answer = runScript(client, script, {
        keys: [`${prefix}:${storedKey(key, limit)}`],
        arguments: [
          String(limit.limit),
          String(limit.windowMs),
          String(time === undefined ? 0 : FOREIGN_TIME_LIFE),
          time === undefined ? "" : String(Math.round(time.now() * 1000)),
        ],
      });
      return verdictOf(await unlessAborted(answer, signal));
    });
  }

  giveBack(key: string, limit: Limit, call: Call): Promise<void> {
    return this.#calls.run(call, async (signal) => {
      checkKey(key);
      checkLimit(limit);
      await this.#ready(signal);
      const { client, prefix } = this.#source;
      const keys = [`${prefix}:${storedKey(key, limit)}`];
      await unlessAborted(runScript(client, givingBack, { keys, arguments: [] }), signal);
    });
  }

  /** Waits for calls that run; a client that was passed in stays open. */
  close(): Promise<void> {
    return this.#calls.close(() => {
      for (const event of readyEvents) this.#source.client.off(event, this.#onReady);
      return this.#source.release();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** A command that a client keeps until the server is back would be counted long after its call. */
  async #ready(signal: AbortSignal): Promise<void> {
    while (!isReady(this.#source.client)) {
      this.#waiting ??= Promise.withResolvers<void>();
      await unlessAborted(this.#waiting.promise, signal);
    }
  }

  readonly #onReady = (): void => {
    this.#waiting?.resolve();
    this.#waiting = undefined;
  };
}

function verdictOf(answer: unknown): Verdict {
  const [accepted, rest] = (answer as readonly unknown[]).map(Number);
  const number = rest ?? Number.NaN;
  return accepted === 1 ? { allowed: true, remaining: number } : { allowed: false, wait: number };
}
