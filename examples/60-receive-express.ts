// Receive webhooks in an Express app: the signature is checked, and each delivery is handled once.
import { createServer } from "node:http";
import express from "express";
import { createReceiver, sign, toExpress } from "dragline/webhooks";
import { listen } from "./listen.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

// #region app
const receiver = createReceiver({
  secrets: secret,
  onDelivery: ({ event, json }) => console.log("received", event, JSON.stringify(json)),
  onFailure: ({ reason }) => console.log("refused", reason),
});

const app = express();
app.post("/hooks", toExpress(receiver)); // in front of express.json()
app.use(express.json());
// #endregion

await using site = await listen(createServer(app));

/** One attempt, as a sender makes it. */
async function deliver(body: string, signature: string): Promise<void> {
  const response = await fetch(site.url("/hooks"), {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "x-service-signature": signature,
      "x-service-timestamp": String(Math.floor(Date.now() / 1000)),
      "x-service-delivery-id": "dlv_1",
      "x-service-event": "job.completed",
    },
  });
  console.log("answer", response.status);
}

const body = JSON.stringify({ id: "evt_1", type: "job.completed", data: { jobId: "job_1" } });
await deliver(body, sign(Buffer.from(body), secret));
await deliver(body, sign(Buffer.from(body), secret)); // the same delivery again: not handled twice
await deliver(body.replace("job_1", "job_2"), sign(Buffer.from(body), secret)); // altered
