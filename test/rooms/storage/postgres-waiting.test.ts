import { collection, inserting, updating } from "dragline/storage";
import { describe, expect, it } from "vitest";
import { postgresUrl, serverTitle } from "../../services.ts";
import { PostgresSchema } from "./postgres-schema.ts";

const url = await postgresUrl();
const accounts = collection({
  name: "accounts",
  fields: { id: "string", credits: "number", rank: "number?" },
  key: ["id"],
});

async function withAccounts(schema: PostgresSchema) {
  const records = await schema.records(accounts);
  const rows = ["a", "b", "c"].map((id, rank) => ({ id, credits: 10, rank }));
  await records.insert(accounts, rows, schema.call);
  return records;
}

const spendOfA = "UPDATE {}.accounts SET credits = 1 WHERE id = 'a'";

describe.skipIf(url === undefined)(
  `${serverTitle("PostgresRecords", url)} and rows that others hold`,
  () => {
    it.each([[[]], [[["rank", "asc"]]]] as const)(
      "waits for a row without a limit, then judges its new values (order %j)",
      async (order) => {
        await using schema = new PostgresSchema();
        await using records = await withAccounts(schema);
        const spent = await schema.during(spendOfA, async (run) => {
          const change = { where: { credits: { gte: 3 } }, add: { credits: -3 }, order };
          const spending = records.update(accounts, change, schema.call);
          await schema.waiting(1);
          await run("COMMIT");
          return spending;
        });
        expect(spent.map(({ id }) => id).toSorted()).toEqual(["b", "c"]);
        expect(await records.count(accounts, { where: { credits: 1 } }, schema.call)).toBe(1);
      },
    );

    it("changes a row that another changed meanwhile and that still fits", async () => {
      await using schema = new PostgresSchema();
      await using records = await withAccounts(schema);
      const spent = await schema.during(
        "UPDATE {}.accounts SET credits = 5 WHERE id = 'a'",
        async (run) => {
          const change = { where: { id: "a", credits: { gte: 3 } }, add: { credits: -3 } };
          const spending = records.update(accounts, change, schema.call);
          await schema.waiting(1);
          await run("COMMIT");
          return spending;
        },
      );
      expect(spent).toEqual([{ id: "a", credits: 2, rank: 0 }]);
    });

    it("passes over a row with a limit", async () => {
      await using schema = new PostgresSchema();
      await using records = await withAccounts(schema);
      const [changed, removed] = await schema.during(spendOfA, async () => [
        await records.update(
          accounts,
          { limit: 2, order: [["id", "asc"]], set: { rank: 9 } },
          schema.call,
        ),
        await records.remove(accounts, { limit: 3 }, schema.call),
      ]);
      expect(changed).toMatchObject([{ id: "b" }, { id: "c" }]);
      expect(removed).toBe(2);
    });

    it("is UNAVAILABLE when a row is not free within the deadline, and stops waiting", async () => {
      await using schema = new PostgresSchema();
      await using records = await withAccounts(schema);
      await schema.during(spendOfA, async () => {
        const waiting = records.update(accounts, { set: { rank: 1 } }, schema.call);
        const failure = expect(waiting).rejects.toMatchObject({
          code: "UNAVAILABLE",
          details: { ms: 10_000 },
        });
        await schema.waiting(1);
        await schema.clock.advance(9000);
        await failure;
        await schema.waiting(0);
      });
      expect(schema.clock.waiting).toBe(0);
      expect(await records.count(accounts, { where: { rank: 1 } }, schema.call)).toBe(1);
    });

    it("stops a waiting query when the call is ended, and throws the reason", async () => {
      await using schema = new PostgresSchema();
      await using records = await withAccounts(schema);
      const controller = new AbortController();
      const reason = new Error("enough");
      await schema.during(spendOfA, async () => {
        const outcome = records.atomic(
          [
            inserting(accounts, [{ id: "d", credits: 1 }]),
            updating(accounts, { where: { id: "a" }, set: { rank: 7 } }),
          ],
          { signal: controller.signal },
        );
        const failure = expect(outcome).rejects.toBe(reason);
        await schema.waiting(1);
        controller.abort(reason);
        await failure;
        await schema.waiting(0);
      });
      const rows = await records.find(accounts, { where: { id: { in: ["a", "d"] } } }, schema.call);
      expect(rows).toEqual([{ id: "a", credits: 10, rank: 0 }]);
      await schema.standing(0);
    });

    it("begins anew what the server gave up to break a deadlock", async () => {
      await using schema = new PostgresSchema("-c deadlock_timeout=10ms");
      await using records = await withAccounts(schema);
      const touch = (id: string) => updating(accounts, { where: { id }, set: { rank: 5 } }, 1);
      const spend = (id: string) => `UPDATE {}.accounts SET credits = 2 WHERE id = '${id}'`;
      // Who looks for the deadlock first is given up.
      const outcome = await schema.during(spend("c"), (runC) =>
        schema.during(spend("b"), async (runB) => {
          await runB("SET LOCAL deadlock_timeout = '1h'");
          const all = records.atomic([touch("a"), touch("c"), touch("b")], schema.call);
          await schema.waiting(1);
          const other = runB(spend("a"));
          await schema.waiting(2);
          await runC("COMMIT");
          await other;
          await runB("COMMIT");
          while (schema.clock.waiting < 2) await new Promise((resolve) => setImmediate(resolve));
          await schema.clock.advance(4);
          return all;
        }),
      );
      expect(outcome).toMatchObject({
        applied: true,
        rows: ["a", "c", "b"].map((id) => [{ id, credits: 2, rank: 5 }]),
      });
    });
  },
);
