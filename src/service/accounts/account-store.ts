import { checkArgument, type Clock, type Ids } from "../../core/index.ts";
import {
  inserting,
  removing,
  type Call,
  type Records,
  EnsuredRecords,
} from "../../storage/index.ts";
import { grantEntry, granting, ledgerEntries } from "./credits/ledger.ts";
import { accountOf, pay } from "./credits/pay.ts";
import { ServiceError } from "../base/service-error.ts";
import type { ServiceSettings } from "../base/service-settings.ts";
import { unknown } from "../base/owned.ts";
import { accountCall, accountCollections, Places, type AccountParts } from "./account-parts.ts";
import type { Account, AccountCall, Accounts } from "./accounts.ts";
import { checkText } from "./check-text.ts";
import { accountRows, keyRows, removedRows, type AccountRow } from "./collections.ts";

/** Most credits of one grant, so that sums of thousands of them stay exact. */
const MOST_CREDITS = 1_000_000_000_000;

/** The dependencies of an account store. */
interface AccountStoreParts extends AccountParts {
  readonly settings: Pick<ServiceSettings, "newAccountCredits">;
}

/** A movement of an account's credits. */
interface LedgerEntry {
  readonly kind: "grant" | "charge" | "refund";
  /** Added to the balance; negative when taken. */
  readonly credits: number;
  /** The job that it is about; null for grants. */
  readonly job: string | null;
  /** What the host said of a grant; null for jobs. */
  readonly reason: string | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** Accounts as rows. */
export class AccountStore implements Accounts {
  readonly #records: EnsuredRecords;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #newCredits: number;
  readonly #places: Places;

  constructor({ records, clock, ids, settings }: AccountStoreParts) {
    this.#records = new EnsuredRecords(records, accountCollections);
    this.#clock = clock;
    this.#ids = ids;
    this.#newCredits = settings.newAccountCredits;
    this.#places = new Places(clock);
  }

  async create(account: Parameters<Accounts["create"]>[0] = {}, call?: AccountCall) {
    checkArgument("account of accounts.create(account)", account, "object");
    const name = checkText("name", account.name);
    const credits = account.credits ?? this.#newCredits;
    if (!isWhole(credits) || credits < 0) {
      throw invalid(`credits must be a whole number from 0 to ${MOST_CREDITS}.`);
    }
    const at = this.#clock.now();
    const id = this.#ids.uuid();
    const place = this.#places.next();
    const row = { id, name, balance: credits, used: 0, place, createdAt: at };
    const entry = grantEntry({ account: id, id, credits, reason: "new account", at });
    await this.#atomic([inserting(accountRows, [row]), entry], accountCall(call));
    return accountView(row);
  }

  async get(id: string, call?: AccountCall): Promise<Account> {
    const asked = accountCall(call);
    const records = await this.#records.ready(asked);
    return accountView(await accountOf(records, checkId(id), asked));
  }

  async list(call?: AccountCall): Promise<Account[]> {
    const asked = accountCall(call);
    const records = await this.#records.ready(asked);
    const order = [
      ["createdAt", "asc"],
      ["place", "asc"],
    ] as const;
    return (await records.find(accountRows, { order }, asked)).map(accountView);
  }

  async grant(...[id, credits, reason, call]: Parameters<Accounts["grant"]>): Promise<Account> {
    if (!isWhole(credits) || credits === 0) {
      throw invalid(`credits must be a whole number other than 0, of at most ±${MOST_CREDITS}.`);
    }
    const words = checkText("reason", reason);
    if (words === null) throw invalid("reason must be a string.");
    const asked = accountCall(call);
    const records = await this.#records.ready(asked);
    const account = checkId(id);
    const grant = { account, id: this.#ids.uuid(), credits, reason: words, at: this.#clock.now() };
    const payment = { account, cost: -credits, operations: granting(grant) };
    const { rows } = await pay(records, payment, asked);
    return accountView(rows[1]?.[0] as AccountRow);
  }

  async remove(id: string, call?: AccountCall): Promise<void> {
    const account = checkId(id);
    const at = this.#clock.now();
    const operations = [
      // First: a key that is made at the same time waits for it, and finds no account.
      removing(accountRows, { where: { id: account } }, 1),
      removing(keyRows, { where: { account } }),
      inserting(removedRows, [{ account, removedAt: at, dueAt: at }]),
    ];
    if (!(await this.#atomic(operations, accountCall(call)))) throw notFound();
  }

  /**
   * What moved an account's credits, oldest first; the sum is its balance. It is kept when the account
   * is removed.
   */
  async entries(id: string, call?: AccountCall): Promise<LedgerEntry[]> {
    const asked = accountCall(call);
    const records: Records = await this.#records.ready(asked);
    const rows = await ledgerEntries(records, checkId(id), asked);
    return rows.map(({ kind, credits, job, reason, createdAt }) => ({
      kind: kind as LedgerEntry["kind"],
      credits,
      job,
      reason,
      createdAt: new Date(createdAt).toISOString(),
    }));
  }

  async #atomic(operations: Parameters<Records["atomic"]>[0], call: Call): Promise<boolean> {
    const { applied } = await (await this.#records.ready(call)).atomic(operations, call);
    return applied;
  }
}

function accountView({ id, name, balance, used, createdAt }: AccountRow): Account {
  return { id, name, balance, used, createdAt: new Date(createdAt).toISOString() };
}

function isWhole(credits: unknown): credits is number {
  return Number.isSafeInteger(credits) && Math.abs(Number(credits)) <= MOST_CREDITS;
}

/** A value that is not a string names no account. */
function checkId(id: unknown): string {
  if (typeof id === "string") return id;
  throw notFound();
}

function invalid(message: string): ServiceError {
  return new ServiceError("INVALID_REQUEST", { message });
}

function notFound(): ServiceError {
  return unknown("account");
}
