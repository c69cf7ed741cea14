import { Disposer } from "../../core/index.ts";
import { createService, isServiceError, type Service } from "../../service/index.ts";
import type { Environment } from "../examine/finding.ts";
import { UsageError } from "../terminal/terminal.ts";
import { openDataFolder } from "./store-folder.ts";
import { hasRecords, openRecords } from "./open-records.ts";

/** Where the keys are. */
interface KeyPlace {
  readonly env: Environment;
  readonly folder: string;
  /** Whether a store that is not there is made. */
  readonly makes: boolean;
}

/**
 * Works with the accounts and keys of a service that need not run.
 * @throws Error when there is no store, it cannot be reached, or what was asked for is not there;
 *   UsageError for what cannot be
 */
export async function atKeyDesk(
  { env, folder, makes }: KeyPlace,
  signal: AbortSignal,
  work: (desk: Pick<Service, "accounts" | "keys">) => Promise<void>,
): Promise<void> {
  if (makes && !env["DATABASE_URL"]) await openDataFolder(folder);
  if (!makes && !(await hasRecords({ env, folder }))) {
    throw new Error(`there is no service in '${folder}'`);
  }
  await using owned = new Disposer();
  const records = await openRecords({ env, folder }, owned, signal);
  const service = owned.add(createService({ records }));
  try {
    await work(service);
  } catch (error) {
    throw plain(error);
  }
}

function plain(error: unknown): unknown {
  if (!isServiceError(error)) return error;
  const { message } = error;
  return isServiceError(error, "INVALID_REQUEST")
    ? new UsageError(message)
    : new Error(message, { cause: error });
}
