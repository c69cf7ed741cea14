import assert from "node:assert/strict";
import { KnownDevices } from "puppeteer-core";
import { sizeOfPng } from "../size-of-png.ts";
import type { PuppeteerCheck } from "./puppeteer-world.ts";

/** Pictures of pages, and what pages are told of the screen around them. */
export const pictures: readonly PuppeteerCheck[] = [
  {
    title: "a screenshot has the viewport's size",
    async run({ page, site }) {
      await page.setViewport({ width: 640, height: 480 });
      await page.goto(`${site.origin}/colours`);
      assert.deepEqual(sizeOfPng(await page.screenshot()), [640, 480]);
      const jpeg = Buffer.from(await page.screenshot({ type: "jpeg", quality: 50 }));
      assert.equal(jpeg.readUInt16BE(0), 0xffd8);
    },
  },
  {
    title: "a screenshot of the full page has its height",
    async run({ page, site }) {
      await page.setViewport({ width: 300, height: 200 });
      await page.goto(`${site.origin}/colours`);
      // The width is without the scroll bar, where there is one.
      assert.equal(sizeOfPng(await page.screenshot({ fullPage: true }))[1], 2050);
    },
  },
  {
    title: "a screenshot of an element and of a part has their size",
    async run({ page, site }) {
      await page.goto(`${site.origin}/colours`);
      const box = await page.$("#box");
      assert.deepEqual(sizeOfPng((await box?.screenshot()) ?? new Uint8Array()), [100, 50]);
      const clip = { x: 5, y: 5, width: 33, height: 44 };
      assert.deepEqual(sizeOfPng(await page.screenshot({ clip })), [33, 44]);
    },
  },
  {
    title: "a page is printed to PDF",
    async run({ page, site }) {
      await page.goto(`${site.origin}/plain`);
      const pdf = Buffer.from(await page.pdf({ timeout: 5000 }));
      assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
    },
  },
  {
    title: "a device is emulated",
    async run({ page, site }) {
      await page.emulate(KnownDevices["iPhone 13"]);
      await page.goto(`${site.origin}/plain`);
      const told = await page.evaluate(() => [devicePixelRatio, navigator.userAgent]);
      assert.equal(told[0], 3);
      assert.match(String(told[1]), /iPhone/);
    },
  },
  {
    title: "time zone, locale and place are emulated",
    async run({ context, page, site }) {
      await context.overridePermissions(site.origin, ["geolocation"]);
      await page.emulateTimezone("Asia/Tokyo");
      const session = await page.createCDPSession();
      await session.send("Emulation.setLocaleOverride", { locale: "de-DE" });
      await page.setGeolocation({ latitude: 10, longitude: 20 });
      await page.goto(`${site.origin}/plain`);
      const told = await page.evaluate(async () => {
        const place = await new Promise<GeolocationPosition>((resolve, reject) => {
          navigator.geolocation.getCurrentPosition(resolve, reject);
        });
        const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
        return [timeZone, place.coords.latitude, (1.5).toLocaleString()];
      });
      assert.deepEqual(told, ["Asia/Tokyo", 10, "1,5"]);
    },
  },
  {
    title: "media are emulated",
    async run({ page, site }) {
      await page.goto(`${site.origin}/plain`);
      const matches = (query: string): boolean => matchMedia(query).matches;
      await page.emulateMediaType("print");
      assert.equal(await page.evaluate(matches, "print"), true);
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
      assert.equal(await page.evaluate(matches, "(prefers-color-scheme: dark)"), true);
    },
  },
  {
    title: "the processor and the network are slowed down",
    async run({ page, site }) {
      await page.emulateCPUThrottling(4);
      await page.emulateNetworkConditions({ download: 50_000, upload: 50_000, latency: 5 });
      assert.equal((await page.goto(`${site.origin}/plain`))?.status(), 200);
      await page.emulateCPUThrottling(null);
      await page.emulateNetworkConditions(null);
    },
  },
  {
    title: "scripts are switched off and a policy is bypassed",
    async run({ page, site }) {
      await page.setJavaScriptEnabled(false);
      await page.setBypassCSP(true);
      await page.goto(`${site.origin}/input`);
      const seen = await page.evaluate(() => "seen" in globalThis);
      assert.equal(seen, false);
    },
  },
  {
    title: "a screencast sends frames",
    async run({ page, site }) {
      const session = await page.createCDPSession();
      const frame = Promise.withResolvers<string>();
      session.on("Page.screencastFrame", ({ data, sessionId }) => {
        // The last frame may come while the page is closed.
        session.send("Page.screencastFrameAck", { sessionId }).catch(() => {});
        frame.resolve(data);
      });
      await page.goto(`${site.origin}/colours`);
      await session.send("Page.startScreencast", { format: "jpeg" });
      assert.ok((await frame.promise).length > 100);
      await session.send("Page.stopScreencast");
    },
  },
];
