import { StorageError, type Operation, type Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { describe, expect, it } from "vitest";
import { attemptRows } from "../../../src/webhooks/collections.ts";
import { result, Rig, signal } from "./dispatcher-rig.ts";

type Fault = "UNAVAILABLE" | "STORE_FULL" | "READ_ONLY" | "CLOSED" | undefined;

/** A store that fails as it is told. */
class FaultyRecords extends MemoryRecords {
  fault: Fault;
  /** Which of the calls fail. */
  concerns: (method: string, operations: readonly Operation[]) => boolean = () => true;
  /** Whether a write that fails is carried out all the same, and only its answer is lost. */
  isAnswerLost = false;

  override find: Records["find"] = (collection, query, call) => {
    this.#check("find", []);
    return super.find(collection, query, call);
  };

  override update: Records["update"] = (collection, change, call) => {
    this.#check("update", []);
    return super.update(collection, change, call);
  };

  override async atomic(
    operations: readonly Operation[],
    call: { readonly signal: AbortSignal },
  ): ReturnType<Records["atomic"]> {
    if (!this.isAnswerLost) this.#check("atomic", operations);
    const outcome = await super.atomic(operations, call);
    if (this.isAnswerLost) this.#check("atomic", operations);
    return outcome;
  }

  #check(method: string, operations: readonly Operation[]): void {
    if (this.fault === undefined || !this.concerns(method, operations)) return;
    throw new StorageError(this.fault, { message: "planted" });
  }
}

const isLog = (_: string, operations: readonly Operation[]): boolean =>
  operations.some(({ collection }) => collection.name === attemptRows.name);

async function faulty(): Promise<{ rig: Rig; records: FaultyRecords }> {
  const records = new FaultyRecords();
  return { records, rig: await new Rig({ records }).open() };
}

describe("a store that is away", () => {
  const outages = ["UNAVAILABLE", "STORE_FULL", "READ_ONLY"] as const;

  it.each(outages)("(%s) is waited for; then what became due meanwhile goes", async (fault) => {
    const { rig, records } = await faulty();
    const [id = ""] = await rig.add({});
    records.fault = fault;
    rig.start();
    await rig.pass(60_000);
    expect(rig.sender.sent).toEqual([]);
    records.fault = undefined;
    await rig.pass(6000);
    expect(await rig.row(id)).toMatchObject({ status: "success", attempts: 1 });
    await rig.stop();
  });

  it.each(outages)("(%s) loses no result: it is written when the store is back", async (fault) => {
    const { rig, records } = await faulty();
    rig.sender.answer = () => {
      records.fault = fault;
      return result();
    };
    const [id = ""] = await rig.add({});
    rig.start();
    await rig.pass(20_000);
    records.fault = undefined;
    expect(await rig.row(id)).toMatchObject({ status: "pending", attempts: 1 });
    await rig.pass(6000);
    expect(await rig.row(id)).toMatchObject({ status: "success", attempts: 1 });
    expect(await rig.log(id)).toHaveLength(1);
    expect(rig.sender.sent).toHaveLength(1);
    await rig.stop();
  });

  it("may have written what it gave no answer to; that is written once", async () => {
    const { rig, records } = await faulty();
    records.isAnswerLost = true;
    records.concerns = isLog;
    records.fault = "UNAVAILABLE";
    const ids = await rig.add({}, {});
    rig.start();
    await rig.pass(1000);
    records.fault = undefined;
    await rig.pass(6000);
    for (const id of ids) {
      expect(await rig.row(id)).toMatchObject({ status: "success", attempts: 1 });
      expect(await rig.log(id)).toHaveLength(1);
    }
    expect(rig.sender.sent).toHaveLength(2);
    await rig.stop();
  });

  it("at a claim delays what was to be claimed by no more than the wait for the store", async () => {
    const { rig, records } = await faulty();
    const [id = ""] = await rig.add({});
    records.concerns = (method) => method === "atomic";
    records.fault = "UNAVAILABLE";
    rig.start();
    await rig.pass(20);
    records.fault = undefined;
    await rig.pass(500);
    expect(await rig.row(id)).toMatchObject({ status: "success", attempts: 1 });
    await rig.stop();
  });

  it("and has one attempt of several in its log already gets the others", async () => {
    const { rig, records } = await faulty();
    const [known = "", other = ""] = await rig.add({}, {});
    const facts = { startedAt: 1, durationMs: 1, httpStatus: 200, failure: null };
    await records.insert(attemptRows, [{ deliveryId: known, number: 1, ...facts }], { signal });
    rig.start();
    await rig.pass(20);
    expect(await rig.log(known)).toMatchObject([{ startedAt: 1 }]);
    expect(await rig.log(other)).toHaveLength(1);
    expect(await rig.row(known)).toMatchObject({ status: "success" });
    await rig.stop();
  });

  it("after a claim costs no attempt", async () => {
    const { rig, records } = await faulty();
    const [id = ""] = await rig.add({});
    let finds = 0;
    // Those before the claim are well.
    records.concerns = (method) => method === "find" && (finds += 1) > 2;
    records.fault = "UNAVAILABLE";
    rig.start();
    await rig.pass(10);
    expect(rig.sender.sent).toEqual([]);
    records.fault = undefined;
    await rig.pass(15_000);
    expect(await rig.row(id)).toMatchObject({ status: "success", attempts: 1 });
    await rig.stop();
  });

  it("does not keep a run from ending after its lease", async () => {
    const { rig, records } = await faulty();
    rig.sender.answer = () => {
      records.fault = "UNAVAILABLE";
      return result();
    };
    await rig.add({});
    rig.start();
    await rig.pass(10);
    const stopped = rig.stop();
    stopped.catch(() => {});
    await rig.pass(40_000);
    await expect(stopped).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });
});

describe("a store that fails for good", () => {
  it.each([
    ["at a look", () => true],
    ["at a result", isLog],
  ])("%s ends the run with its error, when attempts under way have ended", async (_, concerns) => {
    const { rig, records } = await faulty();
    await rig.add({});
    records.concerns = concerns;
    records.fault = "CLOSED";
    const running = rig.dispatcher.run(signal);
    running.catch(() => {});
    await rig.pass(1000);
    await expect(running).rejects.toMatchObject({ code: "CLOSED" });
    expect(rig.sender.underWay).toBe(0);
  });
});
