import { checkNumber, CoreError, withDefaults } from "../../core/index.ts";

/** Where and how records are kept in SQLite. */
export interface SqliteRecordsOptions {
  /** Path of the file, which is made when there is none; its folder must be there. @default "dragline.sqlite" */
  readonly path?: string | undefined;
  /**
   * With `"full"` what was acknowledged survives a power failure; with `"normal"` the last moments
   * before one may be lost, the file stays whole, and writes wait for no disk. A process that is
   * killed loses nothing with either. The event loop is not blocked while the disk is waited for;
   * reads see a write from its commit on, which is a moment before.
   * @default "full"
   */
  readonly synchronous?: "full" | "normal" | undefined;
  /**
   * Milliseconds that a call waits while other processes write; from 1. Then it fails with
   * `UNAVAILABLE`.
   * @default 10000
   */
  readonly timeoutMs?: number | undefined;
}

/** The options with their defaults. */
export interface SqliteSettings {
  readonly path: string;
  readonly synchronous: "full" | "normal";
  readonly timeoutMs: number;
}

const defaults: SqliteSettings = Object.freeze({
  path: "dragline.sqlite",
  synchronous: "full",
  timeoutMs: 10_000,
});

/**
 * The options with their defaults.
 * @throws CoreError `INVALID_OPTION`
 */
export function completeSqliteOptions(options: SqliteRecordsOptions | undefined): SqliteSettings {
  const complete = withDefaults<SqliteSettings>(defaults, options);
  checkNumber("timeoutMs", complete.timeoutMs, { min: 1 });
  if (complete.path === "" || complete.path.includes("\0")) {
    throw new CoreError("INVALID_OPTION", {
      message: "Option 'path' must be a path; got an empty one or one with U+0000.",
      details: { option: "path" },
    });
  }
  if (complete.synchronous !== "full" && complete.synchronous !== "normal") {
    throw new CoreError("INVALID_OPTION", {
      message: `Option 'synchronous' must be "full" or "normal"; got ${JSON.stringify(complete.synchronous)}.`,
      details: { option: "synchronous" },
    });
  }
  return complete;
}

/** The names of all options; what stands where collaborators stand is told apart by them. */
export const sqliteOptionNames: object = defaults;
