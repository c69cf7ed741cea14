import { collection, type Records } from "dragline/storage";
import { sessionRows, stateRows } from "../../../src/cdp-proxy/sessions/session-rows.ts";
import { call } from "./sessions-rig.ts";

/** As the sealer declares it. */
const dataKeys = collection({
  name: "data_keys",
  fields: { record: "string", made: "string", ring_key: "string", wrapped: "bytes" },
  key: ["record"],
  indexes: [["ring_key", "record"]],
});

/** What a place holds: every list is sorted. */
export interface Held {
  /** Blobs that sessions name. */
  readonly named: readonly string[];
  /** Blobs that rows know of. */
  readonly known: readonly string[];
  /** Sessions that are saved. */
  readonly sessions: readonly string[];
  /** Records that have a data key; not the empty one that a store tries the sealer with. */
  readonly keys: readonly string[];
}

/** Looks what is in the records. */
export async function held(records: Records): Promise<Held> {
  await records.ensure([sessionRows, stateRows, dataKeys], call);
  const sessions = await records.find(sessionRows, { where: { stateKey: { ne: null } } }, call);
  const known = await records.find(stateRows, {}, call);
  const keys = await records.find(dataKeys, {}, call);
  return {
    named: sessions.flatMap(({ stateKey }) => stateKey ?? []).toSorted(),
    known: known.map(({ key }) => key).toSorted(),
    sessions: sessions.map(({ id }) => `browser-sessions/${id}`).toSorted(),
    keys: keys
      .map(({ record }) => record)
      .filter((record) => !record.includes("/probe-"))
      .toSorted(),
  };
}
