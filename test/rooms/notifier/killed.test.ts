import { join } from "node:path";
import { collection, type Records } from "dragline/storage";
import { createPostgresRecords } from "dragline/storage/postgres";
import { SqliteRecords } from "dragline/storage/sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  deliveryRows,
  noticeRows,
  notifierCollections,
} from "../../../src/notifier/collections.ts";
import { KILLED, Program } from "../../rigs/child.ts";
import { postgresUrl, serverTitle } from "../../services.ts";
import { PostgresSchema } from "../storage/postgres-schema.ts";
import { FakeService } from "./services-site.ts";

/** Where a life ends, and at which passage of that point. */
const kills = [
  ["before-fact", 3],
  ["in-fact", 2],
  ["after-fact", 4],
  ["before-message", 1],
  ["in-message", 1],
  ["after-message", 2],
  ["before-attempt", 1],
  ["after-attempt", 1],
  ["in-attempt", 2],
  ["before-attempt", 2],
  ["after-attempt", 2],
  ["before-attempt", 4],
] as const;
const LONGEST_LIFE = 3_000;

const facts = collection({ name: "facts", fields: { id: "string" }, key: ["id"] });
const call = { signal: new AbortController().signal };

let program: Program;
beforeAll(async () => {
  program = await Program.bundle("notifier-kill-child.ts");
}, 60_000);
afterAll(() => program[Symbol.asyncDispose]());

async function sqlite() {
  const path = join(program.folder, "notifier.sqlite");
  return { records: new SqliteRecords({}, { path }), path, schema: "", end: async () => {} };
}

async function postgres() {
  const place = new PostgresSchema();
  const { name: schema, pool } = place;
  const records: Records = await createPostgresRecords({ pool }, { schema });
  return { records, path: "", schema, end: () => place[Symbol.asyncDispose]() };
}

const url = await postgresUrl();
const stores = [
  ["SqliteRecords", true, sqlite],
  [serverTitle("PostgresRecords", url), url !== undefined, postgres],
] as const;

describe("workers that are killed while they tell", () => {
  for (const [title, isThere, open] of stores) {
    it.runIf(isThere)(
      `lose nothing, tell nothing that was not stored, and repeat no more than a kill each, on ${title}`,
      { timeout: 120_000 },
      async () => {
        await using service = await FakeService.open();
        const { records, path, schema, end } = await open();
        const target = `http://${service.host}/hook#whsec_1`;
        let life = 0;
        const start = (point = "", after = 0) => {
          life += 1;
          return program.start([path, schema, target, String(life), point, String(after)]);
        };
        for (const [point, after] of kills) {
          expect(await start(point, after).life(LONGEST_LIFE), point).toEqual(KILLED);
        }
        await records.ensure([facts, ...notifierCollections], call);
        const last = start();
        const waits = async (): Promise<number> =>
          (await records.count(noticeRows, { where: { deliveryId: null } }, call)) +
          (await records.count(deliveryRows, { where: { status: "pending" } }, call));
        while (last.isAlive && (await waits()) > 0) await new Promise(setImmediate);
        last.send("stop");
        expect(await last.exit).toEqual([0, null]);
        const stored = (await records.find(facts, {}, call)).map(({ id }) => id);
        const told = service.asked.map(({ json }) => (json["data"] as { id: string }).id);
        expect(stored.length).toBeGreaterThan(kills.length);
        expect(new Set(told)).toEqual(new Set(stored));
        expect(told.length - stored.length).toBeLessThanOrEqual(kills.length);
        // What came twice came under the same id, with the same body.
        for (const asked of Map.groupBy(
          service.asked,
          ({ json }) => (json["data"] as { id: string }).id,
        ).values()) {
          expect(new Set(asked.map(({ headers }) => headers["x-service-delivery-id"])).size).toBe(
            1,
          );
          expect(new Set(asked.map(({ body }) => body)).size).toBe(1);
        }
        await records.close();
        await end();
      },
    );
  }
});
