/**
 * A typed client of the API: a call for each route, waits for jobs, lists and events as async
 * iterables, errors with codes, and the check of webhooks; in Node, Deno, Bun, workers and browsers.
 *
 * Loads nothing but itself: `fetch`, `crypto.subtle` and `WebSocket` are the platform's.
 *
 * @example
 * ```ts
 * import { createClient } from "dragline/client";
 *
 * const client = createClient({ url: "http://localhost:3000", key: "dl_an_example" });
 * const { markdown } = await client.scrape({ url: "https://example.com/", formats: ["markdown"] });
 * console.log(markdown);
 * ```
 * @packageDocumentation
 */
export type { CallOptions } from "./call-options.ts";
export { createClient, type BrowserAddress, type Client } from "./client.ts";
export type { ClientOptions } from "./client-options.ts";
export { ClientError, isClientError, type ClientErrorDetails } from "./client-error.ts";
export type { ServerEvent } from "./events.ts";
export type { RunInput, RunOutput, RunName, WaitOptions } from "./run.ts";
export type { EachInput, EachItem, EachName } from "./each.ts";
export { verifyWebhook } from "./verify-webhook.ts";
export type {
  AiSearchEventData,
  BatchEventData,
  JobEventData,
  MonitorChangeEvent,
  WebhookEvent,
  WireEventData,
} from "./webhook-event.ts";
export type * from "./api.ts";
