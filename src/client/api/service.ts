// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";

/** What `getHealth` gives. */
export interface Health {
  readonly status: "ok";
  readonly version: string;
}

/** Calls of the family "Service". */
export interface ServiceCalls {
  /** Check the health of the service, its storage and its queue: `GET /health`. */
  getHealth(input?: undefined, call?: CallOptions): Promise<Health>;
  /** Get this description as OpenAPI 3.1: `GET /openapi.json`. */
  getDescription(input?: undefined, call?: CallOptions): Promise<Readonly<Record<string, unknown>>>;
}
