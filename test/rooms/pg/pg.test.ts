import { describe, expect, it } from "vitest";
import {
  checkOnePool,
  completePgOptions,
  connect,
  hasState,
  openPool,
  sqlStates,
  stateOf,
} from "../../../src/pg/index.ts";

const defaults = { connectionString: "", schema: "dragline", timeoutMs: 5000, poolSize: 10 };
const missing = () => new Error("npm install pg");

describe("completePgOptions", () => {
  it("takes what is absent from the defaults", () => {
    expect(completePgOptions(defaults, { schema: "mine", poolSize: undefined })).toEqual({
      ...defaults,
      schema: "mine",
    });
  });

  it.each([
    { timeoutMs: 9 },
    { timeoutMs: 2_147_483_648 },
    { poolSize: 0 },
    { poolSize: 1001 },
    { schema: "pg_mine" },
    { schema: "Mine" },
    { schema: "" },
    { schema: "m".repeat(49) },
    { connectionString: "mysql://ada@localhost/ada" },
    { connectionString: "redis://localhost" },
    { connectionString: "ada" },
  ])("refuses %o", (options) => {
    expect(() => completePgOptions(defaults, options)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });
});

describe("completePgOptions", () => {
  it.each([
    "",
    "/var/run/postgresql ada",
    "postgresql://ada@localhost/ada",
    "socket:/run/pg?db=ada",
    "postgres://ada:pw@/ada?host=/run/pg",
    "postgres://%2Frun%2Fpg/ada",
    "postgres:///ada",
    "postgres://one.example,two.example/ada",
  ])("takes the address %j", (connectionString) => {
    expect(completePgOptions(defaults, { connectionString })).toMatchObject({ connectionString });
  });

  it("shows nothing of an address that it refuses", () => {
    expect(() => completePgOptions(defaults, { connectionString: "ada:s3cret@db" })).toThrow(
      /^Option 'connectionString' must be a postgres:\/\/ or postgresql:\/\/ URL, or the path of a socket\.$/,
    );
    const wrong = ["postgres://ada:s3cret#1@db/ada", "postgres://ada:s3cret@db:70000/ada"];
    for (const connectionString of wrong) {
      expect(() => completePgOptions(defaults, { connectionString })).toThrow(
        /^Option 'connectionString' is not a valid URL: its port must be a number up to 65535, [^3]*percent-encoded\.$/,
      );
    }
  });
});

describe("checkOnePool", () => {
  it("refuses an address together with a pool", () => {
    const connectionString = "postgres://ada@localhost/ada";
    expect(() => checkOnePool({}, { connectionString })).toThrow("cannot be combined");
    checkOnePool(undefined, { connectionString });
    checkOnePool({}, { connectionString: "" });
  });
});

describe("openPool", () => {
  it("connects to nobody, and knows where its connections lead", async () => {
    const connectionString = "postgres://ada@db.example:6543/ada";
    const { pool, place } = await openPool(
      { ...defaults, connectionString },
      { missing, statementMs: 4000 },
    );
    expect(place).toEqual({ host: "db.example", port: 6543 });
    expect(pool.totalCount).toBe(0);
    expect(pool.options).toMatchObject({
      max: 10,
      connectionTimeoutMillis: 5000,
      statement_timeout: 4000,
      allowExitOnIdle: true,
    });
    await pool.end();
  });
});

describe("connect", () => {
  it("gives a connection back that comes when nobody waits for it any more", async () => {
    const late = Promise.withResolvers<{ release(): void }>();
    const stop = new AbortController();
    const connecting = connect({ connect: () => late.promise }, stop.signal);
    stop.abort("enough");
    await expect(connecting).rejects.toBe("enough");
    const released = Promise.withResolvers<void>();
    late.resolve({ release: released.resolve });
    await released.promise;
  });

  it("throws what the driver throws", async () => {
    const refused = () => Promise.reject(new Error("refused"));
    await expect(
      connect<{ release(): void }>({ connect: refused }, new AbortController().signal),
    ).rejects.toThrow("refused");
  });
});

describe("stateOf", () => {
  it("reads the code of an error, whatever it is", () => {
    const error = Object.assign(new Error("twice"), { code: "23505" });
    expect(stateOf(error)).toBe("23505");
    expect(stateOf(new Error("no code"))).toBe("");
    expect(stateOf(undefined)).toBe("");
    expect(hasState(error, sqlStates.deadlock, sqlStates.uniqueViolation)).toBe(true);
    expect(hasState(error, sqlStates.deadlock)).toBe(false);
    expect(hasState(new Error("no code"), sqlStates.deadlock)).toBe(false);
  });
});
