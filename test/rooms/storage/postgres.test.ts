import { collection } from "dragline/storage";
import {
  createPostgresRecords,
  type PostgresClient,
  type PostgresPool,
  type PostgresRecordsOptions,
} from "dragline/storage/postgres";
import { execFile } from "node:child_process";
import { inspect, promisify } from "node:util";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { postgresAddress } from "../../postgres-address.ts";
import { postgresUrl, serverTitle } from "../../services.ts";
import { planQuery } from "../../../src/storage/query-plan.ts";
import { shapeOf } from "../../../src/storage/shape.ts";
import { findStatement } from "../../../src/storage/postgres/statements.ts";
import { root } from "../../sources.ts";
import { PostgresSchema } from "./postgres-schema.ts";

const url = await postgresUrl();
const call = { signal: new AbortController().signal };
const notes = collection({
  name: "notes",
  fields: { id: "string", size: "number?", data: "json?", bytes: "bytes?" },
  key: ["id"],
  unique: [["size"]],
  indexes: [["size", "id"]],
});

/** A pool whose connections fail with an error at every query. */
class FailingPool implements PostgresPool {
  readonly #failure: Error;

  constructor(failure: Error) {
    this.#failure = failure;
  }

  async connect(): Promise<PostgresClient> {
    const failure = this.#failure;
    return {
      host: "127.0.0.1",
      port: 1,
      async query() {
        throw failure;
      },
      release() {},
      on() {},
      off() {},
    };
  }

  async end(): Promise<void> {}
  on(): void {}
  off(): void {}
}

describe("createPostgresRecords", () => {
  it.each([
    [{ schema: "pg_mine" }, /'schema' must be/],
    [{ schema: 'a"; DROP' }, /'schema' must be/],
    [{ schema: "" }, /'schema' must be/],
    [{ timeoutMs: 9 }, /'timeoutMs' must be/],
    [{ poolSize: 0 }, /'poolSize' must be/],
    [{ host: "x" } as PostgresRecordsOptions, /Unknown option 'host'/],
  ])("refuses %j", async (options: PostgresRecordsOptions, message) => {
    await expect(createPostgresRecords({}, options)).rejects.toMatchObject({
      code: "INVALID_OPTION",
      message: expect.stringMatching(message) as string,
    });
  });

  it("refuses an address together with a pool, and options in the place of collaborators", async () => {
    const pool = new FailingPool(new Error("none"));
    await expect(
      createPostgresRecords({ pool }, { connectionString: "postgres://h" }),
    ).rejects.toThrow(/'connectionString' cannot be combined/);
    await expect(createPostgresRecords({ schema: "x" } as object)).rejects.toThrow(
      /'schema' is an/,
    );
  });

  it("says what to install where pg is not installed, unless a pool is given", async () => {
    const script = `
      import { registerHooks } from "node:module";
      registerHooks({ resolve(name, context, next) {
        if (name !== "pg") return next(name, context);
        throw Object.assign(new Error("none"), { code: "ERR_MODULE_NOT_FOUND" });
      } });
      const { createPostgresRecords } = await import("dragline/storage/postgres");
      await createPostgresRecords({ pool: { on() {} } });
      await createPostgresRecords().catch(({ code, message }) => console.log(code, message));`;
    const args = ["--conditions=dragline-source", "--input-type=module", "-e", script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
    expect(stdout).toMatch(/^PACKAGE_MISSING .*: npm install pg\n$/);
  });
});

describe("PostgresRecords", () => {
  it.each([
    ["53100", "STORE_FULL"],
    ["25006", "READ_ONLY"],
    ["42501", "READ_ONLY"],
    ["57P01", "UNAVAILABLE"],
    ["57P03", "UNAVAILABLE"],
    ["53300", "UNAVAILABLE"],
    ["28P01", "UNAVAILABLE"],
    ["ECONNRESET", "UNAVAILABLE"],
    ["XX000", "UNAVAILABLE"],
    [undefined, "UNAVAILABLE"],
  ])("gives the server's error %s as %s", async (code, ours) => {
    const error = Object.assign(new Error("secret"), { code });
    const pool = new FailingPool(error);
    await using records = await createPostgresRecords({ pool });
    const failure: unknown = await records.ensure([notes], call).catch((reason: unknown) => reason);
    expect(failure).toMatchObject({ name: "StorageError", code: ours, cause: error });
    expect(String(failure)).not.toMatch(/secret/);
  });

  it.each([
    ["postgres://user:s3cr3t@127.0.0.1:1/none", "UNAVAILABLE"],
    ["postgres://user:s3cr3t@127.0.0.1:99999999/none", "INVALID_OPTION"],
    ["postgres://user:s3cr3t@[::1/none", "INVALID_OPTION"],
  ])("keeps the password out of its errors (%#)", async (connectionString, code) => {
    const ensured = async (): Promise<void> => {
      await using records = await createPostgresRecords({}, { connectionString });
      await records.ensure([notes], call);
    };
    const failure: unknown = await ensured().catch((reason: unknown) => reason);
    expect(failure).toMatchObject({ code });
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toMatch(/s3cr3t/);
  });
});

describe.skipIf(url === undefined)(`${serverTitle("PostgresRecords", url)} on a server`, () => {
  it("makes its schema once when many start together", async () => {
    await using schema = new PostgresSchema();
    const starts = Array.from({ length: 8 }, () => schema.records(notes));
    const all = await Promise.all(starts);
    await all[0]?.insert(notes, [{ id: "a", size: 1 }], call);
    expect(await all[7]?.count(notes, {}, call)).toBe(1);
    expect(await schema.run("SELECT number FROM {}._migrations")).toEqual([{ number: 1 }]);
    await Promise.all(all.map((records) => records.close()));
  });

  it("refuses a schema that a later version has written", async () => {
    await using schema = new PostgresSchema();
    await using records = await schema.records(notes);
    await schema.run("INSERT INTO {}._migrations VALUES (99)");
    await expect(records.ensure([notes], call)).rejects.toMatchObject({
      code: "MIGRATION_REFUSED",
      message: expect.stringMatching(/layout 99/) as string,
    });
  });

  it("needs no right to make schemas where the schema is there", async () => {
    await using schema = new PostgresSchema();
    await using first = await schema.records(notes);
    const role = `${schema.name}_role`;
    await schema.run(`CREATE ROLE ${role} LOGIN`);
    try {
      await schema.run(`GRANT USAGE ON SCHEMA {} TO ${role}`);
      await schema.run(`GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA {} TO ${role}`);
      const address = new URL(postgresAddress);
      address.username = role;
      const options = { connectionString: address.href, schema: schema.name };
      await using records = await createPostgresRecords({}, options);
      await records.ensure([notes], call);
      await records.insert(notes, [{ id: "a" }], call);
      await expect(records.remove(notes, {}, call)).rejects.toMatchObject({ code: "READ_ONLY" });
    } finally {
      await schema.run(`DROP OWNED BY ${role}`);
      await schema.run(`DROP ROLE ${role}`);
    }
    expect(await first.count(notes, {}, call)).toBe(1);
  });

  it("is READ_ONLY where the server is", async () => {
    await using schema = new PostgresSchema();
    await using records = await schema.records(notes);
    await records.insert(notes, [{ id: "a" }], call);
    const address = new URL(postgresAddress);
    address.searchParams.set("options", "-c default_transaction_read_only=on");
    const options = { connectionString: address.href, schema: schema.name };
    await using reader = await createPostgresRecords({}, options);
    await reader.ensure([notes], call);
    expect(await reader.count(notes, {}, call)).toBe(1);
    const readOnly = { code: "READ_ONLY", details: { code: "25006" } };
    await expect(reader.insert(notes, [{ id: "b" }], call)).rejects.toMatchObject(readOnly);
    await expect(reader.update(notes, { set: {} }, call)).rejects.toMatchObject(readOnly);
  });

  it("takes fields and collections that are named like Postgres' own", async () => {
    await using schema = new PostgresSchema();
    const fields = {
      xmin: "string",
      ctid: "number?",
      select: "string?",
      Order: "boolean?",
    } as const;
    const table = collection({ name: "table", fields, key: ["xmin"], indexes: [["ctid"]] });
    const indexLike = collection({ name: "table_pkey", fields: { id: "string" }, key: ["id"] });
    await using records = await schema.records(table, indexLike);
    const row = { xmin: "x", ctid: 3, select: "$1", Order: true };
    await records.insert(table, [row], call);
    const change = {
      where: { ctid: 3 },
      set: { ctid: 4 },
      order: [["ctid", "asc"]],
      limit: 1,
    } as const;
    expect(await records.update(table, change, call)).toEqual([{ ...row, ctid: 4 }]);
  });

  it("refuses a text that its index cannot hold, and says so", async () => {
    await using schema = new PostgresSchema();
    await using records = await schema.records(notes);
    let noise = "";
    for (let index = 0; index < 20_000; index += 1)
      noise += String.fromCodePoint(32 + ((index * index * 31) % 9973));
    await expect(records.insert(notes, [{ id: noise }], call)).rejects.toMatchObject({
      code: "INVALID_VALUE",
      message: expect.stringMatching(/about 2700 bytes fit/) as string,
    });
  });

  it("leaves a pool that was passed in open, and its type parsers alone", async () => {
    await using schema = new PostgresSchema();
    const types = { getTypeParser: () => () => "parsed" };
    const pool = new pg.Pool({ connectionString: postgresAddress, types });
    const records = await createPostgresRecords({ pool }, { schema: schema.name });
    await records.ensure([notes], call);
    const row = { id: "a", size: -0, data: [1], bytes: Uint8Array.of(0, 255) };
    await records.insert(notes, [row], call);
    expect(await records.find(notes, {}, call)).toStrictEqual([row]);
    await records.close();
    await records.close();
    expect(pool.listenerCount("error")).toBe(0);
    expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: "parsed" }]);
    await pool.end();
  });

  it("survives the loss of its idle connections", async () => {
    await using schema = new PostgresSchema();
    await using records = await schema.records(notes);
    await schema.run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query LIKE '%{}%'",
    );
    const outcomes = await Promise.allSettled(
      Array.from({ length: 9 }, (_, size) => records.insert(notes, [{ id: `${size}` }], call)),
    );
    const failures = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [outcome.reason as unknown] : [],
    );
    for (const failure of failures) expect(failure).toMatchObject({ code: "UNAVAILABLE" });
    await records.insert(notes, [{ id: "after" }], call);
    expect(await records.count(notes, { where: { id: "after" } }, call)).toBe(1);
  });

  it("claims and finds by the declared index, texts included", async () => {
    await using schema = new PostgresSchema();
    const work = collection({
      name: "work",
      fields: { id: "number", state: "string", dueAt: "number?" },
      key: ["id"],
      indexes: [["state", "dueAt"]],
    });
    await using records = await schema.records(work);
    const rows = Array.from({ length: 5000 }, (_, id) => {
      return { id, state: id % 2 === 0 ? "due" : `done ${id}`, dueAt: id };
    });
    await records.insert(work, rows, call);
    await schema.run("ANALYZE {}.work");
    const place = { schema: schema.name, shape: shapeOf(work) };
    const due = {
      where: { state: "due", dueAt: { lte: 4000 } },
      order: [["dueAt", "asc"]],
      limit: 10,
    };
    const states = { where: { state: { gte: "d" } }, order: [["state", "desc"]], limit: 10 };
    for (const query of [due, states]) {
      const { text, values } = findStatement(place, planQuery(place.shape, query));
      const { rows } = await schema.pool.query(`EXPLAIN ${text}`, [...values]);
      expect(JSON.stringify(rows)).toMatch(/Index Scan/);
      expect(JSON.stringify(rows)).not.toMatch(/"Sort|-> +Sort|Seq Scan/);
    }
  });

  it("prepares statements, but not lists by several conditions: those are planned for their values", async () => {
    await using schema = new PostgresSchema();
    const work = collection({
      name: "work",
      fields: { id: "number", owner: "string", state: "string" },
      key: ["id"],
    });
    await using records = await schema.records(work);
    const order = [["id", "desc"]] as const;
    await records.find(work, { where: { owner: "a" }, order, limit: 3 }, call);
    await records.find(work, { where: { owner: "a", state: "b" }, order, limit: 5 }, call);
    const { rows } = await schema.pool.query<{ statement: string }>(
      "SELECT statement FROM pg_prepared_statements",
    );
    const lists = rows.filter(({ statement }) => statement.includes("ORDER BY"));
    expect(lists.map(({ statement }) => statement.includes("state ="))).toEqual([false]);
  });
});
