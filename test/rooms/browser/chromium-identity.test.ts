import { createSite, type Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChromiumLauncher } from "../../../src/browser/chromium/chromium-launcher.ts";
import { applyIdentity } from "../../../src/browser/chromium/identity.ts";
import { countryIdentity } from "../../../src/browser/chromium/country-identity.ts";
import type { DriverPage } from "../../../src/browser/driver.ts";
import type { RunningBrowser } from "../../../src/browser/launcher.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { countries } from "./countries.ts";

describe("countryIdentity", () => {
  it.each([
    ["de", "Europe/Berlin", "de-DE", "de-DE,de,en-US,en"],
    ["US", "America/New_York", "en-US", "en-US,en"],
    ["gB", "Europe/London", "en-GB", "en-GB,en-US,en"],
    ["BR", "America/Sao_Paulo", "pt-BR", "pt-BR,pt,en-US,en"],
    ["TW", "Asia/Taipei", "zh-TW", "zh-TW,zh,en-US,en"],
    ["RU", "Europe/Moscow", "ru-RU", "ru-RU,ru,en-US,en"],
    ["AU", "Australia/Sydney", "en-AU", "en-AU,en-US,en"],
    ["PY", "America/Asuncion", "es-PY", "es-PY,es,en-US,en"],
  ])("of %s is %s, %s, %s", (country, ...expected) => {
    const { timeZone, locale, acceptLanguage } = countryIdentity(country) ?? {};
    expect([timeZone, locale, acceptLanguage]).toEqual(expected);
  });

  it("is there for every country of ISO 3166-1, in a zone that Node knows", () => {
    expect(countries.length).toBe(249);
    for (const country of countries) {
      const identity = countryIdentity(country);
      expect(identity?.locale.endsWith(`-${country}`), country).toBe(true);
      expect(() => new Intl.DateTimeFormat(identity?.locale, identity)).not.toThrow();
    }
  });

  it.each(["", "ZZ", "D", "DEU", "d3", "..", "en-US", "\0\0", "ß", "ＤＥ"])(
    "of %j is undefined",
    (country) => {
      expect(countryIdentity(country)).toBeUndefined();
    },
  );
});

describe("applyIdentity", () => {
  it("takes the locale for the page before a worker of its process can", async () => {
    const calls: string[] = [];
    const session = {
      on: () => session,
      send: async (method: string) => {
        calls.push(method);
        await Promise.resolve();
        calls.push(`${method} answered`);
      },
    };
    const page = { createCDPSession: async () => session } as unknown as DriverPage;
    await applyIdentity(page, "DE");
    const taken = calls.indexOf("Emulation.setLocaleOverride answered");
    expect(taken).toBeGreaterThan(-1);
    expect(calls.indexOf("Target.setAutoAttach")).toBeGreaterThan(taken);
  });
});

const path = await chromiumPath();

/** What a page, its worker and its frame tell of where they are. */
const report = `(async () => {
  const told = () => [navigator.language, navigator.languages.join(), Intl.DateTimeFormat().resolvedOptions().timeZone,
    Intl.NumberFormat().resolvedOptions().locale, (1234.5).toLocaleString()];
  const worker = new Worker(URL.createObjectURL(new Blob(["postMessage((" + told + ")())"])));
  const inWorker = await new Promise((resolve) => { worker.onmessage = (event) => resolve(event.data); });
  const hints = await navigator.userAgentData.getHighEntropyValues(["fullVersionList", "architecture", "platformVersion"]);
  return { inPage: told(), inWorker, hints, userAgent: navigator.userAgent };
})()`;

interface Report {
  readonly inPage: readonly string[];
  readonly inWorker: readonly string[];
  readonly hints: { readonly fullVersionList: readonly unknown[]; readonly architecture: string };
  readonly userAgent: string;
}

describe.skipIf(path === undefined)(`${browserTitle("applyIdentity", path)} of a page`, () => {
  let browser: RunningBrowser;
  let site: Site;
  let page: DriverPage;

  beforeAll(async () => {
    site = await createSite({
      "*": { headers: { "accept-ch": "Sec-CH-UA-Full-Version-List" }, body: "<p>Hello" },
    });
    browser = await createChromiumLauncher().launch(AbortSignal.timeout(20_000));
    const context = await browser.driver.createBrowserContext({ proxyServer: "direct://" });
    page = await context.newPage();
  });

  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  it("gives a page the zone, locale and languages, and leaves its client hints", async () => {
    await page.goto(site.url("/before"));
    const before = (await page.evaluate(report)) as Report;
    await applyIdentity(page, "DE");
    await page.goto(site.url("/first"));
    await page.goto(site.url("/german"));
    const { inPage, inWorker, hints, userAgent } = (await page.evaluate(report)) as Report;
    expect(inPage).toEqual(["de-DE", "de-DE,de,en-US,en", "Europe/Berlin", "de-DE", "1.234,5"]);
    expect(inWorker.slice(2)).toEqual(["Europe/Berlin", "de-DE", "1.234,5"]);
    expect(hints).toEqual(before.hints);
    expect(hints.fullVersionList.length).toBeGreaterThan(0);
    expect(userAgent).toBe(before.userAgent);
    const { headers } = await site.seen("/german");
    expect(headers["accept-language"]).toBe("de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7");
    expect(headers["sec-ch-ua-full-version-list"]).toContain("Chromium");
    expect(headers["user-agent"]).not.toContain("Headless");
  });

  it("is taken by Chromium for every country, one after the other on one page", async () => {
    for (const country of countries) {
      await applyIdentity(page, country.toLowerCase());
      const zone = await page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone");
      const hour = (timeZone: unknown): string =>
        new Date(0).toLocaleString("en", { timeZone: String(timeZone) });
      expect(hour(zone), country).toBe(hour(countryIdentity(country)?.timeZone));
    }
  });

  it("changes nothing for a country that there is not", async () => {
    await applyIdentity(page, "FR");
    await applyIdentity(page, "ZZ");
    expect(await page.evaluate("navigator.language")).toBe("fr-FR");
  });

  it("belongs to one page, not to its neighbour", async () => {
    const other = await page.browserContext().newPage();
    expect(await other.evaluate("navigator.language")).toBe("en-US");
    expect(await other.evaluate("Intl.NumberFormat().resolvedOptions().locale")).toBe("en-US");
  });
});
