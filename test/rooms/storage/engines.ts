import { fork, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { postgresAddress } from "../../postgres-address.ts";
import { postgresUrl, serverTitle } from "../../services.ts";

/** A place that several processes can open as records, removed at the end. */
export interface Engine extends AsyncDisposable {
  readonly kind: "sqlite" | "postgres";
  /** What `openRecords` needs besides the kind: a file, or a schema. */
  readonly target: string;
  /** For files of the test. */
  readonly folder: string;
}

const url = await postgresUrl();

/** The adapters that several processes can share. */
export const engines = [
  { name: "SqliteRecords", open: sqliteEngine, skipped: false },
  { name: serverTitle("PostgresRecords", url), open: postgresEngine, skipped: url === undefined },
] as const;

/** A schema of its own in the tests' server. */
async function postgresEngine(): Promise<Engine> {
  const target = `test_${randomUUID().replaceAll("-", "_")}`;
  const folder = await mkdtemp(join(tmpdir(), "dragline-postgres-"));
  const dispose = async (): Promise<void> => {
    await rm(folder, { recursive: true, force: true });
    await dropSchema(target);
  };
  return { kind: "postgres", target, folder, [Symbol.asyncDispose]: dispose };
}

/** A file of its own. */
async function sqliteEngine(): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), "dragline-sqlite-"));
  const dispose = (): Promise<void> => rm(folder, { recursive: true, force: true });
  return {
    kind: "sqlite",
    target: join(folder, "records.db"),
    folder,
    [Symbol.asyncDispose]: dispose,
  };
}

/** Drops what a test made in the server that all tests share. */
async function dropSchema(schema: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresAddress });
  await client.connect();
  try {
    await client.query("SET client_min_messages = warning");
    await client.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
  } finally {
    await client.end();
  }
}

/** Starts a script beside this file as a process that has the engine and a name as arguments. */
export function startProcess(script: string, engine: Engine, name: string): ChildProcess {
  return fork(new URL(script, import.meta.url), [engine.kind, engine.target, name], {
    execArgv: ["--conditions=dragline-source"],
    // Compiled once, a script starts in half the time.
    env: { ...process.env, NODE_COMPILE_CACHE: join(engine.folder, "compiled") },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}
