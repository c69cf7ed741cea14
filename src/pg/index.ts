/**
 * What all that keeps something in PostgreSQL shares: options, the pool, and what the server's errors
 * mean. Loads the package `pg` when a pool is opened.
 * @packageDocumentation
 */
export { checkOnePool, completePgOptions, type PgSettings } from "./pg-options.ts";
export { connect, openPool, type ServerPlace } from "./pool.ts";
export { hasState, sqlStates, stateOf } from "./sql-state.ts";
