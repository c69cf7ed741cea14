import type { Records } from "dragline/storage";

/**
 * Opens what another process may have opened too: a file, or a schema of the tests' server. Loads
 * only what it needs, as the processes of these tests are started hundreds of times.
 */
export async function openRecords(
  kind: string,
  target: string,
): Promise<Records & AsyncDisposable> {
  if (kind === "sqlite") {
    const { SqliteRecords } = await import("dragline/storage/sqlite");
    return new SqliteRecords({}, { path: target });
  }
  const { createPostgresRecords } = await import("dragline/storage/postgres");
  const { postgresAddress } = await import("../../postgres-address.ts");
  const settings = { connectionString: postgresAddress, schema: target, poolSize: 4 };
  return createPostgresRecords({}, settings);
}
