// Verify a delivery without a server of ours: the test vector of the documents, a rotated secret, and
// a memory of handled deliveries that several processes share.
import { MemoryRecords } from "dragline/storage/memory";
import { createReceiver, RecordsSeen, sign, verify } from "dragline/webhooks";

// #region vector
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const body = Buffer.from(
  '{"id":"evt_77ab","type":"webhook.test","createdAt":"2026-03-01T10:00:00.000Z","data":{"endpointId":"whe_12","message":"Test event"}}',
);
console.log(sign(body, secret));
// #endregion

const now = Math.floor(Date.now() / 1000);
const headers = (time: number) => ({
  "x-service-signature": sign(body, secret),
  "x-service-timestamp": String(time),
  "x-service-delivery-id": "dlv_1",
  "x-service-event": "webhook.test",
});

// #region verify
const verdict = verify({ headers: headers(now), body }, [secret, "whsec_the_old_one"]);
console.log(verdict.valid ? `${verdict.event} ${verdict.deliveryId}` : verdict.reason);
// #endregion
const late = verify({ headers: headers(now - 301), body }, secret);
console.log(late.valid ? "valid" : late.reason);

// #region once
const records = new MemoryRecords(); // PostgreSQL, where several processes receive
const receiver = createReceiver({
  secrets: secret,
  seen: new RecordsSeen({ records }),
  onDelivery: ({ deliveryId }) => console.log("handled", deliveryId),
});
// #endregion
for (let attempt = 1; attempt <= 3; attempt += 1) {
  const url = "http://localhost/hooks";
  const request = new Request(url, { method: "POST", body, headers: headers(now) });
  const { status } = await receiver.receive(request);
  console.log("attempt", attempt, status);
}
