import type { Call } from "../../storage/index.ts";
import { isCdpProxyError } from "../cdp-proxy-error.ts";
import type { ReservedSession, SessionStore } from "../sessions/session-store.ts";
import { MAX_NAME } from "./check-order.ts";

/** What is reserved. */
interface NameOrder {
  readonly owner: string;
  readonly id: string;
  readonly url: URL;
  /** The host's name, made unique, when absent. */
  readonly name: string | undefined;
}

/** Names that are tried; an owner with so many of one host gets the refusal that the name is taken. */
const MAX_TRIES = 100;
/** Room for `-100` behind a host's name. */
const HOST_LENGTH = MAX_NAME - 4;

/**
 * Reserves the session that will be saved.
 * @throws CdpProxyError `DUPLICATE_NAME`; StorageError; the signal's reason
 */
export async function reserveName(
  sessions: Pick<SessionStore, "reserve">,
  order: NameOrder,
  call: Call,
): Promise<ReservedSession> {
  const { owner, id, url, name } = order;
  const reserve = (chosen: string): Promise<ReservedSession> =>
    sessions.reserve({ owner, id, name: chosen, websiteUrl: url.href }, call);
  if (name !== undefined) return reserve(name);
  const host = url.hostname.slice(0, HOST_LENGTH);
  for (let number = 1; ; number += 1) {
    try {
      return await reserve(number === 1 ? host : `${host}-${number}`);
    } catch (error) {
      if (!isCdpProxyError(error, "DUPLICATE_NAME") || number === MAX_TRIES) throw error;
    }
  }
}
