import { checkArgument, type Clock, type Ids } from "../../../../core/index.ts";
import {
  collection,
  isStorageError,
  type Call,
  type Json,
  type Records,
  type Row,
  EnsuredRecords,
} from "../../../../storage/index.ts";
import { isWireError, readAction, type Action, type Catalog } from "../../../../wire/index.ts";
import { accountCall } from "../../../accounts/account-parts.ts";
import type { AccountCall } from "../../../accounts/accounts.ts";
import { accountRows } from "../../../accounts/collections.ts";
import { ServiceError } from "../../../base/service-error.ts";
import { unknown } from "../../../base/owned.ts";
import type { PrivateAction, PrivateActions } from "../../../base/private-actions.ts";

/** Private actions that one account may have. */
const MOST = 200;
/** Bytes of a recipe with its site, as JSON. */
const LONGEST = 262_144;

export const actionRows = collection({
  name: "service_wire_actions",
  fields: {
    id: "string",
    account: "string",
    actionId: "string",
    recipe: "json",
    // Null where the site is one of the catalog's.
    site: "json?",
    cases: "json?",
    awaitsReview: "boolean?",
    // Counts up with each change.
    version: "number",
    createdAt: "number",
    updatedAt: "number",
  },
  key: ["id"],
  unique: [["account", "actionId"]],
});

/** A private action as it is stored. */
type PrivateActionRow = Row<typeof actionRows>;

/** The dependencies of the store. */
interface PrivateActionParts {
  readonly records: Records;
  readonly clock: Clock;
  readonly ids: Ids;
  /** What all see. */
  readonly common: () => Promise<Catalog>;
}

/** Private actions as rows. */
export class PrivateActionStore implements PrivateActions {
  readonly #parts: PrivateActionParts;
  readonly #records: EnsuredRecords;

  constructor(parts: PrivateActionParts) {
    this.#parts = parts;
    this.#records = new EnsuredRecords(parts.records, [accountRows, actionRows]);
  }

  async put(account: string, given: PrivateAction, call?: AccountCall): Promise<Action> {
    checkArgument("action of privateActions.put(account, action)", given, "object");
    const action = readPrivate(given, account, await this.#parts.common());
    const asked = accountCall(call);
    const records = await this.#records.ready(asked);
    const { action_id: actionId } = action.info;
    const now = this.#parts.clock.now();
    const { recipe, site = null, cases = null, awaitsReview = false } = given;
    const set = { recipe, site, cases: cases as Json, awaitsReview, updatedAt: now };
    const change = { where: { account, actionId }, set, add: { version: 1 } };
    const changed = await records.update(actionRows, change, asked);
    if (changed.length > 0) return action;
    await this.#checkRoom(records, account, asked);
    const names = { id: this.#parts.ids.uuid(), account, actionId };
    const row = { ...set, ...names, version: 1, createdAt: now };
    try {
      await records.insert(actionRows, [row], asked);
    } catch (error) {
      if (!isStorageError(error, "CONFLICT")) throw error;
      // Another call has added it just now.
      return this.put(account, given, call);
    }
    return action;
  }

  async list(account: string, call?: AccountCall): Promise<Action[]> {
    const common = await this.#parts.common();
    const rows = await this.rows(account, accountCall(call));
    return rows.flatMap((row) => actionOf(row, common));
  }

  async remove(account: string, actionId: string, call?: AccountCall): Promise<boolean> {
    const asked = accountCall(call);
    const records = await this.#records.ready(asked);
    return (await records.remove(actionRows, { where: { account, actionId } }, asked)) > 0;
  }

  /** Removes all of an account's. */
  async removeOf(account: string, call: Call): Promise<void> {
    const records = await this.#records.ready(call);
    await records.remove(actionRows, { where: { account } }, call);
  }

  /** An account's rows, by id. */
  async rows(account: string, call: Call): Promise<PrivateActionRow[]> {
    const records = await this.#records.ready(call);
    const order = [["actionId", "asc"]] as const;
    return records.find(actionRows, { where: { account }, order }, call);
  }

  async #checkRoom(records: Records, account: string, call: Call): Promise<void> {
    if ((await records.count(accountRows, { where: { id: account } }, call)) === 0) {
      throw unknown("account");
    }
    const count = await records.count(actionRows, { where: { account } }, call);
    if (count >= MOST) throw conflict(`An account can have at most ${MOST} private actions.`);
  }
}

/** The action of a row; none where the catalog has one of the id by now, or not its site any more. */
export function actionOf(row: PrivateActionRow, common: Catalog): Action[] {
  const { account, recipe, site, awaitsReview } = row;
  try {
    const action = readPrivate({ recipe, site: site ?? undefined }, account, common);
    return [awaitsReview === true ? { ...action, awaitsReview } : action];
  } catch (error) {
    if (error instanceof ServiceError) return [];
    throw error;
  }
}

/** @throws ServiceError `INVALID_REQUEST`, `CONFLICT` */
function readPrivate({ recipe, site }: PrivateAction, owner: string, common: Catalog): Action {
  if (JSON.stringify([recipe, site ?? null]).length > LONGEST) {
    throw invalid(`A recipe with its site must have at most ${LONGEST} characters.`);
  }
  const action = parse(recipe, site ?? knownSite(recipe, common));
  const { action_id: id } = action.info;
  if (common.action(id) !== undefined) throw conflict(`The catalog already has an action '${id}'.`);
  if (site !== undefined && common.site(action.site.slug) !== undefined) {
    throw conflict(
      `The catalog already has a site '${action.site.slug}'; leave 'site' out to use it.`,
    );
  }
  return { ...action, owner };
}

function parse(recipe: Json, site: unknown): Action {
  try {
    return readAction(recipe, site);
  } catch (cause) {
    if (!isWireError(cause, "INVALID_RECIPE")) throw cause;
    throw new ServiceError("INVALID_REQUEST", { message: cause.message, cause });
  }
}

function knownSite(recipe: Json, common: Catalog): Action["site"] {
  const id = (recipe as { readonly action_id?: unknown } | null)?.action_id;
  const slug = typeof id === "string" ? (id.split(".", 1)[0] ?? "") : "";
  const site = common.site(slug);
  if (site !== undefined) return site;
  throw invalid(`The catalog has no site '${slug.slice(0, 100)}'; pass 'site' with the recipe.`);
}

function invalid(message: string): ServiceError {
  return new ServiceError("INVALID_REQUEST", { message });
}

function conflict(message: string): ServiceError {
  return new ServiceError("CONFLICT", { message });
}
