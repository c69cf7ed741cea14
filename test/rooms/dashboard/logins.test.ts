import { randomBytes } from "node:crypto";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { FakeVault } from "dragline/testing";
import { createCatalog } from "dragline/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionRows } from "../../../src/cdp-proxy/sessions/session-rows.ts";
import { FakeRunner, wireActions } from "../../transports/fake-wire.ts";
import { actionOf, siteOf } from "../../transports/wire-samples.ts";
import { openDashboardWorld, type DashboardWorld, type Visitor } from "./dashboard-world.ts";

const call = { signal: new AbortController().signal };
const hostile = `"><script>ran = 1</script>`;
const CANARY = "ops_the-secret-that-no-page-shows";
const pier = siteOf({
  slug: "pier",
  auth_types: ["token"],
  auth: { headers: { authorization: "Bearer {{credential.token}}" } },
});
const berths = actionOf(pier, { action_id: "pier.berths", type: "write", auth_mode: "optional" });

describe("logins that the dashboard's forms choose from", () => {
  const records = new MemoryRecords();
  const fields = { mail: "ann@example.com", password: CANARY };
  const entries = { shop: { title: hostile, fields } };
  const vault = new FakeVault({ token: CANARY, containers: { main: { name: "Main", entries } } });
  let world: DashboardWorld;
  let alice: Visitor;
  let bob: Visitor;

  beforeAll(async () => {
    const blobs = new MemoryBlobs();
    const ring = KeyRing.parse(`k1:${randomBytes(32).toString("base64url")}`);
    const sealer = new Sealer({ records, ring });
    const catalog = createCatalog([], [...wireActions, berths]);
    const actionRunner = new FakeRunner(blobs);
    const parts = { records, blobs, sealer, catalog, actionRunner, vaults: [vault] };
    world = await openDashboardWorld({}, parts);
    ({ alice, bob } = world);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it("asks for the site of an identity that names none", async () => {
    const asked = await alice.ask("/wire/identities/new");
    expect(asked.headers.get("location")).toBe("/wire/identities");
    expect((await alice.send("/wire/identities/new", {})).location).toBe("/wire/identities");
  });

  it("makes an identity of a vault's entry, and says what the vault lacks", async () => {
    const form = (await alice.see("/wire/sources/new?provider=password_vault")).html;
    const [, field = ""] = /name="(field\.[^"]+)"/.exec(form) ?? [];
    const order = { provider: "password_vault", auth_method: "service_account", [field]: CANARY };
    const source = (await alice.send("/wire/sources/new", order)).location ?? "";
    const list = (await alice.see(`${source}?look&container=main`)).html;
    const [, link = ""] = /href="([^"]*\/identity\?[^"]*)"/.exec(list) ?? [];
    expect(link).toBe(`${source}/identity?container=main&key=shop`);
    const entry = { container: "main", key: "shop", site: "shop" };
    const chosen = await alice.see(`${source}/identity?${new URLSearchParams(entry).toString()}`);
    expect(chosen.html).toContain("<legend>email</legend>");
    expect(chosen.html).not.toContain(CANARY);
    const path = `${source}/identity`;
    const wanted = { ...entry, identity: "vaulted", "property.email": "mail" };
    const lacking = await alice.send(path, { ...wanted, "property.email": "no such part" });
    expect(lacking.status).toBe(400);
    expect(lacking.html).toContain('value="no such part"');
    expect((await bob.send(path, wanted)).status).toBe(403);
    const made = await alice.send(path, wanted);
    expect(made.location).toMatch(/^\/wire\/identities\/[\w-]{36}$/);
    const { html } = await alice.see(made.location ?? "");
    expect(html).toContain("an identity source");
    expect((await alice.see(source)).html).toContain(">vaulted</a>");
    expect(await alice.see(`${path}?site=pier`)).toMatchObject({ status: 200 });
    expect((await alice.see(`${path}?site=pier`)).html).not.toContain("Login of Pier");
  });

  it("lets a monitor be signed in with a saved session, and an action with a credential", async () => {
    const id = "5e55105e-0000-4000-8000-000000000001";
    const row = { id, owner: alice.account, name: hostile, websiteUrl: null, websiteDomain: null };
    const times = { createdAt: 1, lastUsedAt: null, expiresAt: null, heldUntil: 0, token: null };
    const counts = { cookieCount: 1, storageItemCount: 0, sealedProxy: null, stateKey: "kept" };
    await alice.see("/sessions");
    await records.insert(sessionRows, [{ ...row, ...times, ...counts }], call);
    await alice.send("/wire/identities/new", {
      site: "pier",
      type: "token",
      identity: "mooring",
      "name.0": "token",
      "value.0": CANARY,
    });
    const { html } = await alice.see("/monitors/new");
    expect(html).toContain(`<option value="${id}">&quot;&gt;&lt;script&gt;`);
    const [, credential = ""] = /<option value="([\w-]{36})">mooring at Pier/.exec(html) ?? [];
    expect((await bob.see("/monitors/new")).html).not.toContain(id);
    const wanted = { url: world.site.url("/"), intervalMinutes: "60" };
    const made = await alice.send("/monitors", { ...wanted, sessionId: id });
    const path = made.location ?? "";
    const edit = (await alice.see(`${path}/edit`)).html;
    expect(edit).toContain(`<option value="${id}" selected>`);
    expect((await alice.send(`${path}/edit`, { ...wanted, sessionId: "" })).location).toBe(path);
    expect((await alice.see(`${path}/edit`)).html).not.toContain(`<option value="${id}" selected>`);
    expect((await bob.send("/monitors", { ...wanted, sessionId: id })).html).toContain(
      'role="alert"',
    );
    const action = { scope: "wire", wireActionId: "pier.berths" };
    const watched = await alice.send("/monitors", {
      ...wanted,
      ...action,
      wireCredentialId: credential,
    });
    // It writes, so it is not watched; the credential was found to be the account's.
    expect(watched.html).toContain(`<option value="${credential}" selected>`);
  });
});
