import { collection, type Row } from "../../storage/index.ts";

/** Saved sessions, and names that are reserved for some. */
export const sessionRows = collection({
  name: "browser_sessions",
  fields: {
    id: "string",
    owner: "string",
    name: "string",
    websiteUrl: "string?",
    websiteDomain: "string?",
    createdAt: "number",
    lastUsedAt: "number?",
    expiresAt: "number?",
    cookieCount: "number",
    storageItemCount: "number",
    // The URL of the proxy, credentials included.
    sealedProxy: "bytes?",
    // The blob of the state; null until the first is saved.
    stateKey: "string?",
    // The end of the lease of its holder; 0 when nobody does.
    heldUntil: "number",
    // Of its last holder: fences the lease.
    token: "string?",
  },
  key: ["id"],
  unique: [["owner", "name"]],
});

/** Blobs of states: written before the blob, and gone after it. */
export const stateRows = collection({
  name: "browser_session_states",
  fields: {
    key: "string",
    sessionId: "string",
    // When the blob is to be removed; null while a session names it.
    dueAt: "number?",
    // Whether it is being removed: no session may name it any more.
    isDoomed: "boolean",
  },
  key: ["key"],
  indexes: [["dueAt"], ["sessionId"]],
});

/** A row of {@link sessionRows}. */
export type SessionRow = Row<typeof sessionRows>;
