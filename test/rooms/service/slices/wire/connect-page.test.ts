import type { Page } from "puppeteer-core";
import { systemClock } from "dragline";
import { createCatalog } from "dragline/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath, openChromium } from "../../../../chromium.ts";
import { SessionWorld, STATE } from "../../../../spec/session-world.ts";
import { transports, useWorld } from "../../../../transports/index.ts";
import { actionOf, siteOf } from "../../../../transports/wire-samples.ts";

const path = await chromiumPath();
const [, socket] = transports;
const docks = siteOf({
  slug: "docks",
  name: "Docks <b>&</b> Quays",
  domain: "example.com",
  url: "https://www.example.com/",
  auth_login_url: "https://www.example.com/login",
  auth_types: ["browser_state"],
});
const stones = siteOf({ slug: "stones" });
const catalog = createCatalog(
  [],
  [docks, stones].map((site) => actionOf(site, { action_id: `${site.slug}.see` })),
);

describe.skipIf(path === undefined || socket === undefined)(
  `${browserTitle("the page of a connect_url", path)} in Chromium`,
  () => {
    const under = new SessionWorld();
    const world = useWorld(socket as (typeof transports)[number], {
      collaborators: { ...under.collaborators, clock: systemClock, catalog },
      runs: false,
    });
    const owned = new AsyncDisposableStack();
    let page: Page;
    const asked: string[] = [];

    beforeAll(async () => {
      const chromium = owned.use(await openChromium(path ?? ""));
      page = await chromium.newPage();
      page.on("request", (request) => asked.push(new URL(request.url()).origin));
    });
    afterAll(() => owned.disposeAsync());

    const open = (slug = "docks") =>
      page.goto(`${world.origin}/v1/wire/connect/${slug}/start`, { waitUntil: "load" });
    const told = () => page.$eval("#told", ({ textContent }) => textContent);
    const press = (name: string) => page.click(`::-p-aria([name="${name}"][role="button"])`);
    const enter = async (key: string) => {
      await page.locator(`::-p-aria([name="API key"])`).fill(key);
      await page.keyboard.press("Enter");
    };
    const words = () => page.$eval("main", (main) => main.innerText);

    it("asks for a key, begins, leads to the viewer, and stores the login", async () => {
      world.browsers.state = STATE;
      await open();
      await expect.poll(words).toContain("Connect Docks <b>&</b> Quays");
      await enter(world.alice.key);
      await expect.poll(words).toContain("Sign in to Docks <b>&</b> Quays in a new tab");
      const viewer = await page.$eval("#viewer", (link) => (link as HTMLAnchorElement).href);
      expect(viewer).toMatch(/\/v1\/sessions\/interactive\/[0-9a-f-]{36}\?token=/);
      await press("I have signed in");
      await expect.poll(words).toContain("is connected. You can close this page.");
      const { connections } = (await world.alice.get("/wire/connections")).json;
      expect(connections).toMatchObject([{ catalog_slug: "docks", status: "active" }]);
      expect(asked.every((origin) => origin === world.origin)).toBe(true);
    });

    it("says what is wrong with a key, a site and a login that is missing", async () => {
      world.browsers.state = { cookies: [], origins: [] };
      await open();
      await enter("nobody's");
      await expect.poll(told).toBe("This API key is not valid.");
      await open("stones");
      await enter(world.alice.key);
      await expect.poll(told).toContain("does not support logins");
      await open();
      await enter(world.bob.key);
      await expect.poll(words).toContain("in a new tab");
      await press("I have signed in");
      await expect.poll(told).toContain("has no cookie");
      await press("Cancel");
      await expect.poll(words).toContain("API key");
    });

    it("offers to end what is open already", async () => {
      await world.bob.post("/wire/connect/docks/start");
      await open();
      await enter(world.bob.key);
      await expect.poll(words).toContain("End the open browser and start again");
      await press("End the open browser and start again");
      await expect.poll(words).toContain("in a new tab");
      await press("Cancel");
    });
  },
);
