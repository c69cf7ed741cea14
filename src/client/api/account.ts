// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";

/** What `getCredits` gives. */
export interface Credits {
  /** Credits left. */
  readonly balance: number;
  /** Credits used, net of refunds. */
  readonly used: number;
  /** Credits by operation. */
  readonly prices: Readonly<Record<string, number>>;
}

/** Calls of the family "Account". */
export interface AccountCalls {
  /** Show the credits of the account: `GET /credits`. */
  getCredits(input?: undefined, call?: CallOptions): Promise<Credits>;
}
