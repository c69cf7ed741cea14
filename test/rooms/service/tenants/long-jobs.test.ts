import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { createPostgresRecords } from "dragline/storage/postgres";
import { SqliteRecords } from "dragline/storage/sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { postgresUrl, serverTitle } from "../../../services.ts";
import { PostgresSchema } from "../../storage/postgres-schema.ts";
import { openSite, openTenants, type Tenant } from "./tenant-rig.ts";

const postgres = await postgresUrl();

const stores: Readonly<Record<string, () => Promise<Records>>> = {
  memory: async () => new MemoryRecords(),
  SQLite: async () => {
    const folder = await mkdtemp(join(tmpdir(), "dragline-tenants-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    return new SqliteRecords({}, { path: join(folder, "service.db") });
  },
  ...(postgres !== undefined && {
    [serverTitle("Postgres", postgres)]: async () => {
      const schema = new PostgresSchema();
      onTestFinished(() => schema[Symbol.asyncDispose]());
      return createPostgresRecords({}, { connectionString: postgres, schema: schema.name });
    },
  }),
};

/** A site of which no page but robots.txt ever comes. */
async function openHangingSite(): Promise<{ readonly url: string; readonly asked: () => number }> {
  let asked = 0;
  const url = await openSite((request, response) => {
    if (request.url === "/robots.txt") response.writeHead(404).end();
    else asked += 1;
  });
  return { url, asked: () => asked };
}

async function submit(tenant: Tenant, path: string, body: object): Promise<string> {
  const { status, json } = await tenant.ask("POST", path, body);
  expect(status, JSON.stringify(json)).toBe(202);
  return `${path}/${String(json["jobId"])}`;
}

/** Waits until the jobs are over, and gives how they ended. */
async function ends(tenant: Tenant, jobs: readonly string[]): Promise<unknown[]> {
  const statuses = async (): Promise<unknown[]> => {
    const answers = await Promise.all(jobs.map((job) => tenant.ask("GET", job)));
    return answers.map(({ json }) => json["status"]);
  };
  const isOver = (status: unknown): boolean => status === "completed" || status === "failed";
  await expect
    .poll(async () => (await statuses()).every(isOver), { timeout: 20_000, interval: 20 })
    .toBe(true);
  return statuses();
}

describe("an account with two hundred crawls and two hundred maps that take for ever", () => {
  it.each(Object.entries(stores))("on %s holds up no job of another", async (_, open) => {
    const records = await open();
    onTestFinished(() => records.close());
    const { attacker, other } = await openTenants({}, { records });
    const hanging = await openHangingSite();
    const url = await openSite((request, response) =>
      request.url === "/robots.txt"
        ? response.writeHead(404).end()
        : response.end(`<title>a</title><a href=/a>a</a><a href=/b>b</a><p>${request.url}`),
    );
    for (let at = 0; at < 200; at += 1) {
      const endless = `${hanging.url}/${at}`;
      await Promise.all([
        submit(attacker, "/crawl", { url: endless, maxPages: 1000 }),
        submit(attacker, "/map", { url: endless }),
      ]);
    }
    await expect.poll(hanging.asked, { timeout: 10_000 }).toBeGreaterThanOrEqual(8);
    const jobs = [
      await submit(other, "/crawl", { url, maxPages: 3 }),
      await submit(other, "/map", { url }),
      await submit(other, "/url-scraper", { url }),
    ];
    expect(await ends(other, jobs)).toEqual(["completed", "completed", "completed"]);
    const more = await submit(other, "/crawl", { url, maxPages: 3 });
    expect(await ends(other, [more])).toEqual(["completed"]);
  });

  it.each(["/crawl", "/map"])(
    "leaves room at %s for as many accounts as there are places",
    async (path) => {
      const { attacker, open } = await openTenants();
      const hanging = await openHangingSite();
      const url = await openSite();
      for (let at = 0; at < 20; at += 1) await submit(attacker, path, { url: hanging.url });
      await expect.poll(hanging.asked, { timeout: 10_000 }).toBeGreaterThanOrEqual(4);
      const others = await Promise.all([open(), open(), open(), open()]);
      // Each holds a place beside.
      for (const other of others) await submit(other, path, { url: hanging.url });
      await expect.poll(hanging.asked, { timeout: 10_000 }).toBeGreaterThanOrEqual(8);
      expect(hanging.asked()).toBe(8);
      const last = await open();
      const waits = await submit(last, path, { url });
      expect((await last.ask("GET", waits)).json["status"]).toBe("pending");
    },
  );
});

describe("accounts whose jobs wait", () => {
  it.each(Object.entries(stores))("take turns on %s", async (_, open) => {
    const records = await open();
    onTestFinished(() => records.close());
    const asked: string[] = [];
    const held: (() => void)[] = [];
    let isOpen = false;
    const url = await openSite((request, response) => {
      if (request.url === "/robots.txt") {
        response.writeHead(404).end();
        return;
      }
      asked.push(request.url ?? "");
      const end = (): void => void response.end("<title>a</title><p>a");
      if (isOpen) end();
      else held.push(end);
    });
    const { attacker, other } = await openTenants({ concurrency: 4 }, { records });
    const map = (tenant: Tenant, name: string): Promise<string> =>
      submit(tenant, "/map", { url: `${url}/${name}` });
    for (let at = 0; at < 30; at += 1) await map(attacker, `a${at}`);
    await expect.poll(() => asked.length).toBe(1);
    const jobs = [];
    for (let at = 0; at < 5; at += 1) jobs.push(await map(other, `b${at}`));
    isOpen = true;
    for (const end of held) end();
    expect(new Set(await ends(other, jobs))).toEqual(new Set(["completed"]));
    expect(asked.filter((path) => path.startsWith("/a")).length).toBeLessThan(15);
  });
});
