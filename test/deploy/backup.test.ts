import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { buffer } from "node:stream/consumers";
import pg from "pg";
import { createSite, type Site } from "dragline/testing";
import { verify } from "dragline/webhooks";
import { describe, expect, it, onTestFinished } from "vitest";
import { newcomer, root } from "../sources.ts";
import { postgresUrl, serverTitle } from "../services.ts";
import { inFolder, isInstalled, runTool, toolTitle } from "./tools.ts";

const KEY = "a-key-of-the-host-12345";
type Json = Readonly<Record<string, unknown>>;

/** A process of the service that is being tested. */
interface Started {
  readonly child: ChildProcess;
  readonly url: string;
}

async function start(
  data: string,
  env: Readonly<Record<string, string>>,
  flags: readonly string[],
): Promise<Started> {
  const bin = join(root, "src/node/bin.ts");
  const local = ["--engine=http", "--allow-host=127.0.0.1", "--allow-callback-host=127.0.0.1"];
  const argv = ["--conditions=dragline-source", bin, "serve", "--port=0", `--data=${data}`];
  const child = spawn(process.execPath, [...argv, ...local, ...flags], {
    env: { ...newcomer(data), DRAGLINE_API_KEY: KEY, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
  createInterface({ input: child.stdout }).on("line", (text) => {
    const line = JSON.parse(text) as Json;
    if (line["event"] === "listening") resolve(String(line["url"]));
  });
  return { child, url: await promise };
}

async function killed({ child }: Started): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

/** Calls a route of a process. */
async function call({ url }: Started, route: string, body?: object): Promise<Json> {
  const [method = "", path = ""] = route.split(" ");
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { "x-api-key": KEY, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect([route, response.ok]).toEqual([route, true]);
  return (await response.json()) as Json;
}

/** The document of a job, once it is settled. */
async function settled(at: Started, id: string): Promise<Json> {
  for (;;) {
    const document = await call(at, `GET /url-scraper/${id}`);
    if (document["status"] === "completed" || document["status"] === "failed") return document;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Events as they came. */
interface Received {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Pages, a large one among them, and a receiver. */
async function openSite(received: Received[]): Promise<Site> {
  const long = `<p>${"A long page has words. ".repeat(6000)}</p>`;
  return createSite({
    "/small": (_, response) => response.end("<title>s</title><p>A small page.</p>"),
    "/large": (_, response) => response.end(`<title>l</title><main>${long}</main>`),
    "/hook": (request, response) => {
      void buffer(request).then((body) => {
        received.push({ headers: request.headers as Record<string, string>, body });
        response.writeHead(204).end();
      });
    },
  });
}

/** Where the records are, and how an operator keeps them. The commands are those of docs/service/operate.md. */
interface Place {
  readonly env: Readonly<Record<string, string>>;
  backUp(data: string, backup: string): Promise<void>;
  destroy(data: string): Promise<void>;
  restore(data: string, backup: string): Promise<void>;
  /** As a newer version would: a table and a field that this one does not know. */
  extend(data: string): Promise<void>;
}

async function copyFiles(from: string, to: string): Promise<void> {
  for (const name of ["blobs", "blobs.secret"]) {
    await cp(join(from, name), join(to, name), { recursive: true });
  }
}

/** The key ring is kept elsewhere, before there is anything else. */
async function copyKeys(from: string, to: string): Promise<void> {
  await cp(join(from, "seal.keys"), join(to, "seal.keys"));
}

const sqlite: Place = {
  env: {},
  async backUp(data, backup) {
    const to = join(backup, "dragline.sqlite");
    const from = join(data, "dragline.sqlite");
    if (isInstalled("sqlite3")) {
      const ran = await runTool("sqlite3", [from, ".timeout 10000", `.backup ${to}`]);
      expect(ran).toEqual({ code: 0, text: "" });
    } else {
      using database = new DatabaseSync(from);
      database.exec(`PRAGMA busy_timeout = 10000; VACUUM INTO '${to}'`);
    }
    await copyFiles(data, backup);
  },
  async destroy() {},
  async restore(data, backup) {
    await cp(backup, data, { recursive: true });
  },
  async extend(data) {
    using database = new DatabaseSync(join(data, "dragline.sqlite"));
    database.exec("CREATE TABLE of_a_newer_version (id TEXT)");
    const table = database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%service_jobs'")
      .get() as { name: string };
    database.exec(`ALTER TABLE "${table.name}" ADD COLUMN of_a_newer_version TEXT`);
  },
};

function postgresPlace(url: string): Place {
  const query = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(text);
    await client.end();
  };
  return {
    env: { DATABASE_URL: url },
    async backUp(data, backup) {
      const file = join(backup, "dragline.dump");
      const args = ["--schema=dragline", "--format=custom", `--file=${file}`, url];
      expect(await runTool("pg_dump", args)).toEqual({ code: 0, text: "" });
      await copyFiles(data, backup);
    },
    destroy: () => query("DROP SCHEMA dragline CASCADE"),
    async restore(data, backup) {
      const file = join(backup, "dragline.dump");
      const args = ["--exit-on-error", "--single-transaction", `--dbname=${url}`, file];
      expect(await runTool("pg_restore", args)).toEqual({ code: 0, text: "" });
      await copyFiles(backup, data);
      await copyKeys(backup, data);
    },
    async extend() {
      await query("CREATE TABLE dragline.of_a_newer_version (id text)");
      await query("ALTER TABLE dragline.service_jobs ADD COLUMN of_a_newer_version text");
    },
  };
}

const postgres = await postgresUrl();

/** A database of its own. */
async function newDatabase(): Promise<string> {
  const name = `dragline_test_${randomUUID().replaceAll("-", "_")}`;
  const admin = new pg.Client({ connectionString: postgres });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  onTestFinished(async () => {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  });
  const url = new URL(postgres ?? "");
  url.pathname = `/${name}`;
  return url.href;
}

/** Backs a service up while it works and a worker dies, loses all of it, and goes on with the backup. */
async function surviveLoss(place: Place, folder: string): Promise<unknown> {
  const [data, backup, keys] = ["data", "backup", "keys"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await Promise.all([mkdir(backup), mkdir(keys)]);
  const received: Received[] = [];
  await using site = await openSite(received);
  const api = await start(data, place.env, ["--no-worker"]);
  const worker = await start(data, place.env, ["--worker-only"]);
  await copyKeys(data, keys);
  const hook = { url: site.url("/hook"), events: ["job.completed"] };
  const { secret } = await call(api, "POST /webhooks", hook);
  const monitor = { url: site.url("/small"), intervalMinutes: 60 };
  const { id: monitorId } = await call(api, "POST /monitors", monitor);
  const submit = async (page: string): Promise<string> => {
    const request = { url: site.url(page), formats: ["markdown"], forceFresh: true };
    return String((await call(api, "POST /url-scraper", request))["jobId"]);
  };
  const done = [await submit("/small"), await submit("/large")];
  const before = await Promise.all(done.map((id) => settled(api, id)));
  expect(before.map(({ status }) => status)).toEqual(["completed", "completed"]);
  // The large result is a file.
  expect(await readdir(join(data, "blobs"))).not.toEqual([]);
  const begun = [await submit("/small"), await submit("/large"), await submit("/small")];

  const load = { isOn: true };
  const loading = (async () => {
    for (let at = 0; load.isOn && at < 20; at += 1) await submit("/small");
  })();
  const [second] = await Promise.all([
    start(data, place.env, ["--worker-only"]),
    place.backUp(data, backup),
    killed(worker),
  ]);
  load.isOn = false;
  await loading;
  await Promise.all([killed(api), killed(second)]);
  await place.destroy(data);
  await rm(data, { recursive: true });
  await mkdir(data, { mode: 0o700 });

  await copyKeys(keys, backup);
  await place.restore(data, backup);
  await place.extend(data);
  received.length = 0;
  const again = await start(data, place.env, []);
  expect(await Promise.all(done.map((id) => settled(again, id)))).toEqual(before);
  const after = await Promise.all(begun.map((id) => settled(again, id)));
  expect(after.map(({ status }) => status)).toEqual(begun.map(() => "completed"));
  expect(await call(again, `GET /monitors/${String(monitorId)}`)).toMatchObject({ id: monitorId });
  const fresh = { url: site.url("/small"), formats: ["markdown"], forceFresh: true };
  const { jobId } = await call(again, "POST /url-scraper", fresh);
  await settled(again, String(jobId));
  const isHere = () => received.find(({ body }) => body.includes(String(jobId)));
  await expect.poll(isHere).toBeDefined();
  const { body, headers } = isHere() ?? { body: Buffer.alloc(0), headers: {} };
  // What was sealed opens with the keys that were kept.
  expect(verify({ body, headers }, String(secret))).toMatchObject({ valid: true });
  const exit = once(again.child, "exit");
  again.child.kill("SIGTERM");
  return await exit;
}

describe("a backup that is made under load, while a worker is killed", () => {
  it(
    "brings everything back on SQLite, and the service goes on, also after a newer version",
    () =>
      inFolder(async (folder) => {
        expect(await surviveLoss(sqlite, folder)).toEqual([0, null]);
      }),
    120_000,
  );

  const isSkipped = postgres === undefined || !isInstalled("pg_dump");
  it.skipIf(isSkipped)(
    `for real: ${toolTitle(serverTitle("does the same on Postgres", postgres), "pg_dump")}`,
    async () => {
      const url = await newDatabase();
      await inFolder(async (folder) => {
        expect(await surviveLoss(postgresPlace(url), folder)).toEqual([0, null]);
      });
    },
    120_000,
  );
});
