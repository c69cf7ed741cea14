import { connect, type Socket } from "node:net";
import type { ServerPlace } from "../../pg/index.ts";

/** Opens a connection of its own. */
export function connectTo({ host, port }: ServerPlace): Socket {
  return connect(host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
}
