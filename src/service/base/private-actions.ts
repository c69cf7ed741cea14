import type { Json } from "../../storage/index.ts";
import type { Action } from "../../wire/index.ts";
import type { AccountCall } from "../accounts/accounts.ts";

/** An action that one account alone sees, as data. */
export interface PrivateAction {
  /** As a file of a catalog's `actions` folder. */
  readonly recipe: Json;
  /** As a catalog's `site.json`; the catalog's own site of the id's slug when absent. */
  readonly site?: Json | undefined;
  /** Whether it is to be seen by all once somebody has reviewed it; not when absent. */
  readonly awaitsReview?: boolean | undefined;
  /** Recorded cases of it, as files of a catalog's `cases` folder; none when absent. */
  readonly cases?: readonly Json[] | undefined;
}

/** Private actions of accounts. Calls of another account answer that they do not exist. */
export interface PrivateActions {
  /**
   * Adds an action, or replaces the one of its id. At most 200 of an account.
   * @throws ServiceError `INVALID_REQUEST` for a malformed recipe, `CONFLICT` where the catalog has
   *   an action of the id or a site of the slug, or the account has as many as it may, `NOT_FOUND`
   */
  put(account: string, action: PrivateAction, call?: AccountCall): Promise<Action>;
  /** By id. */
  list(account: string, call?: AccountCall): Promise<Action[]>;
  /** Gives whether there was one. */
  remove(account: string, actionId: string, call?: AccountCall): Promise<boolean>;
}
