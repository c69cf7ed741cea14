import { setImmediate as turn } from "node:timers/promises";
import { systemClock } from "dragline";
import { createNotifier } from "dragline/notifier";
import { collection, inserting, type Records } from "dragline/storage";
import { createPostgresRecords } from "dragline/storage/postgres";
import { SqliteRecords } from "dragline/storage/sqlite";
import { postgresAddress } from "./postgres-address.ts";

// One life of a worker: stores facts, each in one step with what is to be told of it, and tells; it dies at
// the point that it is told. Its clock is ahead, so that claims of the life before have ended.

const [path = "", schema = "", target = "", life = "0", point = "", after = "0"] =
  process.argv.slice(2);
let left = Number(after);

function reach(reached: string): void {
  if (reached !== point) return;
  left -= 1;
  if (left <= 0) process.kill(process.pid, "SIGKILL");
}

const facts = collection({ name: "facts", fields: { id: "string" }, key: ["id"] });
const call = { signal: new AbortController().signal };
const ahead = Number(life) * 3_600_000;
const clock = {
  now: () => systemClock.now() + ahead,
  monotonic: () => systemClock.monotonic(),
  timer: (ms: number, run: () => void) => systemClock.timer(ms, run),
};

/** Reaches points before, in and after steps. */
function watched(records: Records): Records {
  const atomic: Records["atomic"] = async (operations, given) => {
    const names = new Set(operations.map((one) => `${one.kind} ${one.collection.name}`));
    const step = [...names].includes("insert facts")
      ? "fact"
      : [...names].includes("insert notifier_deliveries")
        ? "message"
        : "attempt";
    reach(`before-${step}`);
    const outcome = records.atomic(operations, given);
    void turn().then(() => reach(`in-${step}`));
    const done = await outcome;
    reach(`after-${step}`);
    return done;
  };
  return {
    ensure: (...args) => records.ensure(...args),
    insert: (...args) => records.insert(...args),
    find: (...args) => records.find(...args),
    count: (...args) => records.count(...args),
    tally: (...args) => records.tally(...args),
    update: (...args) => records.update(...args),
    remove: (...args) => records.remove(...args),
    close: () => records.close(),
    atomic,
  };
}

const store =
  schema === ""
    ? new SqliteRecords({}, { path })
    : await createPostgresRecords({}, { connectionString: postgresAddress, schema, poolSize: 4 });
const records = watched(store);
await records.ensure([facts], call);
const notifier = createNotifier({ records, clock }, { allow: ["127.0.0.1"] });
await notifier.targets.set("one", target);
const stop = new AbortController();
process.on("message", () => stop.abort());
process.send?.("there");
const running = notifier.run({ signal: stop.signal });
const count = point === "" ? 0 : 5;
for (let index = 0; index < count; index += 1) {
  const id = `fact-${life}-${index}`;
  const { operations } = await notifier.prepare({ id, title: id, at: clock.now() });
  await records.atomic([inserting(facts, [{ id }]), ...operations], call);
  notifier.ring();
  await turn();
}
await running;
await notifier[Symbol.asyncDispose]();
await store.close();
process.disconnect?.();
