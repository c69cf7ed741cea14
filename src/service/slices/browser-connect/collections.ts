import { collection, type Row } from "../../../storage/index.ts";

/**
 * Places of browser connections: an account has as many slots as it may have connections, and a
 * connection takes one. Rows are added and removed, or change hands when nobody has kept them.
 */
export const placeRows = collection({
  name: "service_browser_places",
  fields: {
    account: "string",
    // From 0.
    slot: "number",
    // Whose it is.
    connection: "string",
    // Milliseconds since 1970; then it is anybody's.
    until: "number",
  },
  key: ["account", "slot"],
});

/** A row of {@link placeRows}. */
export type PlaceRow = Row<typeof placeRows>;
