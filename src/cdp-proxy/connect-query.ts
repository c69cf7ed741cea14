import type { ConnectOrder } from "./cdp-proxy.ts";

/** What the query of a connection says (interface, 4.5). */
type ConnectQuery = Omit<ConnectOrder, "owner" | "signal">;

/**
 * Reads the query of a connection's URL. The first of repeated parameters counts; an empty one
 * counts as absent, but for the name to save under, which must not be empty; all others are ignored.
 */
export function readConnectQuery({ searchParams }: URL): ConnectQuery {
  const given = (name: string): string | undefined => searchParams.get(name) || undefined;
  return {
    sessionId: given("session_id"),
    sessionName: given("session_name"),
    saveSession: searchParams.get("save_session") ?? undefined,
    saveUrl: given("save_url"),
    country: given("country"),
  };
}
