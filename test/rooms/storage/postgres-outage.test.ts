import { collection, isStorageError, type Call, type Records } from "dragline/storage";
import { createPostgresRecords, type PostgresRecords } from "dragline/storage/postgres";
import { FakeClock } from "dragline/testing";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { startPostgres } from "../../services.ts";

const call: Call = { signal: new AbortController().signal };
const notes = collection({ name: "notes", fields: { id: "number", text: "string" }, key: ["id"] });
const server = await startPostgres({ durable: true });
const skipped = server === undefined ? " (skipped: no Postgres to start)" : "";

afterAll(() => server?.[Symbol.asyncDispose]());

/** Records in the private server; each test has a schema of its own. */
async function open(schema: string): Promise<PostgresRecords> {
  const records = await createPostgresRecords(
    {},
    { connectionString: server?.url ?? "", schema, poolSize: 4 },
  );
  await records.ensure([notes], call);
  return records;
}

/** Writes note after note; a failure is counted and the next one is tried. */
class Writer {
  readonly kept: number[] = [];
  readonly failures: unknown[] = [];
  #stopped = false;
  readonly #records: Records;
  readonly ended: Promise<void>;

  constructor(records: Records) {
    this.#records = records;
    this.ended = this.#write();
  }

  async #write(): Promise<void> {
    for (let id = 0; !this.#stopped; id += 1) {
      try {
        await this.#records.insert(notes, [{ id, text: "note" }], call);
        this.kept.push(id);
      } catch (error) {
        this.failures.push(error);
      }
    }
  }

  /** Resolves when it has kept and failed as often as that since now. */
  async goOn(kept: number, failures = 0): Promise<void> {
    const [most, worst] = [this.kept.length + kept, this.failures.length + failures];
    for (const end = performance.now() + 10_000; performance.now() < end;) {
      if (this.kept.length >= most && this.failures.length >= worst) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
    throw new Error(`kept ${this.kept.length} of ${most}, failed ${this.failures.length}`);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.ended;
  }
}

/** A way to the server that can be blocked: what is sent then is not forwarded. */
class Tunnel implements AsyncDisposable {
  isBlocked = false;
  #onSwallowed = (): void => {};
  readonly #server = createServer((socket) => this.#forward(socket));
  readonly #sockets = new Set<Socket>();

  async url(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const url = new URL(server?.url ?? "");
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  /** Blocks the way; resolves when something was sent that did not arrive. */
  block(): Promise<void> {
    this.isBlocked = true;
    return new Promise((resolve) => {
      this.#onSwallowed = resolve;
    });
  }

  #forward(near: Socket): void {
    const far = connect({ host: "127.0.0.1", port: Number(new URL(server?.url ?? "").port) });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on("data", (bytes) => {
        if (this.isBlocked) this.#onSwallowed();
        else to.write(bytes);
      });
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }
}

describe.skipIf(server === undefined)(`PostgresRecords whose server goes away${skipped}`, () => {
  it.each([undefined, "kill"] as const)(
    "fails with UNAVAILABLE, goes on by itself and has lost nothing (%s)",
    async (how) => {
      await using records = await open(`stop_${how ?? "orderly"}`);
      const writers = Array.from({ length: 3 }, () => new Writer(records));
      for (let round = 0; round < 3; round += 1) {
        await Promise.all(writers.map((writer) => writer.goOn(10)));
        await server?.stop(how);
        await Promise.all(writers.map((writer) => writer.goOn(0, 5)));
        await server?.start();
      }
      await Promise.all(writers.map((writer) => writer.goOn(10)));
      await Promise.all(writers.map((writer) => writer.stop()));
      const failures = writers.flatMap((writer) => writer.failures);
      const others = failures.filter(
        (error) => !isStorageError(error, "UNAVAILABLE") && !isStorageError(error, "CONFLICT"),
      );
      expect(others).toEqual([]);
      const rows = await records.find(notes, {}, call);
      const ids = new Set(rows.map(({ id }) => id));
      const kept = writers.flatMap((writer) => writer.kept);
      expect(kept.filter((id) => !ids.has(id))).toEqual([]);
      expect(new Set(kept).size).toBe(kept.length);
    },
  );

  it("fails with UNAVAILABLE before the deadline when the server is silent, then goes on", async () => {
    await using tunnel = new Tunnel();
    const clock = new FakeClock();
    await using records = await createPostgresRecords(
      { clock },
      { connectionString: await tunnel.url(), schema: "silent", timeoutMs: 2000 },
    );
    await records.ensure([notes], call);
    const swallowed = tunnel.block();
    const writing = expect(records.insert(notes, [{ id: 1, text: "" }], call)).rejects.toThrow(
      "The Postgres server did not respond within 700 ms.",
    );
    await swallowed;
    await clock.advance(500);
    await clock.timerOf(700);
    await clock.advance(700);
    await writing;
    expect(clock.waiting).toBe(0);
    tunnel.isBlocked = false;
    await records.insert(notes, [{ id: 2, text: "" }], call);
    expect(await records.find(notes, {}, call)).toEqual([{ id: 2, text: "" }]);
  });

  it("leaves calls to their deadline where the server is busy and not silent", async () => {
    await using tunnel = new Tunnel();
    const clock = new FakeClock();
    const connectionString = await tunnel.url();
    await using records = await createPostgresRecords(
      { clock },
      { connectionString, schema: "busy", timeoutMs: 10_000 },
    );
    await records.ensure([notes], call);
    await records.insert(notes, [{ id: 1, text: "" }], call);
    const other = new pg.Client({ connectionString });
    await other.connect();
    await other.query("BEGIN; LOCK TABLE busy.notes IN ACCESS EXCLUSIVE MODE");
    const waiting = records.update(notes, { where: { id: 1 }, set: { text: "kept" } }, call);
    // The next look begins when the server has given its sign of life.
    for (let look = 0; look < 12; look += 1) {
      await clock.timerOf(250);
      await clock.advance(250);
    }
    await other.query("COMMIT");
    expect(await waiting).toEqual([{ id: 1, text: "kept" }]);
    await other.end();
  });

  it("fails with UNAVAILABLE when no connection comes to be within the deadline", async () => {
    await using tunnel = new Tunnel();
    tunnel.isBlocked = true;
    const clock = new FakeClock();
    await using records = await createPostgresRecords(
      { clock },
      { connectionString: await tunnel.url(), timeoutMs: 1000 },
    );
    const waiting = expect(records.ensure([notes], call)).rejects.toMatchObject({
      code: "UNAVAILABLE",
    });
    await clock.timerOf(900);
    await clock.advance(900);
    await waiting;
  });
});
