import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Disposer } from "../../core/index.ts";
import type { Records } from "../../storage/index.ts";
import type { Environment } from "../examine/finding.ts";
import { dataFiles, ownFile } from "./store-folder.ts";
import { databaseVariable } from "./store-variables.ts";
import { startStep } from "./start-step.ts";

/** Where the stores of a service are. */
export interface StorePlace {
  readonly env: Environment;
  /** The data folder; it is there. */
  readonly folder: string;
}

/**
 * Opens what the service remembers: PostgreSQL where `DATABASE_URL` says, else SQLite in the folder;
 * it has been reached.
 * @param owned closes it
 * @throws Error
 */
export async function openRecords(
  { env, folder }: StorePlace,
  owned: Disposer,
  signal: AbortSignal,
): Promise<Records> {
  const database = databaseVariable(env);
  return startStep(database ?? "the data folder", signal, async () => {
    const records = database ? await postgres(database.url) : await sqlite(folder);
    owned.defer(() => records.close());
    await records.ensure([], { signal });
    return records;
  });
}

/** Whether there is something to open, without making it. */
export async function hasRecords({ env, folder }: StorePlace): Promise<boolean> {
  if (env["DATABASE_URL"]) return true;
  return access(join(folder, dataFiles.records)).then(
    () => true,
    () => false,
  );
}

async function postgres(connectionString: string): Promise<Records> {
  const { createPostgresRecords } = await import("../../storage/postgres/index.ts");
  return createPostgresRecords({}, { connectionString });
}

async function sqlite(folder: string): Promise<Records> {
  const { SqliteRecords } = await import("../../storage/sqlite/index.ts");
  return new SqliteRecords({}, { path: await ownFile(folder, dataFiles.records) });
}
