import type { Disposer } from "../../core/index.ts";
import type { PageIndex } from "../../search/index.ts";
import type { StorePlace } from "./open-records.ts";
import { startStep } from "./start-step.ts";
import { dataFiles, ownFile } from "./store-folder.ts";

/**
 * Opens the index of the pages that accounts had: in PostgreSQL where `DATABASE_URL` says, else a
 * SQLite file in the folder; it has been reached.
 * @param owned closes it
 * @throws Error
 */
export async function openPageIndex(
  { env, folder }: StorePlace,
  owned: Disposer,
  signal: AbortSignal,
): Promise<PageIndex> {
  const connectionString = env["DATABASE_URL"];
  return startStep(connectionString ? "DATABASE_URL" : "the data folder", signal, async () => {
    const index = owned.add(
      connectionString ? await postgres(connectionString) : await sqlite(folder),
    );
    await index.search("dragline-start", { query: "start", limit: 1 }, { signal });
    return index;
  });
}

async function postgres(connectionString: string): Promise<PageIndex> {
  const { createPostgresIndex } = await import("../../search/postgres/index.ts");
  return createPostgresIndex({}, { connectionString });
}

async function sqlite(folder: string): Promise<PageIndex> {
  const { createSqliteIndex } = await import("../../search/sqlite/index.ts");
  return createSqliteIndex({}, { path: await ownFile(folder, dataFiles.index) });
}
