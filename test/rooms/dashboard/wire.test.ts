import { randomBytes } from "node:crypto";
import { FakeVault } from "dragline/testing";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { createCatalog } from "dragline/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeRunner, wireActions } from "../../transports/fake-wire.ts";
import { actionOf, siteOf } from "../../transports/wire-samples.ts";
import { jobRows } from "../../../src/service/jobs/collections.ts";
import { buildRows } from "../../../src/service/slices/wire/builds/build-rows.ts";
import { openDashboardWorld, type DashboardWorld, type Visitor } from "./dashboard-world.ts";

const call = { signal: new AbortController().signal };
const hostile = `"><script>ran = 1</script>`;
const CANARY = "ops_the-secret-that-no-page-shows";
const pier = siteOf({
  slug: "pier",
  auth_types: ["token"],
  auth: { headers: { authorization: "Bearer {{credential.token}}" } },
});
const berths = actionOf(pier, {
  action_id: "pier.berths",
  name: "find berths",
  type: "write",
  auth_mode: "optional",
  parameters: [
    parameter("kind", "string", { required: true, enum: ["sail", "motor"] }),
    parameter("length", "number", { default: 7.5 }),
    parameter("power", "boolean"),
    parameter("names", "array"),
    parameter("more", "object"),
    parameter("pin", "string", { secret: true }),
  ],
});

function parameter(
  name: string,
  type: "string" | "number" | "boolean" | "array" | "object",
  more: object = {},
) {
  return { name, type, required: false, description: `The ${name}.`, examples: ["x"], ...more };
}

describe("Wire in the dashboard", () => {
  const blobs = new MemoryBlobs();
  const records = new MemoryRecords();
  const runner = new FakeRunner(blobs);
  const vault = new FakeVault({
    token: CANARY,
    containers: {
      main: {
        name: "Main",
        entries: {
          shop: { title: hostile, fields: { mail: "ann@example.com", password: CANARY } },
        },
      },
    },
  });
  let world: DashboardWorld;
  let alice: Visitor;
  let bob: Visitor;

  beforeAll(async () => {
    const ring = KeyRing.parse(`k1:${randomBytes(32).toString("base64url")}`);
    const sealer = new Sealer({ records, ring });
    const catalog = createCatalog([], [...wireActions, berths]);
    const parts = { records, blobs, sealer, catalog, actionRunner: runner, vaults: [vault] };
    world = await openDashboardWorld({}, parts);
    ({ alice, bob } = world);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const idIn = (text: string | null): string => /([\w-]{36})/.exec(text ?? "")?.[1] ?? "";
  const done = (id: string) =>
    expect.poll(async () => (await alice.see(`/jobs/${id}`)).html).toContain(">completed<");
  /** Makes an identity of the pier; gives its id. */
  const identity = async (name: string): Promise<string> => {
    const fields = { site: "pier", type: "token", identity: name };
    await alice.send("/wire/identities/new", { ...fields, "name.0": "token", "value.0": CANARY });
    const { html } = await alice.see("/wire/identities");
    const ids = [...html.matchAll(/href="\/wire\/identities\/([\w-]{36})"/g)];
    return ids.at(-1)?.[1] ?? "";
  };

  it("shows the catalog, by category, and finds actions by words", async () => {
    const all = (await alice.see("/wire")).html;
    for (const name of ["Board", "Pier", "Quay", "Shop"]) expect(all).toContain(`>${name}</a>`);
    const some = (await alice.see("/wire?category=community")).html;
    expect(some).toContain(">Board</a>");
    expect(some).not.toContain(">Pier</a>");
    const found = (await alice.see("/wire?q=list+prices")).html;
    expect(found).toContain('href="/wire/actions/shop.prices"');
    const nothing = await alice.see(`/wire?q=${encodeURIComponent(hostile)}`);
    expect(nothing.html).not.toContain("<script>ran");
  });

  it("shows a site with its actions and ways to sign in", async () => {
    const { html } = await alice.see("/wire/sites/quay");
    expect(html).toContain('href="/wire/actions/quay.berths"');
    expect(html).toContain('href="/connect/quay"');
    expect((await alice.see("/wire/sites/nowhere")).status).toBe(404);
  });

  it("makes the form of an action from its parameters", async () => {
    const { html } = await alice.see("/wire/actions/pier.berths");
    expect(html).toMatch(/<select id="param.kind"[^>]* required>.*<option value="sail">/s);
    expect(html).toMatch(/<input id="param.length"[^>]*type="number"[^>]*default: 7.5/);
    expect(html).toMatch(/<textarea id="param.names"/);
    expect(html).toMatch(/<input id="param.pin"[^>]*type="password"/);
    expect(html).toContain("data-confirm=");
    expect(html).toContain("Example: <code>x</code>");
    expect((await alice.see("/wire/actions/pier.nothing")).status).toBe(404);
  });

  it("runs it with values of their types, and shows what came as a table", async () => {
    const rows = [{ name: hostile, page: "javascript:alert(1)", price: 9 }];
    runner.acts.set("pier.berths", () => ({
      status: "completed",
      data: { total: 1, rows },
      files: [],
      executionMs: 1,
    }));
    const sent = await alice.send("/wire/actions/pier.berths", {
      "param.kind": "sail",
      "param.length": "8.25",
      "param.power": "false",
      "param.names": "Kiel\r\n\r\n Riga ",
      "param.more": '{"a":[1]}',
    });
    expect(sent.status).toBe(303);
    const id = idIn(sent.location);
    await done(id);
    expect(runner.runs.at(-1)?.call.params).toEqual({
      kind: "sail",
      length: 8.25,
      power: false,
      names: ["Kiel", "Riga"],
      more: { a: [1] },
    });
    const { html } = await alice.see(`/jobs/${id}`);
    expect(html).toContain("&lt;script&gt;ran = 1");
    expect(html).not.toContain("<script>ran");
    expect(html).not.toContain('href="javascript:');
    expect(html).toContain('href="/wire/actions/pier.berths"');
    expect((await bob.see(`/jobs/${id}`)).status).toBe(404);
    const jobs = (await alice.see("/wire/jobs?search=sail&status=completed")).html;
    expect(jobs).toContain(`/jobs/${id}`);
    expect((await bob.see("/wire/jobs")).html).not.toContain(id);
  });

  it("says what is wrong with a form, keeps what was entered, and shows no secret again", async () => {
    const runs = runner.runs.length;
    const sent = await alice.send("/wire/actions/pier.berths", {
      "param.kind": "motor",
      "param.more": "{oops",
      "param.pin": CANARY,
    });
    expect(sent.status).toBe(400);
    expect(sent.html).toContain("more is not valid JSON");
    expect(sent.html).toContain('<option value="motor" selected>');
    expect(sent.html).not.toContain(CANARY);
    const refused = await alice.send("/wire/actions/pier.berths", {});
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining("Missing: kind")]);
    expect(runner.runs).toHaveLength(runs);
  });

  it("gives the files of a job, to its account alone", async () => {
    const sent = await alice.send("/wire/actions/board.export");
    const id = idIn(sent.location);
    await done(id);
    const { html } = await alice.see(`/jobs/${id}`);
    const [, path = ""] = /href="(\/api\/wire\/jobs\/[^"]*download[^"]*)"/.exec(html) ?? [];
    const file = await alice.ask(path);
    expect([file.status, await file.text()]).toEqual([200, "id,text\n1,a\n"]);
    expect(file.headers.get("content-disposition")).toContain("attachment");
    expect((await bob.ask(path)).status).toBe(404);
  });

  it("adds, renames and deletes an identity; its secret is on no page", async () => {
    const id = await identity(hostile);
    const other = await identity("second");
    expect(other).not.toBe(id);
    for (const path of ["/wire/identities", `/wire/identities/${id}`]) {
      const { html, status } = await alice.see(path);
      expect(status).toBe(200);
      expect(html).toContain("&lt;script&gt;ran = 1");
      expect(html).not.toMatch(/<script>ran|the-secret/);
    }
    await alice.send(`/wire/identities/${id}/rename`, { name: "captain" });
    await alice.send(`/wire/identities/${other}/default`);
    const list = (await alice.see("/wire/identities")).html;
    expect(list).toContain(">captain</a>");
    expect(list).toMatch(/second<\/a> <span class="badge good">default/);
    const form = (await alice.see("/wire/actions/pier.berths")).html;
    expect(form).toContain(`<option value="${other}">second</option>`);
    for (const path of ["rename", "default", "delete", "credentials", "verify"]) {
      const { status } = await bob.send(`/wire/identities/${id}/${path}`, { name: "mine" });
      expect([path, status]).toEqual([path, 403]);
    }
    expect((await bob.see(`/wire/identities/${id}`)).status).toBe(403);
    expect((await bob.see("/wire/identities")).html).not.toContain("captain");
    await alice.send(`/wire/identities/${id}/delete`);
    expect((await alice.see("/wire/identities")).html).not.toContain("captain");
  });

  it("adds and deletes credentials, and verifies a password", async () => {
    const shop = { site: "shop", identity: "ann", type: "credentials" };
    const login = { "param.email": "ann@example.com", "param.password": CANARY };
    const made = await alice.send("/wire/identities/new", { ...shop, ...login });
    expect(made.location).toBe("/wire/identities");
    const list = (await alice.see("/wire/identities")).html;
    const [, id = ""] = /identities\/([\w-]{36})">ann</.exec(list) ?? [];
    const path = `/wire/identities/${id}`;
    expect((await alice.send(`${path}/verify`, login)).location).toBe(path);
    const key = { type: "api_key", "name.0": "api_key", "value.0": CANARY };
    expect((await alice.send(`${path}/credentials`, key)).location).toBe(path);
    const { html } = await alice.see(path);
    expect(html).not.toContain(CANARY);
    const credentials = [...html.matchAll(/credentials\/([\w-]{36})\/delete/g)].map(
      ([, each]) => each,
    );
    expect(credentials).toHaveLength(2);
    const removed = `${path}/credentials/${credentials[1]}/delete`;
    expect((await bob.send(removed)).status).toBe(403);
    expect((await alice.send(removed)).location).toBe(path);
    expect((await alice.see(path)).html).not.toContain(String(credentials[1]));
  });

  it("says why a site refused a login, and keeps the fields that are no secret", async () => {
    runner.logins.set("shop", () => ({
      status: "refused",
      error: { code: "BAD_PASSWORD", message: "The password is wrong." },
      executionMs: 1,
    }));
    const fields = { site: "shop", identity: "bea", type: "credentials" };
    const login = { "param.email": "bea@example.com", "param.password": CANARY };
    const { status, html } = await alice.send("/wire/identities/new", { ...fields, ...login });
    expect(status).toBe(400);
    expect(html).toContain("Shop refused the login");
    expect(html).toContain("bea@example.com");
    expect(html).not.toContain(CANARY);
    runner.logins.delete("shop");
  });

  it("connects a vault, looks into it, verifies it and disconnects it", async () => {
    const form = (await alice.see("/wire/sources/new?provider=password_vault")).html;
    const [, field = ""] = /name="(field\.[^"]+)"/.exec(form) ?? [];
    expect(form).toMatch(/type="password"/);
    const order = { provider: "password_vault", display_name: hostile };
    const [, method = ""] = /name="auth_method" value="([^"]*)"/.exec(form) ?? [];
    const wrong = { ...order, auth_method: method, [field]: "not the token" };
    const refused = await alice.send("/wire/sources/new", wrong);
    expect([refused.status, refused.html]).toEqual([
      400,
      expect.not.stringContaining("not the token"),
    ]);
    const made = await alice.send("/wire/sources/new", { ...wrong, [field]: CANARY });
    const path = made.location ?? "";
    const id = idIn(path);
    expect(path).toBe(`/wire/sources/${id}`);
    for (const each of ["/wire/sources", path, `${path}?look`, `${path}?look&container=main`]) {
      const { status, html } = await alice.see(each);
      expect([each, status]).toEqual([each, 200]);
      expect(html).not.toMatch(/<script>ran|the-secret/);
    }
    expect((await alice.see(`${path}?look&container=main`)).html).toContain("&lt;script&gt;ran");
    expect((await alice.send(`${path}/verify`)).location).toBe(path);
    for (const each of ["verify", "delete"]) {
      expect([each, (await bob.send(`${path}/${each}`)).status]).toEqual([each, 403]);
    }
    expect((await bob.see(path)).status).toBe(403);
    expect((await alice.send(`${path}/delete`)).location).toBe("/wire/sources");
    expect((await alice.see(path)).status).toBe(404);
  });

  it("submits a build request, and shows what became of it", async () => {
    expect((await alice.see("/wire/builds")).html).toContain("Nothing was built yet.");
    const wrong = await alice.send("/wire/builds", { url: "ftp://x.test/", goal: hostile });
    expect([wrong.status, wrong.html]).toEqual([400, expect.stringContaining("&lt;script&gt;ran")]);
    const sent = await alice.send("/wire/builds", { url: world.site.url("/"), goal: hostile });
    const path = sent.location ?? "";
    expect(path).toMatch(/^\/wire\/builds\/[\w-]{36}$/);
    const running = { status: "processing", message: `Step 4, click: done. ${hostile}` };
    const where = { id: path.split("/").at(-1) ?? "" };
    // There is no model that could build anything.
    await expect.poll(async () => (await alice.see(path)).html).toContain(">failed<");
    for (const each of ["/wire/builds", path]) {
      const { html } = await alice.see(each);
      expect(html).toContain("&lt;script&gt;ran");
      expect(html).not.toMatch(/<script>ran|data-refresh/);
    }
    expect((await bob.see(path)).status).toBe(403);
    expect((await bob.see("/wire/builds")).html).toContain("Nothing was built yet.");
    await records.update(buildRows, { where, set: { status: "processing" } }, call);
    const later = Date.now() + 60_000;
    const held = { holder: "other", lookAt: later, completedAt: null };
    await records.update(jobRows, { where, set: { ...running, ...held } }, call);
    const { html } = await alice.see(path);
    expect(html).toMatch(/<dt>Now<\/dt><dd>Step 4, click: done\. &quot;&gt;&lt;script/);
    expect(html).toContain("data-refresh");
  });
});
