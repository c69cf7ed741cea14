import { rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { UsageError } from "../terminal/terminal.ts";

/** What SQLite says of a file that another process has. */
const BUSY = 5;

/**
 * Keeps an output for this process. The system lets go of it when the process ends, however it ends.
 * Where no such file can be made nothing is kept: neither can the output be written then.
 * @param file is made, and removed again
 * @throws UsageError when another process has it
 */
export function lockOutput(output: string, file: string): AsyncDisposable {
  const lock = opened(file);
  try {
    lock?.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    lock?.close();
    if ((cause as { readonly errcode?: number }).errcode !== BUSY) throw cause;
    throw new UsageError(`another process is crawling to ${output}`, { cause });
  }
  return {
    [Symbol.asyncDispose]: async () => {
      if (lock === undefined) return;
      // Before others can have it: they might have the file that goes.
      await rm(file, { force: true }).catch(() => undefined);
      lock.close();
    },
  };
}

function opened(file: string): DatabaseSync | undefined {
  try {
    return new DatabaseSync(file, { timeout: 0 });
  } catch {
    return undefined;
  }
}
