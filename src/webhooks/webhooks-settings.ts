import { checkNumber, CoreError, withDefaults } from "../core/index.ts";
import { checkHeaderOptions } from "./attempts/delivery-headers.ts";
import { serviceEvents } from "./outbox/event.ts";
import { isHeaderText } from "./signing/header-names.ts";
import type { WebhooksOptions } from "./webhooks-options.ts";

/** Options with every default filled in. */
export type WebhooksSettings = Required<WebhooksOptions>;

const DAY = 86_400_000;

/** The defaults of every option. */
export const webhooksDefaults: WebhooksSettings = Object.freeze({
  allow: [],
  headerPrefix: "X-Service-",
  userAgent: "Service-Webhooks/1",
  events: serviceEvents,
  standardHeaders: false,
  attemptTimeoutMs: 10_000,
  maxConcurrency: 64,
  maxPerEndpoint: 8,
  maxPerHost: 16,
  leaseMs: 30_000,
  obeyRetryAfter: false,
  retentionMs: 2_592_000_000,
  maxEndpoints: 10,
});

/** Bounds of each number. */
const bounds = Object.freeze({
  attemptTimeoutMs: { min: 1 },
  maxConcurrency: { min: 1, max: 1_000 },
  maxPerEndpoint: { min: 1 },
  maxPerHost: { min: 1 },
  leaseMs: { min: 2 },
  // What is on its ladder for half a day may not be swept.
  retentionMs: { min: DAY },
  maxEndpoints: { min: 1, max: 1_000 },
});

/**
 * Completes and checks the options.
 * @throws CoreError `INVALID_OPTION`
 */
export function webhooksSettings(options: WebhooksOptions | undefined): WebhooksSettings {
  const settings = withDefaults(webhooksDefaults, options);
  for (const [name, limits] of Object.entries(bounds)) {
    checkNumber(name, settings[name as keyof typeof bounds], limits);
  }
  checkNumber("leaseMs", settings.leaseMs, { min: settings.attemptTimeoutMs + 1 });
  checkList("allow", settings.allow);
  checkList("events", settings.events);
  checkNames(settings.events);
  checkHeaderOptions(settings);
  return settings;
}

/** Each attempt carries the name of its event in a header. */
function checkNames(events: readonly string[]): void {
  const unfit = events.find((name) => !isHeaderText(name));
  if (unfit === undefined) return;
  throw new CoreError("INVALID_OPTION", {
    message: `Option 'events' must be names of 1 to 1024 visible ASCII characters; got ${JSON.stringify(unfit)}.`,
    details: { option: "events", value: unfit },
  });
}

function checkList(option: string, list: unknown): void {
  if (Array.isArray(list) && list.every((item) => typeof item === "string" && item !== "")) return;
  throw new CoreError("INVALID_OPTION", {
    message: `Option '${option}' must be a list of names; got ${JSON.stringify(list)}.`,
    details: { option },
  });
}
