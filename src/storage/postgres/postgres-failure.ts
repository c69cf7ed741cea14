import type { ErrorCode } from "../../core/index.ts";
import { sqlStates, stateOf } from "../../pg/index.ts";
import { StorageError } from "../storage-error.ts";

/** What an error of the server means, by SQLSTATE or, with two characters, by its class. */
const meanings: Readonly<Record<string, readonly [ErrorCode<"storage">, string]>> = {
  [sqlStates.uniqueViolation]: [
    "CONFLICT",
    "Another row already has these values of the key or of a unique group",
  ],
  [sqlStates.numberOutOfRange]: ["INVALID_VALUE", "A number is out of range"],
  "22P05": ["INVALID_VALUE", "A string cannot be stored in the database's encoding"],
  "23502": ["INVALID_VALUE", "A field that the store requires has no value"],
  "54000": [
    "INVALID_VALUE",
    "A string in a key or unique group is too long: at most about 2700 bytes fit",
  ],
  "53100": ["STORE_FULL", "The server has no space left"],
  "25006": ["READ_ONLY", "The server does not accept writes"],
  "42501": ["READ_ONLY", "The role does not have permission for this operation"],
  "28": ["UNAVAILABLE", "The server refused the login"],
  "3D": ["UNAVAILABLE", "The database does not exist on the server"],
  "42": ["UNAVAILABLE", "The tables do not match the declared collections"],
};

/** Gives any error of the driver as the room's own. */
export function storageFailure(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const code = stateOf(error);
  const isState = /^[0-9A-Z]{5}$/.test(code);
  const [ours, sentence] = (isState
    ? (meanings[code] ?? meanings[code.slice(0, 2)])
    : undefined) ?? [
    "UNAVAILABLE",
    "The Postgres server cannot be reached or did not execute the operation",
  ];
  return new StorageError(ours, {
    message: `${sentence}${code === "" ? "" : ` (${code})`}.`,
    details: code === "" ? {} : { code },
    cause: error,
  });
}

/** The error of an operation that took longer than it may. */
export function deadlineFailure(ms: number): StorageError {
  return new StorageError("UNAVAILABLE", {
    message: `The Postgres server did not answer within ${ms} ms.`,
    details: { ms },
  });
}

/** The error of a pool that cannot be made. */
export function packageMissing(): StorageError {
  return new StorageError("PACKAGE_MISSING", {
    message: "Records in Postgres need the package pg: npm install pg",
  });
}
