import { createRequire } from "node:module";
import type { Redis } from "ioredis";
import { tryOut, type Environment, type Finding } from "./finding.ts";
import { probe, type Answer, type Door } from "./probe.ts";

/** Milliseconds to wait for a server. */
const PATIENCE = 5000;

/** The start of a PostgreSQL connection that asks for TLS; the server answers `S` or `N`. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** A server that may be used. */
interface Server {
  readonly name: string;
  /** The environment variable that says where it is. */
  readonly variable: string;
  /** Where it is found on this machine, and what is said there. */
  readonly door: Door;
  /** What it answers. */
  readonly greeting: RegExp;
  readonly logIn: (url: string) => Promise<string>;
}

export const postgres: Server = {
  name: "PostgreSQL",
  variable: "DATABASE_URL",
  door: { url: "postgres://127.0.0.1:5432", port: 5432, send: SSL_REQUEST },
  greeting: /^[SN]/,
  logIn: logInToPostgres,
};

export const redis: Server = {
  name: "Redis",
  variable: "REDIS_URL",
  door: { url: "redis://127.0.0.1:6379", port: 6379, send: Buffer.from("PING\r\n") },
  greeting: /^(?:\+PONG|-NOAUTH)/,
  logIn: logInToRedis,
};

/**
 * Logs in to a server that must be there.
 * @returns a failure where the environment does not name it
 */
export function requireServer(
  { name, variable, logIn }: Server,
  env: Environment,
  signal: AbortSignal,
): Promise<Finding> {
  return tryOut(name, signal, async () => {
    const url = env[variable];
    if (!url) throw new Error(`${variable} is not set`);
    return logIn(url);
  });
}

/** Logs in to the servers that the environment names; looks for the others on this machine. */
export function examineServers(env: Environment, signal: AbortSignal): Promise<Finding>[] {
  return [postgres, redis].map(async (server) => {
    const { name, variable, door, logIn } = server;
    const url = env[variable];
    if (url) return tryOut(name, signal, () => logIn(url));
    return unconfigured(server, await probe(door, signal));
  });
}

async function logInToPostgres(url: string): Promise<string> {
  const { default: pg } = await import("pg").catch(() => {
    throw new Error("the package pg is missing: npm install pg");
  });
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE });
  // A connection that breaks later fails the query that needs it.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; creates: boolean; standby: boolean }>(
      `SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS standby,
        has_database_privilege(current_database(), 'CREATE') AS creates`,
    );
    const [row] = rows;
    if (row?.standby) throw new Error("the server is a standby, which cannot be written to");
    if (!row?.creates)
      throw new Error("the user is not allowed to create a schema in the database");
    return `${row.version}, logged in at ${client.host}:${client.port}`;
  } finally {
    await client.end().catch(() => {});
  }
}

async function logInToRedis(url: string): Promise<string> {
  const ioredis = await importIoredis();
  const client = new ioredis.Redis(url, {
    lazyConnect: true,
    connectTimeout: PATIENCE,
    commandTimeout: PATIENCE,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  // Heard here, or it would be printed; the command that needed the connection rejects.
  let failure: unknown;
  client.on("error", (error: unknown) => (failure = error));
  try {
    await client.connect();
    const version = /redis_version:(\S+)/.exec(await client.info("server"))?.[1] ?? "?";
    const policy = /maxmemory_policy:(\S+)/.exec(await client.info("memory"))?.[1] ?? "noeviction";
    if (policy !== "noeviction") {
      throw new Error(`Redis may evict jobs: maxmemory-policy is ${policy}; set it to noeviction`);
    }
    const { host, port } = client.options;
    return `${version}, logged in at ${host}:${port}`;
  } catch (error) {
    throw failure ?? error;
  } finally {
    client.disconnect();
  }
}

/** BullMQ brings ioredis along, not always where the host itself would find it. */
async function importIoredis(): Promise<{ readonly Redis: typeof Redis }> {
  try {
    return await import("ioredis");
  } catch {
    try {
      const from = createRequire(import.meta.resolve("bullmq"));
      return from("ioredis") as { readonly Redis: typeof Redis };
    } catch {
      throw new Error("the package ioredis is missing: npm install ioredis");
    }
  }
}

function unconfigured({ name, variable, greeting }: Server, answer: Answer): Finding {
  const found = "data" in answer && greeting.test(answer.data);
  const detail = found
    ? `answers at ${answer.address}; ${variable} is not set, so it is not used`
    : `needed for several machines; ${whyNot(answer)}; ${variable} is not set`;
  return { kind: "part", name, needed: false, found, detail };
}

function whyNot(answer: Answer): string {
  return "data" in answer
    ? `something else answers at ${answer.address}`
    : `no answer at ${answer.address}: ${answer.problem}`;
}
