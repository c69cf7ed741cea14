import type { CdpProxy } from "../../../cdp-proxy/index.ts";
import { answering } from "../../base/connection-failure.ts";
import type { KeyedCall, Upgraded } from "../../http/route.ts";
import type { ServiceSettings } from "../../base/service-settings.ts";
import type { ConnectQuery } from "./schema.ts";

/** What connections are made with. */
export interface ConnectParts {
  readonly proxy: Pick<CdpProxy, "open">;
  readonly settings: Pick<ServiceSettings, "headerPrefix">;
}

/**
 * Makes a browser ready for the caller.
 * @throws ServiceError as the interface says (decisions, 4.5)
 */
export async function browserConnect(
  { proxy, settings }: ConnectParts,
  { caller, query, signal }: Pick<KeyedCall<ConnectQuery, unknown>, "caller" | "query" | "signal">,
): Promise<Upgraded> {
  const acceptor = await answering(() =>
    proxy.open({
      owner: caller.account,
      sessionId: query.session_id || undefined,
      sessionName: query.session_name || undefined,
      // A name to save under must not be empty.
      saveSession: query.save_session,
      saveUrl: query.save_url || undefined,
      country: query.country || undefined,
      signal,
    }),
  );
  return {
    headers: { [`${settings.headerPrefix}Connection-Id`]: acceptor.connectionId },
    accept: (socket) => acceptor.accept(socket),
    leave: () => acceptor.leave(),
  };
}
