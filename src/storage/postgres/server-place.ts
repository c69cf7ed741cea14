import { connect, type Socket } from "node:net";

/** Where a server listens; a host that begins with a slash is the folder of its socket. */
export interface ServerPlace {
  readonly host: string;
  readonly port: number;
}

/** Opens a connection of its own. */
export function connectTo({ host, port }: ServerPlace): Socket {
  return connect(host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
}
