// Watch a page behind a login whose password stays in a vault. When the site ends the session, the
// password is read from the vault again, by then another one, and the check goes on.
import { setTimeout } from "node:timers/promises";
import { createService } from "dragline/service";
import { MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { FakeVault } from "dragline/testing";
import { createCatalog } from "dragline/wire";
import { serveClub } from "./serve-club.ts";

await using club = await serveClub();
club.password = "high water";
club.price = "24 EUR";

// Without `vaults` a service has 1Password and Azure Key Vault.
const vault = new FakeVault({ token: "ops_for-the-example" });
const keep = (secret: string): void => {
  const club = { title: "Sailing club", fields: { username: "ada", password: secret } };
  vault.containersById = { private: { name: "Private", entries: { club } } };
};
keep("high water");

// #region service
// Logins are sealed: the key ring is the host's, and is not in the records.
const records = new MemoryRecords();
const ring = KeyRing.parse(`k1:${Buffer.alloc(32, "only an example").toString("base64url")}`);
const sealer = new Sealer({ records, ring });
const catalog = createCatalog([club.berths.site], [club.berths]);
await using service = createService(
  { records, sealer, catalog, vaults: [vault] },
  { allow: ["127.0.0.1"] },
);
// #endregion

const { id: account } = await service.accounts.create();
async function ask(method: string, path: string, body?: object) {
  const headers = { "content-type": "application/json" };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  // The host knows whose call it is; over HTTP a client sends its key.
  const request = new Request(`http://localhost/v1${path}`, init);
  const answer = await service.fetch(request, { account });
  if (!answer.ok) throw new Error(await answer.text());
  return await answer.json();
}

// #region login
const connected = await ask("POST", "/wire/identity-sources", {
  provider: "password_vault",
  token: "ops_for-the-example",
});
const login = await ask("POST", "/wire/login", {
  catalog_slug: "club",
  identity_name: "ada",
  source_id: connected.identity_source.id,
  source_ref: {
    entry: { container: "private", key: "club" },
    fields: { user: { property: "username" }, secret: { property: "password" } },
  },
});
console.log("login:", login.status, "as", login.identity_name);
// #endregion

const { id } = await ask("POST", "/monitors", {
  url: club.url,
  intervalMinutes: 60,
  scope: "wire",
  wireActionId: "club.list_berths",
  wireCredentialId: login.credential_id,
});
const stop = new AbortController();
const running = service.run({ signal: stop.signal });

console.log("first check:", await check());
club.price = "31 EUR";
club.endSessions();
club.password = "low water";
keep("low water");
console.log("second check:", await check());

const { changes } = await ask("GET", `/monitors/${id}/changes`);
const { changedFields, before, after } = changes[0].diffJson;
for (const field of changedFields) console.log(`  ${field}: ${before[field]}, now ${after[field]}`);
const reads = vault.questions.filter(({ name }) => name === "read").length;
console.log("the vault was read", reads, "times");

// Where the vault has the wrong password too, the check fails and says so; it never shows less.
club.endSessions();
keep("ebb");
console.log("third check:", await check());
const { identities } = await ask("GET", "/wire/identities");
console.log("the login is", identities[0].credentials[0].status);

stop.abort();
await running;

async function check(): Promise<string> {
  await ask("POST", `/monitors/${id}/run`);
  for (;;) {
    const { runs } = await ask("GET", `/monitors/${id}/runs`);
    const [run] = runs;
    if (run.status !== "processing") return run.error ?? (run.changeId ? "changed" : run.status);
    await setTimeout(250);
  }
}
