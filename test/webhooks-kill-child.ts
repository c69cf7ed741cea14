import { setImmediate as turn } from "node:timers/promises";
import { systemClock } from "dragline";
import type { Records } from "dragline/storage";
import { createWebhooks } from "dragline/webhooks";
import { createAttemptSender } from "../src/webhooks/attempts/attempt-sender.ts";
import type { AttemptSender } from "../src/webhooks/attempts/attempt.ts";
import type { KillPoint, Life } from "./webhooks-kill-plan.ts";

// One life of a worker: sends a few events and delivers, until it is killed or told to stop. Where it
// is to die by itself, it does so at that very point.

const [engine = "", place = "", schema = ""] = process.argv.slice(2);
const life = await new Promise<Life>((resolve) => process.once("message", resolve));
let left = life.after;

/** Dies when it is time to. */
function reach(point: KillPoint): void {
  if (point !== life.point) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, "SIGKILL");
}

async function open(): Promise<Records> {
  if (engine === "sqlite") {
    const { SqliteRecords } = await import("dragline/storage/sqlite");
    return new SqliteRecords({}, { path: place });
  }
  const { createPostgresRecords } = await import("dragline/storage/postgres");
  return createPostgresRecords({}, { connectionString: place, schema, poolSize: 4 });
}

/** Reaches points before, in and after writes that claim or record. */
function watched(records: Records): Records {
  const atomic: Records["atomic"] = async (operations, call) => {
    const isRecord = operations.some(({ collection }) => collection.name === "webhook_attempts");
    const isClaim = operations.some(
      (operation) => operation.kind === "update" && operation.change.add !== undefined,
    );
    if (isRecord) reach("before-record");
    const outcome = records.atomic(operations, call);
    if (isRecord || isClaim) {
      // Where there is a server it has the first statements by now.
      void turn().then(() => {
        if (isRecord) reach("in-record");
        if (isClaim) reach("in-claim");
      });
    }
    const done = await outcome;
    if (isRecord) reach("after-record");
    if (isClaim) reach("after-claim");
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

/** Reaches points before and after attempts. */
function watchedSender(sender: AttemptSender): AttemptSender {
  return {
    async send(request, signal) {
      reach("before-send");
      const result = await sender.send(request, signal);
      reach("after-answer");
      return result;
    },
    [Symbol.asyncDispose]: () => sender[Symbol.asyncDispose](),
  };
}

// The machine's time, moved on between lives: that is how the hours of the ladder pass.
const clock = { ...systemClock, now: () => systemClock.now() + life.offset };
const store = await open();
process.send?.("ready");
const allow = ["127.0.0.1"];
const sender = watchedSender(createAttemptSender({ clock }, { allow }));
const options = { allow, userAgent: `life-${life.number}`, maxPerHost: 8 };
const webhooks = createWebhooks({ records: watched(store), sender, clock }, options);
const stop = new AbortController();
process.once("message", () => stop.abort());
const running = webhooks.run({ signal: stop.signal });
for (let index = 0; index < life.events; index += 1) {
  const to = life.urls.map((url) => ({ url }));
  const data = { life: life.number, index, text: "Zürich ".repeat(life.number % 40) };
  const deliveries = await webhooks.send({ account: "a", type: "job.completed", data, to });
  for (const { id } of deliveries) process.send?.(id);
}
await running;
await webhooks[Symbol.asyncDispose]();
await sender[Symbol.asyncDispose]();
await store.close();
process.disconnect();
