import { fork } from "node:child_process";
import { join } from "node:path";
import { Agent, request } from "undici";
import type { Records } from "dragline/storage";
import { deliveryHeaders } from "../../src/webhooks/attempts/delivery-headers.ts";
import { webhooksDefaults } from "../../src/webhooks/webhooks-settings.ts";
import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import { body, storeDeliveries } from "../webhook-deliveries.ts";
import { CONCURRENCY, runUntil } from "../webhook-run.ts";
import { onPostgres, onSqlite } from "../webhook-stores.ts";

/** Where the deliveries are; makes them all and resolves when they have ended. */
type OnStore = (work: (records: Records) => Promise<number>) => Promise<number>;

/** Lanes that the deliveries are spread over. */
const LANES = 50;

/**
 * Deliveries of 1 KB to a receiver on loopback in another process, 64 at a time: read, claimed, sent
 * and recorded, against posts alone by undici.
 */
const benchmark: BenchmarkCase = {
  unit: "deliveries/s",
  ratios: {
    "dragline/bare-0ms": ["sqlite, 0 ms", "bare, 0 ms"],
    "dragline/bare-20ms": ["sqlite, 20 ms", "bare, 20 ms"],
    "postgres/bare-0ms": ["postgres, 0 ms", "bare, 0 ms"],
    "postgres/bare-20ms": ["postgres, 20 ms", "bare, 20 ms"],
  },
  variants: {
    "bare, 0 ms": (size) => bare(size, 0),
    "sqlite, 0 ms": (size) => ours(size, 0, onSqlite),
    "postgres, 0 ms": (size) => ours(size, 0, onPostgres),
    "bare, 20 ms": (size) => bare(size, 20),
    "sqlite, 20 ms": (size) => ours(size, 20, onSqlite),
    "postgres, 20 ms": (size) => ours(size, 20, onPostgres),
  },
};

function ours(size: BenchmarkSize, latency: number, onStore: OnStore): Promise<number> {
  return withReceiver(latency, (url) =>
    onStore(async (records) => {
      const deliver = async (count: number): Promise<number> => {
        const first = Date.now() - count;
        const drafts = Array.from({ length: count }, (_, index) => ({
          url,
          lane: `whe_${index % LANES}`,
          dueAt: first + index,
        }));
        await storeDeliveries(records, drafts);
        return perSecond(count, () => runUntil(records, count));
      };
      await deliver(warmUp(size));
      return deliver(countOf(size));
    }),
  );
}

function bare(size: BenchmarkSize, latency: number): Promise<number> {
  const facts = { id: "dlv_benchmark", event: "job.completed", body, secret: null };
  const signature = `sha256=${"0".repeat(64)}`;
  const headers = deliveryHeaders({ ...facts, signature }, Date.now(), webhooksDefaults);
  return withReceiver(latency, async (url) => {
    const dispatcher = new Agent({ connections: CONCURRENCY });
    const post = async (count: number): Promise<void> => {
      let left = count;
      const worker = async (): Promise<void> => {
        while (left > 0) {
          left -= 1;
          const answer = await request(url, { method: "POST", headers, body, dispatcher });
          await answer.body.arrayBuffer();
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    };
    await post(warmUp(size));
    const figure = await perSecond(countOf(size), () => post(countOf(size)));
    await dispatcher.close();
    return figure;
  });
}

function warmUp(size: BenchmarkSize): number {
  return size === "smoke" ? 20 : 1000;
}

function countOf(size: BenchmarkSize): number {
  return size === "smoke" ? 100 : 10_000;
}

async function perSecond(count: number, work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (count * 1000) / (performance.now() - started);
}

async function withReceiver(
  latency: number,
  work: (url: string) => Promise<number>,
): Promise<number> {
  const receiver = fork(join(import.meta.dirname, "../webhook-receiver.ts"), [`${latency}`]);
  try {
    const port = await new Promise<number>((resolve) => receiver.once("message", resolve));
    return await work(`http://127.0.0.1:${port}/`);
  } finally {
    receiver.disconnect();
  }
}

export default benchmark;
