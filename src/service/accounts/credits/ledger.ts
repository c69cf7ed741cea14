import {
  inserting,
  updating,
  type Call,
  type Operation,
  type Records,
} from "../../../storage/index.ts";
import { accountRows } from "../collections.ts";
import { ledgerRows, type LedgerRow } from "./collections.ts";

/** Credits of a job that move. */
interface JobCredits {
  readonly account: string;
  /** The job that they are taken for or given back by. */
  readonly job: string;
  /** What they pay for: a job's type, `monitor` or `browser`. */
  readonly product: string;
  /** A whole number from 0; with 0 nothing moves. */
  readonly credits: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Credits that the host gives, or takes where they are negative. */
interface GrantedCredits {
  readonly account: string;
  /** Names the grant; the same one counts once. */
  readonly id: string;
  readonly credits: number;
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Takes the credits of a job: operations for the atomic step that stores it, which does not apply
 * when the balance is below them. A job is charged once only.
 */
export function charging({ account, job, product, credits, at }: JobCredits): Operation[] {
  if (credits === 0) return [];
  const entry = { id: `charge:${job}`, account, kind: "charge", credits: -credits, job, product };
  const where = { id: account, balance: { gte: credits } };
  const add = { balance: -credits, used: credits };
  return [
    inserting(ledgerRows, [{ ...entry, createdAt: at }]),
    // Last: on a server the row is locked until the step ends.
    updating(accountRows, { where, add }, 1),
  ];
}

/**
 * Gives credits of a job back: operations for the atomic step that settles it. That happens once
 * only; for an account that is gone it is only written down.
 */
export function refunding({ account, job, product, credits, at }: JobCredits): Operation[] {
  if (credits === 0) return [];
  const entry = { id: `refund:${job}`, account, kind: "refund", credits, job, product };
  return [
    inserting(ledgerRows, [{ ...entry, createdAt: at }]),
    updating(accountRows, { where: { id: account }, add: { balance: credits, used: -credits } }),
  ];
}

/** Gives an account credits or takes some; the step does not apply when they are more than it has. */
export function granting({ account, id, credits, reason, at }: GrantedCredits): Operation[] {
  const where = credits < 0 ? { id: account, balance: { gte: -credits } } : { id: account };
  return [
    grantEntry({ account, id, credits, reason, at }),
    updating(accountRows, { where, add: { balance: credits } }, 1),
  ];
}

/** What is written down of a grant. */
export function grantEntry({ account, id, credits, reason, at }: GrantedCredits): Operation {
  const entry = { id: `grant:${id}`, account, kind: "grant", credits, reason, createdAt: at };
  return inserting(ledgerRows, [entry]);
}

/** An account's entries, oldest first. */
export function ledgerEntries(records: Records, account: string, call: Call): Promise<LedgerRow[]> {
  const order = [
    ["createdAt", "asc"],
    ["id", "asc"],
  ] as const;
  return records.find(ledgerRows, { where: { account }, order }, call);
}
