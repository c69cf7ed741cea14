import { collection, type Row } from "../../storage/index.ts";

/** Who is signed in to the dashboard. */
export const sessionRows = collection({
  name: "dashboard_sessions",
  fields: {
    // SHA-256 of the cookie's token, in hex.
    id: "string",
    // Names the sign-in, whatever its token is now.
    family: "string",
    // Of the owner: what the password makes of the token, so that another password ends it.
    proof: "string?",
    // The API key that was given; null of the owner.
    key: "string?",
    // The account that is looked at; null of an owner who has chosen none.
    account: "string?",
    // Goes with every form.
    csrf: "string",
    createdAt: "number",
    // When the token was made; it is changed now and then.
    madeAt: "number",
    seenAt: "number",
    expiresAt: "number",
  },
  key: ["id"],
  indexes: [["expiresAt"], ["family"]],
});

/** A row of {@link sessionRows}. */
export type SessionRow = Row<typeof sessionRows>;
