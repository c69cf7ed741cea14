import { isServiceError, type Accounts, type Keys } from "../../service/index.ts";

/** The accounts and keys of a service. */
interface KeyDesk {
  readonly accounts: Pick<Accounts, "create" | "list" | "remove">;
  readonly keys: Pick<Keys, "create" | "find">;
}

/**
 * Gives the first account its key: the host's own, when it has one; else a new one, if there is no
 * account yet.
 * @param own what `DRAGLINE_API_KEY` says
 * @returns a new key, to be shown once
 * @throws Error when the host's own was revoked or cannot be a key
 */
export async function ensureFirstKey(
  desk: KeyDesk,
  own: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const call = { signal };
  if (own) {
    await ensureOwnKey(desk, own, signal);
    return undefined;
  }
  const [account] = await desk.accounts.list(call);
  if (account !== undefined) return undefined;
  const { id } = await desk.accounts.create({ name: "first" }, call);
  const { key } = await desk.keys.create(id, { label: "first" }, call);
  return key;
}

async function ensureOwnKey(desk: KeyDesk, key: string, signal: AbortSignal): Promise<void> {
  const call = { signal };
  if ((await desk.keys.find(key, call)) !== undefined) return;
  const [first] = await desk.accounts.list(call);
  const { id } = first ?? (await desk.accounts.create({ name: "first" }, call));
  try {
    await desk.keys.create(id, { key, label: "DRAGLINE_API_KEY" }, call);
  } catch (error) {
    if (first === undefined) await desk.accounts.remove(id, call);
    // Another process that starts at the same time has made it.
    if (isServiceError(error, "CONFLICT") && (await desk.keys.find(key, call))) return;
    throw error;
  }
}
