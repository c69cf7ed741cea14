import { StorageError } from "../storage-error.ts";

/** Primary result codes of SQLite; an extended code has its primary one in the lowest byte. */
const codes = {
  PERM: 3,
  BUSY: 5,
  LOCKED: 6,
  READONLY: 8,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  TOOBIG: 18,
  NOTADB: 26,
} as const;

const PRIMARY_KEY_TAKEN = 1555;
const UNIQUE_TAKEN = 2067;

/** Whether another connection holds what was needed, so that trying again may help. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error) & 0xff;
  return code === codes.BUSY || code === codes.LOCKED;
}

/** Whether a key or a unique group was taken. */
export function isTaken(error: unknown): boolean {
  const code = resultCode(error);
  return code === PRIMARY_KEY_TAKEN || code === UNIQUE_TAKEN;
}

/** An error of SQLite as one of the room; any other error as it is. */
export function sqliteFailure(error: unknown, path: string): unknown {
  const code = resultCode(error);
  if (code === 0) return error;
  const at = `The SQLite file ${JSON.stringify(path)}`;
  const details = { path, sqliteCode: code };
  const fail = (kind: StorageError["code"], message: string): StorageError =>
    new StorageError(kind, { message, details, cause: error });
  switch (code & 0xff) {
    case codes.FULL:
      return fail("STORE_FULL", `${at} cannot grow: there is no space left.`);
    case codes.READONLY:
    case codes.PERM:
      return fail("READ_ONLY", `${at} cannot be written.`);
    case codes.CANTOPEN:
      return fail(
        "READ_ONLY",
        `${at} cannot be opened or created; its folder must exist and be writable.`,
      );
    case codes.CORRUPT:
    case codes.NOTADB:
      return fail("UNAVAILABLE", `${at} is damaged or is not an SQLite database.`);
    case codes.TOOBIG:
      return fail("INVALID_VALUE", `${at} cannot store a value of this size.`);
    case codes.BUSY:
    case codes.LOCKED:
      return fail("UNAVAILABLE", `${at} stayed locked by other processes until the time limit.`);
    default:
      return fail("UNAVAILABLE", `${at} failed with SQLite's result code ${code}.`);
  }
}

/** A log that could not be brought to the disk: whether what it says outlives a power failure is open. */
export function logFailure(cause: unknown, path: string): StorageError {
  return new StorageError("UNAVAILABLE", {
    message: `The log of the SQLite file ${JSON.stringify(path)} could not be written to disk.`,
    details: { path },
    cause,
  });
}

/** 0 for other errors than those of SQLite. */
function resultCode(error: unknown): number {
  if (!(error instanceof Error) || !("errcode" in error)) return 0;
  return typeof error.errcode === "number" ? error.errcode : 0;
}
