import assert from "node:assert/strict";
import { devices } from "playwright-core";
import { sizeOfPng } from "../size-of-png.ts";
import type { PlaywrightCheck } from "./playwright-world.ts";

/** Pictures of pages, and what pages are told of the screen around them. */
export const pictures: readonly PlaywrightCheck[] = [
  {
    title: "a screenshot has the viewport's size",
    async run({ page, site }) {
      await page.setViewportSize({ width: 640, height: 480 });
      await page.goto(`${site.origin}/colours`);
      assert.deepEqual(sizeOfPng(await page.screenshot()), [640, 480]);
      const jpeg = await page.screenshot({ type: "jpeg", quality: 50 });
      assert.equal(jpeg.readUInt16BE(0), 0xffd8);
    },
  },
  {
    title: "a screenshot of the full page has its height",
    async run({ page, site }) {
      await page.setViewportSize({ width: 300, height: 200 });
      await page.goto(`${site.origin}/colours`);
      assert.equal(sizeOfPng(await page.screenshot({ fullPage: true }))[1], 2050);
    },
  },
  {
    title: "a screenshot of an element and of a part has their size",
    async run({ page, site }) {
      await page.goto(`${site.origin}/colours`);
      assert.deepEqual(sizeOfPng(await page.locator("#box").screenshot()), [100, 50]);
      const clip = { x: 5, y: 5, width: 33, height: 44 };
      assert.deepEqual(sizeOfPng(await page.screenshot({ clip })), [33, 44]);
    },
  },
  {
    title: "a page is printed to PDF",
    async run({ page, site }) {
      await page.goto(`${site.origin}/plain`);
      const pdf = await page.pdf();
      assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
    },
  },
  {
    title: "a device is emulated",
    async run({ browser, site }) {
      const context = await browser.newContext(devices["iPhone 13"]);
      const page = await context.newPage();
      await page.goto(`${site.origin}/plain`);
      const told = await page.evaluate(() => [devicePixelRatio, navigator.userAgent]);
      assert.equal(told[0], 3);
      assert.match(String(told[1]), /iPhone/);
      await context.close();
    },
  },
  {
    title: "time zone, locale and place are emulated",
    async run({ browser, site }) {
      const context = await browser.newContext({
        timezoneId: "Asia/Tokyo",
        locale: "de-DE",
        geolocation: { latitude: 10, longitude: 20 },
        permissions: ["geolocation"],
      });
      const page = await context.newPage();
      await page.goto(`${site.origin}/plain`);
      const told = await page.evaluate(async () => {
        const place = await new Promise<GeolocationPosition>((resolve, reject) => {
          navigator.geolocation.getCurrentPosition(resolve, reject);
        });
        const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
        return [timeZone, navigator.language, place.coords.latitude];
      });
      assert.deepEqual(told, ["Asia/Tokyo", "de-DE", 10]);
      await context.close();
    },
  },
  {
    title: "media are emulated",
    async run({ page, site }) {
      await page.goto(`${site.origin}/plain`);
      await page.emulateMedia({ media: "print", colorScheme: "dark", reducedMotion: "reduce" });
      const told = await page.evaluate(() =>
        ["print", "(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"].map(
          (query) => matchMedia(query).matches,
        ),
      );
      assert.deepEqual(told, [true, true, true]);
    },
  },
  {
    title: "the processor is slowed down by a CDP session",
    async run({ context, page, site }) {
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
      assert.equal((await page.goto(`${site.origin}/plain`))?.status(), 200);
    },
  },
  {
    title: "scripts are switched off and a user agent is set",
    async run({ browser, site }) {
      const context = await browser.newContext({ javaScriptEnabled: false, userAgent: "Compat/1" });
      const page = await context.newPage();
      await page.goto(`${site.origin}/input`);
      assert.equal(await page.evaluate(() => "seen" in globalThis), false);
      const headers = await (await page.goto(`${site.origin}/headers`))?.json();
      assert.equal(headers["user-agent"], "Compat/1");
      await context.close();
    },
  },
];
