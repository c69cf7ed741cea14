// Receive webhooks in a Hono app; the same receiver answers any server that speaks fetch.
import { Hono } from "hono";
import { createReceiver, sign, toHono } from "dragline/webhooks";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

// #region app
const receiver = createReceiver({
  secrets: secret,
  onDelivery: ({ event, deliveryId }) => console.log("received", event, deliveryId),
});

const app = new Hono();
app.post("/hooks", toHono(receiver));
// #endregion

const body = JSON.stringify({ id: "evt_1", type: "job.completed", data: { jobId: "job_1" } });
const request = (id: string) =>
  new Request("http://localhost/hooks", {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "x-service-signature": sign(Buffer.from(body), secret),
      "x-service-timestamp": String(Math.floor(Date.now() / 1000)),
      "x-service-delivery-id": id,
      "x-service-event": "job.completed",
    },
  });
console.log("answer", (await app.request(request("dlv_1"))).status);
// #region fetch
const response = await receiver.receive(request("dlv_2"));
// #endregion
console.log("answer", response.status);
