import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createSite, type Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createChromiumLauncher,
  type ChromiumOptions,
} from "../../../src/browser/chromium/chromium-launcher.ts";
import { applyIdentity } from "../../../src/browser/chromium/identity.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";

const path = await chromiumPath();

const botd = new URL("botd.esm.js", import.meta.resolve("@fingerprintjs/botd"));

const page = `<!doctype html><title>Are you a robot?</title><script type="module">
  import { load } from "/botd.js";
  const detector = await load({ monitoring: false });
  globalThis.verdict = detector.detect();
</script>`;

/** What a page can ask that gives a browser away. */
const look = `(async () => {
  const canvas = document.createElement("canvas").getContext("webgl");
  const notifications = await navigator.permissions.query({ name: "notifications" });
  return {
    verdict: globalThis.verdict,
    webdriver: navigator.webdriver,
    userAgent: navigator.userAgent,
    brands: navigator.userAgentData.brands.map(({ brand }) => brand).join(),
    plugins: navigator.plugins.length,
    notifications: Notification.permission + " " + notifications.state,
    mouse: matchMedia("(hover: hover) and (pointer: fine)").matches,
    webgl: canvas !== null,
    fits: outerWidth <= screen.width && outerHeight <= screen.height,
    chrome: innerWidth <= outerWidth && innerHeight < outerHeight,
    ratio: devicePixelRatio,
    visible: document.visibilityState + " " + document.hasFocus(),
  };
})()`;

describe.skipIf(path === undefined)(`${browserTitle("BotD", path)} about a browser`, () => {
  let site: Site;

  beforeAll(async () => {
    const body = await readFile(fileURLToPath(botd), "utf8");
    site = await createSite({
      "/": page,
      "/botd.js": { headers: { "content-type": "text/javascript" }, body },
    });
  });

  afterAll(() => site[Symbol.asyncDispose]());

  async function ask(options: ChromiumOptions, country?: string): Promise<unknown> {
    const launcher = createChromiumLauncher({}, options);
    await using browser = await launcher.launch(AbortSignal.timeout(20_000));
    const context = await browser.driver.createBrowserContext({ proxyServer: "direct://" });
    const page = await context.newPage();
    await applyIdentity(page, country);
    await page.goto(site.url("/"));
    return await page.evaluate(look);
  }

  it.skipIf(process.platform !== "linux").each([undefined, "FR"])(
    "of the natural identity in %s says: not a bot",
    async (country) => {
      expect(await ask({}, country)).toMatchObject({
        verdict: { bot: false },
        webdriver: false,
        userAgent: expect.not.stringContaining("Headless"),
        brands: expect.stringContaining("Chrom"),
        plugins: 5,
        notifications: "default prompt",
        mouse: true,
        webgl: true,
        fits: true,
        chrome: true,
        ratio: 1,
        visible: "visible true",
      });
    },
  );

  it("of the plain identity says: bot", async () => {
    expect(await ask({ identity: "plain" })).toMatchObject({
      verdict: { bot: true },
      webdriver: true,
      userAgent: expect.stringContaining("HeadlessChrome"),
    });
  });
});
