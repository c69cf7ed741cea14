import { checkArgument } from "../../core/index.ts";
import type { Receiver } from "./receiver.ts";

/** What of a Hono context is used. */
export interface HonoContext {
  readonly req: {
    readonly raw: Request;
    /** What earlier handlers have read, by the form they asked for. */
    readonly bodyCache: object;
    arrayBuffer(): Promise<ArrayBuffer>;
  };
}

/** Forms of a body that give its bytes back. */
const FAITHFUL = ["text", "arrayBuffer", "blob"];

/**
 * A receiver as a handler of Hono. What an earlier handler has read through `context.req` is used
 * again.
 * @throws WebhookError `BODY_CONSUMED`, by the handler, when the body was read as a form or past Hono
 * @example
 * ```ts
 * import { Hono } from "hono";
 * import { createReceiver, toHono } from "dragline/webhooks";
 *
 * const secrets = process.env["WEBHOOK_SECRET"] ?? "";
 * const receiver = createReceiver({ secrets, onDelivery: ({ event }) => console.log(event) });
 * const app = new Hono();
 * app.post("/hooks", toHono(receiver));
 * ```
 */
export function toHono(receiver: Receiver): (context: HonoContext) => Promise<Response> {
  const { receive } = checkArgument("receiver of toHono(receiver)", receiver, "object");
  return async ({ req }) => {
    const { raw, bodyCache } = req;
    const isKept = FAITHFUL.some((form) => form in bodyCache);
    if (!raw.bodyUsed || !isKept) return receive(raw);
    const { url, method, headers, signal } = raw;
    return receive(new Request(url, { method, headers, signal, body: await req.arrayBuffer() }));
  };
}
