import { CoreError, isMissingPackage } from "../../core/index.ts";
import { RateLimiterError } from "../rate-limiter-error.ts";
import type { IoredisClient } from "./redis-client.ts";

/** A client that the limiter made for itself. */
interface OwnClient extends IoredisClient {
  disconnect(): void;
  once(event: "end", listener: () => void): unknown;
}

/** A client, and why it has no connection at present. */
interface OpenedClient {
  readonly client: OwnClient;
  /** Undefined where that is not known. */
  readonly failure: () => string | undefined;
}

/** What a person reads for the codes of failed connections. */
const FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was reset",
  ENOTFOUND: "the host name is unknown",
  EHOSTUNREACH: "the host cannot be reached",
  ETIMEDOUT: "connecting took too long",
};

/**
 * Makes a client that connects by itself, again and again when the server goes away. It keeps no
 * command for later: a call that failed must not be counted later.
 * @throws CoreError `INVALID_OPTION` when the URL is none
 * @throws RateLimiterError `PACKAGE_MISSING`
 */
export async function openClient(url: string): Promise<OpenedClient> {
  if (!/^rediss?:\/\//.test(url) || !URL.canParse(url)) {
    throw new CoreError("INVALID_OPTION", {
      message:
        "Option 'url' must be a redis:// or rediss:// URL; or pass the collaborator 'client'.",
      details: { option: "url" },
    });
  }
  const { Redis } = await import("ioredis").catch((error: unknown) => {
    throw isMissingPackage(error) ? missing() : error;
  });
  const client = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // A server that is back is used within a second, also one whose machine was gone without a word.
    retryStrategy: (attempt) => Math.min(50 * attempt, 250),
    connectTimeout: 700,
    socketTimeout: 2000,
    // A server that says nothing does not confirm the end of the connection either.
    disconnectTimeout: 200,
  });
  let last: string | undefined;
  // Each call that fails says so itself; without a listener ioredis prints every lost connection.
  client.on("error", (error) => (last = reasonOf(error)));
  client.on("ready", () => (last = undefined));
  return { client, failure: () => last };
}

/** Of what the server answered only that it refused the login: more may hold what was sent. */
function reasonOf(error: Error): string | undefined {
  const isRefused = /^(?:WRONGPASS|NOAUTH|ERR invalid password)/.test(error.message);
  if (isRefused) return "it refused the user or password";
  return "code" in error ? (FAILURES[String(error.code)] ?? String(error.code)) : undefined;
}

/** Resolves when the connection is closed. */
export function closeClient(client: OwnClient): Promise<void> {
  return new Promise((resolve) => {
    if (client.status === "end") resolve();
    client.once("end", resolve);
    client.disconnect();
  });
}

function missing(): RateLimiterError {
  return new RateLimiterError("PACKAGE_MISSING", {
    message:
      "Without the collaborator 'client', the package ioredis is required: npm install ioredis",
  });
}
