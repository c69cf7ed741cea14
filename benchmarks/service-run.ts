import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createService, toNodeHandler } from "dragline/service";
import { FsBlobs } from "dragline/storage/fs";
import { SqliteCache, SqliteRecords } from "dragline/storage/sqlite";
import { EMPTY_PATH, emptyRoute } from "./empty-route.ts";
import type { ClientResult, ClientTask } from "./service-client.ts";

/** Scrapes that run at once, in the service and in the bare loop. */
export const SCRAPES = 16;

/**
 * A service in this process as `dragline serve` has it, with one account that never runs dry, and an
 * empty route of Hono beside it.
 */
export async function withService<Result>(
  work: (service: string, key: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "dragline-benchmark-"));
  await using records = new SqliteRecords({}, { path: join(folder, "records.db") });
  await using cache = new SqliteCache({}, { path: join(folder, "cache.db") });
  await using blobs = new FsBlobs(
    {},
    { folder: join(folder, "blobs"), baseUrl: "http://127.0.0.1/", secrets: ["0".repeat(32)] },
  );
  const stop = new AbortController();
  try {
    await using service = createService(
      { records, cache, blobs },
      {
        allow: ["127.0.0.1"],
        allowCallbacks: ["127.0.0.1"],
        limits: { "*": Infinity },
        newAccountCredits: 1_000_000_000,
        concurrency: SCRAPES,
      },
    );
    const { id } = await service.accounts.create();
    const { key } = await service.keys.create(id);
    const [handle, handleEmpty] = [toNodeHandler(service), emptyRoute()];
    const server = createServer((request, response) => {
      if (request.url === EMPTY_PATH) handleEmpty(request, response);
      else handle(request, response);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const running = service.run({ signal: stop.signal });
    const { port } = server.address() as AddressInfo;
    const result = await work(`http://127.0.0.1:${port}`, key);
    server.close();
    server.closeAllConnections();
    stop.abort();
    await running;
    return result;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A module of this folder as a process, and the first message that it sends. */
export async function startChild<First>(
  module: string,
  args: readonly string[] = [],
): Promise<{ readonly child: ChildProcess; readonly first: First } & Disposable> {
  const child = fork(join(import.meta.dirname, module), args);
  const [first] = (await once(child, "message")) as [First];
  return {
    child,
    first,
    [Symbol.dispose]: () => {
      if (child.connected) child.disconnect();
    },
  };
}

/** Has a client do its task. */
export async function runClient(child: ChildProcess, task: ClientTask): Promise<ClientResult> {
  child.send(task);
  const lost = once(child, "exit").then(() => {
    throw new Error("the client failed");
  });
  const [result] = (await Promise.race([once(child, "message"), lost])) as [ClientResult];
  return result;
}
