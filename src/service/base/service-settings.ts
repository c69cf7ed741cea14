import { checkNumber, withDefaults } from "../../core/index.ts";
import type { Prices, ServiceOptions } from "./service-options.ts";

/** Options with every default filled in. */
export type ServiceSettings = Omit<
  Required<ServiceOptions>,
  "publicUrl" | "signUpUrl" | "prices"
> & {
  readonly publicUrl: string | undefined;
  readonly signUpUrl: string | undefined;
  readonly prices: Prices;
};

/** What operations cost (interface, part 1; decisions, 1.1). */
const prices: Prices = Object.freeze({
  scrape: 1,
  scrapeActions: 1,
  scrapeSummary: 1,
  scrapeJson: 2,
  map: 1,
  crawlPage: 1,
  webScraper: 1,
  search: 3,
  agenticSearch: 10,
  monitorPage: 2,
  monitorValues: 3,
  monitorSitePage: 1,
  monitorAi: 1,
  browserConnection: 1,
  aiTask: 5,
  buildRequest: 25,
  visibilitySource: 1,
});

/** The defaults of a service; its names tell options from collaborators. */
export const serviceDefaults: ServiceSettings = Object.freeze({
  publicUrl: undefined,
  allow: Object.freeze([]),
  allowCallbacks: Object.freeze([]),
  trustedProxies: Object.freeze([]),
  headerPrefix: "X-Service-",
  webhookUserAgent: "Service-Webhooks/1",
  prices,
  newAccountCredits: 300,
  limits: Object.freeze({}),
  engine: "auto",
  requireModel: false,
  modelInputTokens: 200_000,
  modelOutputTokens: 32_768,
  visibilitySynthesis: false,
  indexPages: true,
  concurrency: 16,
  syncTimeoutMs: 90_000,
  cacheTtlMs: 86_400_000,
  retentionMs: 2_592_000_000,
  activeMonitors: 20,
  concurrentBrowsers: 5,
  browserBytes: 1_073_741_824,
  accountBrowserBytes: 4_294_967_296,
  hostBrowserBytes: 17_179_869_184,
  minFreeBytes: 536_870_912,
  devtoolsVersion: false,
  devtoolsRoot: false,
  trialCredits: 10,
  signUpUrl: undefined,
  connectUrl: "{base_url}/wire/connect/{slug}/start",
  graceMs: 10_000,
  inlineBytes: 65_536,
});

/**
 * Completes and checks a service's options.
 * @throws CoreError `INVALID_OPTION`
 */
export function serviceSettings(options: ServiceOptions | undefined): ServiceSettings {
  const { prices: given, ...rest } = options ?? {};
  const { prices: _, ...defaults } = serviceDefaults;
  const settings = {
    ...withDefaults<Omit<ServiceSettings, "prices">>(defaults, rest),
    prices: withDefaults<Prices>(prices, given),
  };
  for (const [name, price] of Object.entries(settings.prices)) {
    checkNumber(`prices.${name}`, price, { min: 0 });
  }
  for (const [name, limit] of Object.entries(settings.limits)) {
    if (limit !== Infinity) checkNumber(`limits.${name}`, limit, { min: 1, max: 1_000_000 });
  }
  checkNumber("newAccountCredits", settings.newAccountCredits, { min: 0 });
  for (const name of ["modelInputTokens", "modelOutputTokens"] as const) {
    checkNumber(name, settings[name], { min: 1 });
  }
  checkNumber("concurrency", settings.concurrency, { min: 1, max: 1000 });
  checkNumber("syncTimeoutMs", settings.syncTimeoutMs, { min: 1 });
  checkNumber("cacheTtlMs", settings.cacheTtlMs, { min: 0 });
  checkNumber("retentionMs", settings.retentionMs, { min: 1 });
  checkNumber("activeMonitors", settings.activeMonitors, { min: 1 });
  checkNumber("concurrentBrowsers", settings.concurrentBrowsers, { min: 1, max: 1000 });
  for (const name of ["browserBytes", "accountBrowserBytes", "hostBrowserBytes"] as const) {
    checkNumber(name, settings[name], { min: 1 });
  }
  checkNumber("minFreeBytes", settings.minFreeBytes, { min: 0 });
  checkNumber("trialCredits", settings.trialCredits, { min: 0, max: 1_000_000 });
  checkNumber("graceMs", settings.graceMs, { min: 0 });
  checkNumber("inlineBytes", settings.inlineBytes, { min: 0, max: 1_048_576 });
  return settings;
}
