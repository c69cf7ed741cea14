import { createReceiver, sign, type Receiver, type ReceivedDelivery } from "dragline/webhooks";

export const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/** A body whose bytes no parser gives back: spaces, an escape, a number of its own spelling. */
export const body =
  '{ "id":"evt_1",  "type":"job.completed", "data":{"cost":1.0,"name":"\\u00e9"} }';

/** A delivery as the service sends it. */
export function delivery(id = "dlv_1", changes: Record<string, string> = {}): RequestInit {
  return {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "x-service-timestamp": String(Math.floor(Date.now() / 1000)),
      "x-service-delivery-id": id,
      "x-service-event": "job.completed",
      "x-service-signature": sign(body, secret),
      ...changes,
    },
  };
}

/** A receiver that keeps what it is given. */
export interface Kept {
  readonly receiver: Receiver;
  readonly handled: ReceivedDelivery[];
  readonly failures: string[];
}

export function keep(): Kept {
  const handled: ReceivedDelivery[] = [];
  const failures: string[] = [];
  const receiver = createReceiver({
    secrets: secret,
    onDelivery: (delivery) => handled.push(delivery),
    onFailure: ({ reason }) => failures.push(reason),
  });
  return { receiver, handled, failures };
}
