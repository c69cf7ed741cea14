/** What other rooms of Dragline take of this one; no import path leads here. */
export { Connections } from "./connections.ts";
export { packageMissing } from "./postgres-failure.ts";
export type { Session } from "./session.ts";
export { transaction } from "./transaction.ts";
