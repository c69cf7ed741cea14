import { readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createService } from "dragline/service";
import { FsBlobs } from "dragline/storage/fs";
import { MemoryBlobs } from "dragline/storage/memory";
import { Sealer } from "dragline/storage/sealing";
import { SqliteRecords } from "dragline/storage/sqlite";
import { FakeVault } from "dragline/testing";
import { VaultError } from "dragline/vault";
import { createCatalog } from "dragline/wire";
import { catalogUuid } from "../../../../../../src/wire/run/name-ids.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ServiceMetrics } from "../../../../../../src/node/serve/service-metrics.ts";
import {
  failed,
  FakeRunner,
  SECRET,
  signedIn,
  wireActions,
} from "../../../../../transports/fake-wire.ts";
import { leaksOf, overhear, type Overheard } from "../../../../vault/canary.ts";
import { ring } from "./identity-rig.ts";

const TOKEN = "ops_canary-token-of-ann-8Q";
const OTHER_TOKEN = "ops_canary-token-new-3F";
const PASSWORD = "canary-password-of-ann-7x";
const VAULTED = "canary-password-in-vault-5y";
const API_KEY = "canary-key-of-ann-2z";
const secrets = [TOKEN, OTHER_TOKEN, PASSWORD, VAULTED, API_KEY, SECRET];

let folder: string;
let overheard: Overheard;
const answers: string[] = [];
const opened: { close(): Promise<void> }[] = [];

async function openService() {
  const records = new SqliteRecords({}, { path: join(folder, "store.sqlite") });
  const blobs = new FsBlobs(
    {},
    { folder: join(folder, "blobs"), baseUrl: "http://localhost/", secrets: ["x".repeat(32)] },
  );
  opened.push(records, blobs);
  const containers = {
    work: {
      name: "Work",
      entries: { shop: { fields: { email: "ann@x.example", password: VAULTED } } },
    },
  };
  const vault = new FakeVault({ token: TOKEN, containers });
  const runner = new FakeRunner(new MemoryBlobs());
  const service = createService({
    records,
    blobs,
    sealer: new Sealer({ records, ring }),
    vaults: [vault],
    catalog: createCatalog([], wireActions),
    actionRunner: runner,
  });
  const { id: account } = await service.accounts.create({});
  const ask = async (method: string, path: string, body?: object) => {
    const init = { method, headers: { "content-type": "application/json" } };
    const request = new Request(`http://service.test/v1/wire${path}`, {
      ...init,
      ...(body && { body: JSON.stringify(body) }),
    });
    const response = await service.fetch(request, { account });
    const text = await response.text();
    answers.push(JSON.stringify([...response.headers]), text);
    return { status: response.status, json: JSON.parse(text) as Record<string, never> };
  };
  return { service, vault, runner, ask };
}

/** Everything below the folder, as bytes. */
function filesIn(path: string): string {
  return readdirSync(path)
    .map((name) => join(path, name))
    .map((file) => (statSync(file).isDirectory() ? filesIn(file) : readFileSync(file, "latin1")))
    .join("\n");
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-canary-"));
  overheard = overhear();
});
afterAll(async () => {
  overheard[Symbol.dispose]();
  await rm(folder, { recursive: true, force: true });
});

describe("secrets of identities and sources", () => {
  it("are in no answer, file, log or trace, whatever goes wrong", { timeout: 60_000 }, async () => {
    const { service, vault, runner, ask } = await openService();
    using metrics = new ServiceMetrics({ queue: { depth: async () => 0 }, service });
    const stopping = new AbortController();
    const running = service.run({ signal: stopping.signal });
    const params = { email: "ann@example.com", password: PASSWORD };
    const statuses: number[] = [];
    const say = async (...call: Parameters<typeof ask>) => {
      const { status, json } = await ask(...call);
      statuses.push(status);
      return json as Record<string, { readonly id: string } & Record<string, unknown>>;
    };

    const source = await say("POST", "/identity-sources", {
      provider: "password_vault",
      token: TOKEN,
    });
    const id = source["identity_source"]?.id ?? "";
    await say("POST", "/identity-sources", { provider: "password_vault", token: OTHER_TOKEN });
    await say("PATCH", `/identity-sources/${id}`, { token: OTHER_TOKEN });
    vault.failNext(
      new VaultError("SOURCE_UPSTREAM_ERROR", { message: `no ${TOKEN}`, details: {} }),
    );
    await say("POST", `/identity-sources/${id}/verify`);
    await say("GET", `/identity-sources/${id}/containers/work/entries`);

    await say("POST", "/login", { catalog_slug: "shop", params });
    const source_ref = {
      entry: { container: "work", key: "shop" },
      fields: { email: {}, password: {} },
    };
    const bound = { catalog_slug: "shop", identity_name: "bound", source_id: id, source_ref };
    await say("POST", "/login", bound);
    runner.logins.set("shop", (call) => {
      throw new Error(`crashed with ${JSON.stringify(call.params)}`);
    });
    await say("POST", "/login", { catalog_slug: "shop", identity_name: "crash", params });
    runner.logins.set("shop", signedIn);

    const catalog_id = catalogUuid("shop");
    const credential = { type: "api_key", data: { key: API_KEY } };
    const keyed = await say("POST", "/identities", { catalog_id, name: "keyed", credential });
    await say("GET", "/identities");
    runner.acts.set("shop.account", () => failed("AUTH_EXPIRED", "signed out"));
    const task = await say("POST", "/task", {
      action_id: "shop.account",
      identity_id: keyed["identity"]?.id,
      params: {},
    });
    await expect
      .poll(
        async () =>
          (await ask("GET", `/jobs/${JSON.stringify(task["job_id"]).slice(1, -1)}`)).json["status"],
      )
      .toBe("failed");

    expect(statuses).toEqual([201, 400, 400, 502, 200, 201, 201, 502, 201, 200, 202]);
    const look = (): void => {
      const files = filesIn(folder);
      // Or the search would find nothing whatever there is.
      expect(files).toContain(id);
      expect(leaksOf(files, secrets)).toEqual([]);
    };
    look();
    stopping.abort();
    await running;
    await service[Symbol.asyncDispose]();
    for (const store of opened) await store.close();
    look();
    const measured = await metrics.text();
    expect(measured).toContain("/wire/login");
    expect(leaksOf(measured, secrets)).toEqual([]);
    expect(leaksOf(answers.join("\n"), secrets)).toEqual([]);
    expect(leaksOf(overheard.text(), secrets)).toEqual([]);
  });
});
