import type { Call, Json, Records } from "../../../../storage/index.ts";
import type { WireCredentialType } from "../../../base/wire-credentials.ts";
import {
  credentialRows,
  defaultRows,
  identityRows,
  type CredentialRow,
  type IdentityRow,
} from "./collections.ts";
import { stateAt } from "./credential-states.ts";
import type { Identity, StoredCredential } from "./identity.ts";

/** Identities of an account that were made first come first. */
export const oldestFirst = [
  ["createdAt", "asc"],
  ["place", "asc"],
] as const;

/** Rows as identities, in their order, with their credentials as they are at a time. */
export async function showIdentities(
  records: Records,
  { rows, now }: { readonly rows: readonly IdentityRow[]; readonly now: number },
  call: Call,
): Promise<Identity[]> {
  if (rows.length === 0) return [];
  const accounts = [...new Set(rows.map(({ account }) => account))];
  const where = { identityId: { in: rows.map(({ id }) => id) } };
  const order = [["createdAt", "asc"]] as const;
  const held = await records.find(credentialRows, { where, order }, call);
  const defaults = await defaultsOf(records, accounts, call);
  return rows.map((row) => ({
    id: row.id,
    account: row.account,
    catalog: row.catalog,
    name: row.name,
    isDefault: defaults.has(row.id),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    credentials: held
      .filter(({ identityId }) => identityId === row.id)
      .map((credential) => shownCredential(credential, now)),
  }));
}

/** The ids of the accounts' default identities: the chosen ones, else the oldest of a site. */
async function defaultsOf(
  records: Records,
  accounts: readonly string[],
  call: Call,
): Promise<Set<string>> {
  const where = { account: { in: accounts } };
  const chosen = await records.find(defaultRows, { where }, call);
  const all = await records.find(identityRows, { where, order: oldestFirst }, call);
  const choices = new Map(chosen.map((row) => [siteOf(row), row.identityId]));
  const ids = new Set(all.map(({ id }) => id));
  return new Set(
    [...Map.groupBy(all, siteOf)].flatMap(([site, [oldest]]) => {
      const choice = choices.get(site);
      if (choice === null) return [];
      return choice !== undefined && ids.has(choice) ? [choice] : [oldest?.id ?? ""];
    }),
  );
}

function siteOf({ account, catalog }: { readonly account: string; readonly catalog: string }) {
  return JSON.stringify([account, catalog]);
}

function shownCredential(row: CredentialRow, now: number): StoredCredential {
  const { id, identityId, expiresAt, lastUsedAt, createdAt, updatedAt, version } = row;
  const { sourceId, sourceRef } = row;
  return {
    id,
    identityId,
    type: row.type as WireCredentialType,
    state: stateAt(row, now),
    expiresAt,
    lastUsedAt,
    metadata: row.metadata as Readonly<Record<string, Json>>,
    source: sourceId === null ? null : { id: sourceId, ref: sourceRef },
    createdAt,
    updatedAt,
    version,
  };
}
