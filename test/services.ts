import { once } from "node:events";
import { connect } from "node:net";
import pg from "pg";
import { postgresAddress } from "./postgres-address.ts";

export { startPostgres, startRedis, type PrivateServer } from "./private-server.ts";

/** Milliseconds that a server on loopback may take to answer. */
const PROBE_TIMEOUT = 3000;

let postgres: Promise<string | undefined> | undefined;
let redis: Promise<string | undefined> | undefined;

/**
 * Address of the Postgres server that tests may use (`DATABASE_URL`, or the one on loopback);
 * undefined where none answers.
 * @throws where none answers and `REQUIRE_SERVICES=1` says that tests may not be skipped
 */
export function postgresUrl(): Promise<string | undefined> {
  postgres ??= answering("Postgres", postgresAddress, greetPostgres);
  return postgres;
}

/** As {@link postgresUrl}, for Redis (`REDIS_URL`). */
export function redisUrl(): Promise<string | undefined> {
  const url = process.env["REDIS_URL"] ?? "redis://127.0.0.1:6379";
  redis ??= answering("Redis", url, greetRedis);
  return redis;
}

/** The title of a suite that needs a server: with the reason where it is skipped. */
export function serverTitle(title: string, url: string | undefined): string {
  return url === undefined ? `${title} (skipped: no server answers)` : title;
}

async function answering(
  name: string,
  url: string,
  greet: (url: string) => Promise<void>,
): Promise<string | undefined> {
  try {
    await greet(url);
    return url;
  } catch (error) {
    if (process.env["REQUIRE_SERVICES"] !== "1") return undefined;
    throw new Error(`REQUIRE_SERVICES=1 and no ${name} answers`, { cause: error });
  }
}

async function greetPostgres(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_TIMEOUT,
  });
  await client.connect();
  await client.end();
}

async function greetRedis(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port || 6379) });
  try {
    socket.write("PING\r\n");
    const signal = AbortSignal.timeout(PROBE_TIMEOUT);
    const [answer] = (await once(socket, "data", { signal })) as [Buffer];
    if (!/^(?:\+PONG|-NOAUTH)/.test(answer.toString())) throw new Error(answer.toString());
  } finally {
    socket.destroy();
  }
}
