// Secrets at rest: sealed with a data key for each record, read again, given a newer key, and made
// unreadable everywhere with their record.
import { randomBytes } from "node:crypto";
import { collection, removing } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";

const records = new MemoryRecords();
const { signal } = new AbortController();
const sessions = collection({
  name: "sessions",
  fields: { id: "string", cookies: "bytes" },
  key: ["id"],
});
await records.ensure([sessions], { signal });

const newKey = () => randomBytes(32).toString("base64"); // openssl rand -base64 32
const settings = `2026-05:${newKey()}`;

// #region seal
const sealer = new Sealer({ records, ring: KeyRing.parse(settings) });
await sealer.ensure({ signal });
const place = { record: "sessions/ses_1", field: "cookies" };
const cookies = await sealer.seal(place, Buffer.from("sid=1"), { signal });
// #endregion
await records.insert(sessions, [{ id: "ses_1", cookies }], { signal });
console.log(Buffer.from(await sealer.open(place, cookies, { signal })).toString());

// #region rotate
const ring = KeyRing.parse(`2026-11:${newKey()},${settings}`); // newest first
const rotated = new Sealer({ records, ring });
await rotated.reseal({ signal }); // after it the old key may go
// #endregion
console.log("resealed");

// #region destroy
await records.atomic(
  [removing(sessions, { where: { id: "ses_1" } }), rotated.destroying(place.record)],
  { signal },
);
await rotated.open(place, cookies, { signal }).catch(({ code }) => console.log(code));
// #endregion
