// Send a signed event and receive it, although the receiver fails twice. The waits between attempts
// are one minute and five here (then 30, two hours, six hours), so the clock is moved by hand.
import { createServer } from "node:http";
import { createReceiver, createWebhooks, toNodeListener } from "dragline/webhooks";
import { FakeClock } from "dragline/testing";
import { listen } from "./listen.ts";

const clock = new FakeClock();
await using webhooks = createWebhooks({ clock }, { allow: ["127.0.0.1"] });

// The receiver's side. It learns its secret when its endpoint is registered, and only then.
const secrets: string[] = [];
let attempts = 0;
const server = createServer((request, response) => {
  const receiver = createReceiver({
    secrets,
    clock,
    onDelivery: ({ event, body }) => {
      attempts += 1;
      if (attempts < 3) throw new Error("not today");
      const text = new TextDecoder().decode(body);
      console.log("received", event, text.replace(/evt_[\w-]+/, "evt_…"));
    },
  });
  toNodeListener(receiver)(request, response);
});
await using site = await listen(server);

// The sender's side.
// #region send
const endpoint = await webhooks.endpoints.create("ada", { url: site.url("/hooks") });
secrets.push(endpoint.secret);

const stop = new AbortController();
const running = webhooks.run({ signal: stop.signal });

const [sent] = await webhooks.send({
  account: "ada",
  type: "job.completed",
  jobId: "job_1",
  data: { jobId: "job_1", status: "completed", result: { pages: 12 } },
});
// #endregion

for (;;) {
  const delivery = await webhooks.deliveries.get("ada", sent?.id ?? "");
  if (delivery.status !== "pending") {
    console.log(delivery.status, "after", delivery.attempts, "attempts");
    break;
  }
  await clock.advance(1_000);
}
// #region log
for (const attempt of await webhooks.deliveries.attempts("ada", sent?.id ?? "")) {
  console.log(attempt.number, attempt.httpStatus, attempt.failure ?? "ok");
}
// #endregion

stop.abort();
await running;
