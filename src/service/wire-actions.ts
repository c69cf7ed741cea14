import type { AcquireFailure, ActionRequest } from "../monitor/index.ts";
import type { Json } from "../storage/index.ts";

/** An action of a site, as far as a monitor needs to know it. */
export interface WireAction {
  readonly id: string;
  /** Of the catalog that it belongs to. */
  readonly catalogSlug: string;
  /** Whether it changes nothing; only such actions are monitored. */
  readonly isRead: boolean;
  /** What a call costs; a whole number from 0. */
  readonly creditsPerCall: number;
}

/** Actions of sites that monitors of the scope `wire` watch. */
export interface WireActions {
  /** The action as the account sees it; undefined for one that is unknown, or private to others. */
  byId(
    account: string,
    id: string,
    call: { readonly signal: AbortSignal },
  ): Promise<WireAction | undefined>;
  /** Whose saved login it is; undefined when there is none of that id. */
  credentialOwner(id: string, call: { readonly signal: AbortSignal }): Promise<string | undefined>;
  /** Calls an action. What it throws, besides the signal's reason, is a fault of its own. */
  run(
    request: ActionRequest,
    call: { readonly signal: AbortSignal },
  ): Promise<{ readonly status: "completed"; readonly result: Json } | AcquireFailure>;
}
