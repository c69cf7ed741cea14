import { CoreError } from "../../core/index.ts";

/** What the limiter asks of a client of `ioredis`, version 5 or later, or of its `Cluster`. */
export interface IoredisClient extends ReadyEvents {
  readonly status: string;
  evalsha(sha: string, keys: number, ...rest: string[]): Promise<unknown>;
  eval(script: string, keys: number, ...rest: string[]): Promise<unknown>;
}

/** What the limiter asks of a client of the package `redis`, version 5 or later, or of its cluster. */
export interface NodeRedisClient extends ReadyEvents {
  readonly isReady: boolean;
  evalSha(sha: string, input: ScriptInput): Promise<unknown>;
  eval(script: string, input: ScriptInput): Promise<unknown>;
}

/** A client of either package; it stays the caller's. */
export type RedisClient = IoredisClient | NodeRedisClient;

/** By which a client tells that it may be ready; a cluster of the package redis only connects. */
export const readyEvents: readonly ReadyEvent[] = ["ready", "connect"];

type ReadyEvent = "ready" | "connect";

interface ReadyEvents {
  on(event: ReadyEvent, listener: () => void): unknown;
  off(event: ReadyEvent, listener: () => void): unknown;
}

/** What a script is run on; node-redis takes it as it is. */
export interface ScriptInput {
  readonly keys: string[];
  readonly arguments: string[];
}

/** A script and the name by which the server knows it once it has run. */
interface Script {
  readonly text: string;
  readonly sha: string;
}

/** @throws CoreError `INVALID_OPTION` for a value that is not a client of either package */
export function checkClient(client: RedisClient): void {
  const fits = typeof client === "object" && client !== null;
  if (fits && "evalsha" in client && "status" in client) return;
  if (fits && "evalSha" in client && "isReady" in client) return;
  throw new CoreError("INVALID_OPTION", {
    message: "The collaborator 'client' must be a client of the package 'ioredis' or 'redis'.",
    details: { option: "client" },
  });
}

/** Whether a command would be sent now, and not kept until the server is back. */
export function isReady(client: RedisClient): boolean {
  if ("isReady" in client) return client.isReady;
  // A client that waits for its first command connects by it; one that ended says so by an error.
  return ["ready", "wait", "end"].includes(client.status);
}

/**
 * Runs a script by its name; by its text where the server does not know it (yet, or any more).
 * @throws what the client throws
 */
export async function runScript(
  client: RedisClient,
  script: Script,
  input: ScriptInput,
): Promise<unknown> {
  try {
    return await (isNodeRedis(client)
      ? client.evalSha(script.sha, input)
      : client.evalsha(script.sha, input.keys.length, ...input.keys, ...input.arguments));
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) throw error;
  }
  return isNodeRedis(client)
    ? client.eval(script.text, input)
    : client.eval(script.text, input.keys.length, ...input.keys, ...input.arguments);
}

function isNodeRedis(client: RedisClient): client is NodeRedisClient {
  return "evalSha" in client;
}
