import { collection, type Row } from "../../storage/index.ts";

/** Users, with what is left of their credits. */
export const accountRows = collection({
  name: "service_accounts",
  fields: {
    id: "string",
    name: "string?",
    balance: "number",
    used: "number",
    // Tells accounts of one millisecond apart: made earlier, lower.
    place: "number",
    createdAt: "number",
  },
  key: ["id"],
  indexes: [["createdAt"]],
});

/** API keys, as hashes. */
export const keyRows = collection({
  name: "service_keys",
  fields: {
    id: "string",
    account: "string",
    label: "string?",
    hint: "string",
    // SHA-256 of the key, in hex.
    hash: "string",
    place: "number",
    createdAt: "number",
    lastUsedAt: "number?",
    revokedAt: "number?",
  },
  key: ["id"],
  unique: [["hash"]],
  indexes: [["account"], ["createdAt"]],
});

/** Accounts that were removed, while something of theirs may be left. */
export const removedRows = collection({
  name: "service_removed_accounts",
  fields: {
    account: "string",
    removedAt: "number",
    // When to look again whether something is left.
    dueAt: "number",
  },
  key: ["account"],
  indexes: [["dueAt"]],
});

/** A row of {@link accountRows}. */
export type AccountRow = Row<typeof accountRows>;

/** A row of {@link removedRows}. */
export type RemovedRow = Row<typeof removedRows>;

/** A row of {@link keyRows}. */
export type KeyRow = Row<typeof keyRows>;
