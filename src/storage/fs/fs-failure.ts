import { StorageError } from "../storage-error.ts";

const FULL = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
const READ_ONLY = new Set(["EROFS", "EACCES", "EPERM"]);

/**
 * Waits for a call that writes to the folder.
 * @throws StorageError `STORE_FULL`, `READ_ONLY`, `UNAVAILABLE`
 */
export function writing<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    const code = errnoOf(error);
    if (code === undefined) throw error;
    if (FULL.has(code)) throw failure("STORE_FULL", "is full", error);
    if (READ_ONLY.has(code)) throw failure("READ_ONLY", "cannot be written", error);
    throw failure("UNAVAILABLE", "could not be written", error);
  });
}

/**
 * Waits for a call that reads from the folder.
 * @throws StorageError `UNAVAILABLE`
 */
export function reading<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (errnoOf(error) === undefined) throw error;
    throw failure("UNAVAILABLE", "could not be read", error);
  });
}

function failure(
  code: "STORE_FULL" | "READ_ONLY" | "UNAVAILABLE",
  what: string,
  cause: unknown,
): StorageError {
  const errno = errnoOf(cause);
  const message = `The folder of the blobs ${what} (${errno}).`;
  return new StorageError(code, { message, details: { errno }, cause });
}

/** The code of an error of the operating system: `ENOENT`. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return undefined;
  return String(error.code);
}
