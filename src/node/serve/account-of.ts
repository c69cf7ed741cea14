import type { Accounts } from "../../service/index.ts";
import { UsageError } from "../terminal/terminal.ts";

/**
 * The id of the account that was asked for; of the first one, which is made if there is none, when
 * none was.
 * @throws UsageError when there is no such account
 */
export async function accountOf(
  accounts: Accounts,
  asked: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const all = await accounts.list({ signal });
  if (asked === undefined) return (all[0] ?? (await accounts.create({}, { signal }))).id;
  if (all.some(({ id }) => id === asked)) return asked;
  throw new UsageError("there is no account with this id; try: dragline keys list");
}
