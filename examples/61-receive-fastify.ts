// Receive webhooks in a Fastify app. Inside of the plugin bodies are not parsed, whatever parsers the
// app has.
import Fastify from "fastify";
import { createReceiver, sign, toFastify } from "dragline/webhooks";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

// #region app
const receiver = createReceiver({
  secrets: secret,
  onDelivery: ({ event, deliveryId }) => console.log("received", event, deliveryId),
});

const app = Fastify();
await app.register(toFastify(receiver), { prefix: "/hooks" });
// #endregion

const body = JSON.stringify({ id: "evt_1", type: "job.completed", data: { jobId: "job_1" } });
const answer = await app.inject({
  method: "POST",
  url: "/hooks",
  payload: body,
  headers: {
    "content-type": "application/json",
    "x-service-signature": sign(Buffer.from(body), secret),
    "x-service-timestamp": String(Math.floor(Date.now() / 1000)),
    "x-service-delivery-id": "dlv_1",
    "x-service-event": "job.completed",
  },
});
console.log("answer", answer.statusCode);
await app.close();
