import { systemClock, systemIds } from "dragline";
import type { Records } from "dragline/storage";
import { createAttemptSender } from "../src/webhooks/attempts/attempt-sender.ts";
import type { AttemptSender } from "../src/webhooks/attempts/attempt.ts";
import { deliveryHeaders } from "../src/webhooks/attempts/delivery-headers.ts";
import { Dispatcher } from "../src/webhooks/dispatcher/dispatcher.ts";
import { webhooksDefaults } from "../src/webhooks/webhooks-settings.ts";

/** Attempts under way at once, of ours and of the bare loop. */
export const CONCURRENCY = 64;

/** Runs a dispatcher as `createWebhooks` does until so many attempts have ended; tells of each before. */
export async function runUntil(
  records: Records,
  count: number,
  onStart: (deliveryId: string) => void = () => {},
): Promise<void> {
  const stop = new AbortController();
  await using real = createAttemptSender({}, { allow: ["127.0.0.1"] });
  let left = count;
  const sender: AttemptSender = {
    async send(request, signal) {
      onStart(request.headers["x-service-delivery-id"] ?? "");
      const result = await real.send(request, signal);
      if (result.failure !== undefined) throw new Error(`attempt failed: ${result.failure}`);
      left -= 1;
      if (left === 0) stop.abort();
      return result;
    },
    [Symbol.asyncDispose]: async () => {},
  };
  const dispatcher = new Dispatcher(
    {
      records,
      sender,
      clock: systemClock,
      ids: systemIds,
      headersOf: ({ id, type: event, signature, secret }, body, now) =>
        deliveryHeaders({ id, event, body, signature, secret }, now, webhooksDefaults),
      sweep: async () => {},
    },
    { ...webhooksDefaults, maxConcurrency: CONCURRENCY, maxPerEndpoint: 1000, maxPerHost: 1000 },
  );
  await dispatcher.run(stop.signal);
}
