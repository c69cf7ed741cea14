import { createMonitors, type CheckLedger, type Monitors } from "dragline/monitor";
import { collection, EnsuredRecords, updating } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { FakeClock } from "dragline/testing";
import { monitorCollections } from "../../../src/monitor/collections.ts";
import { FakeAcquirer, HOUR, plainMaker, signal, turns } from "./rig.ts";

export const LEASE = 30_000;

const balances = collection({
  name: "balances",
  fields: { id: "string", credits: "number" },
  key: ["id"],
});

/** Ten credits in the store of the monitors; a check costs two, and nothing when it fails. */
class Purse implements CheckLedger {
  readonly records = new EnsuredRecords(new MemoryRecords(), [...monitorCollections, balances]);

  fill(): Promise<void> {
    return this.records.insert(balances, [{ id: "a", credits: 10 }], { signal });
  }

  async credits(): Promise<number | undefined> {
    return (await this.records.find(balances, {}, { signal }))[0]?.credits;
  }

  begin: CheckLedger["begin"] = async () => {
    const operations = [updating(balances, { where: { id: "a" }, add: { credits: -2 } }, 1)];
    return { credits: 2, operations, refusal: "insufficient_credits" };
  };

  end: CheckLedger["end"] = async ({ run }) => {
    const creditsUsed = run.status === "completed" ? 2 : 0;
    const back = { where: { id: "a" }, add: { credits: 2 - creditsUsed } };
    return { creditsUsed, operations: [updating(balances, back, 1)], isTold: true };
  };

  stored = (): void => {};
}

/** A worker of a process of its own. */
export interface FleetWorker {
  readonly asked: FakeAcquirer["asked"];
  /** Loses the process: nothing of it reaches the store any more. */
  kill(): void;
  /** Tells it to stop, and waits until it has. */
  stop(): Promise<void>;
}

/** Processes on one store and one clock, with a page that is watched every hour. */
export class WorkerFleet implements AsyncDisposable {
  readonly clock = new FakeClock();
  readonly purse = new Purse();
  readonly records = this.purse.records;
  /** Of the process that asks and does not work. */
  readonly monitors: Monitors = this.#process(this.records, new FakeAcquirer(this.clock));
  readonly #workers: FleetWorker[] = [];

  /** A fleet, and the id of a monitor that was checked once and is due again. */
  static async due(): Promise<{ readonly fleet: WorkerFleet; readonly id: string }> {
    const fleet = new WorkerFleet();
    await fleet.purse.fill();
    const definition = { url: "https://example.com/", schedule: { every: HOUR } };
    const { id } = await fleet.monitors.add(definition);
    await fleet.monitors.check(id);
    await fleet.clock.advance(HOUR);
    return { fleet, id };
  }

  /** Starts a worker, to which the page answers so. */
  async start(answer: FakeAcquirer["answer"]): Promise<FleetWorker> {
    const acquirer = new FakeAcquirer(this.clock);
    acquirer.answer = answer;
    const line = severable(this.records);
    const stop = new AbortController();
    const working = this.#process(line.records, acquirer).work({ signal: stop.signal });
    const worker = {
      asked: acquirer.asked,
      kill: line.cut,
      stop: async () => {
        stop.abort();
        if (!line.isCut()) await working;
      },
    };
    this.#workers.push(worker);
    await turns();
    return worker;
  }

  /** Lets time pass in steps of a second. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1_000) {
      await this.clock.advance(Math.min(1_000, left));
      await turns(12);
    }
  }

  /** Resolves when no check of the monitor is under way. */
  async ended(id: string): Promise<void> {
    for (;;) {
      const runs = await this.monitors.runs(id);
      if (runs.every(({ status }) => status !== "processing")) return;
      await turns(5);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const worker of this.#workers) await worker.stop();
    await this.monitors[Symbol.asyncDispose]();
  }

  #process(records: EnsuredRecords, acquirer: FakeAcquirer): Monitors {
    const { clock, purse: ledger } = this;
    const parts = { records, clock, acquirer, ledger, contentMaker: plainMaker };
    return createMonitors(parts, { jitterMs: 0, leaseMs: LEASE });
  }
}

/** Records that can be cut off: what is asked of them then is never answered. */
function severable(records: EnsuredRecords) {
  let isCut = false;
  const severed = new Proxy(records, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: unknown[]): unknown =>
        isCut ? Promise.withResolvers().promise : Reflect.apply(member, target, args);
    },
  });
  return { records: severed, isCut: () => isCut, cut: () => void (isCut = true) };
}
