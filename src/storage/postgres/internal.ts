/** What other rooms of Dragline take of this one; no import path leads here. */
export { Connections } from "./connections.ts";
export { openPool } from "./open-pool.ts";
export { completePostgresOptions } from "./postgres-options.ts";
export type { Session } from "./session.ts";
export { transaction } from "./transaction.ts";
