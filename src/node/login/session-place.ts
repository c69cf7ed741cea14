import type { Disposer } from "../../core/index.ts";
import { createSessionStore, type SessionStore } from "../../cdp-proxy/index.ts";
import { createService } from "../../service/index.ts";
import { accountOf } from "../serve/account-of.ts";
import { openStores } from "../serve/open-stores.ts";
import { openDataFolder } from "../serve/store-folder.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { FileSession } from "./file-session.ts";
import type { LoginFlags } from "./login-flags.ts";

/** Where a login is kept. */
interface SessionPlace {
  /** Whose it is. */
  readonly owner: string;
  readonly sessions: Pick<SessionStore, "reserve" | "rename">;
  /** Where it can be found again, in words: behind "saved". */
  readonly words: (session: { readonly name: string; readonly id: string }) => string;
}

/**
 * Opens where the login will be kept: a file, or the stores of a service, which may run meanwhile.
 * @param owned closes it
 * @throws UsageError, Error
 */
export async function openSessionPlace(
  flags: Pick<LoginFlags, "output" | "folder" | "account">,
  { env, signal }: Pick<Terminal, "env" | "signal">,
  owned: Disposer,
): Promise<SessionPlace> {
  const { output, folder } = flags;
  if (output !== undefined) {
    const sessions = new FileSession(output);
    return { owner: "file", sessions, words: () => `in ${output}` };
  }
  await openDataFolder(folder);
  const { stores } = await openStores({ env, folder, graceMs: 0 }, owned, signal);
  const service = owned.add(createService({ records: stores.records }));
  const owner = await accountOf(service.accounts, flags.account, signal);
  return {
    owner,
    sessions: createSessionStore(stores),
    words: ({ name, id }) => `as '${name}' (${id}) for account ${owner}`,
  };
}
