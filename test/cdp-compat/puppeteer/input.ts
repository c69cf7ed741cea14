import assert from "node:assert/strict";
import { once } from "../once.ts";
import type { PuppeteerCheck, PuppeteerWorld } from "./puppeteer-world.ts";

const seenBy = ({ page }: PuppeteerWorld): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);

/** Keys, mouse, touch, forms and selectors. */
export const input: readonly PuppeteerCheck[] = [
  {
    title: "type fills a field and a button is clicked",
    async run({ page, site }) {
      await page.goto(`${site.origin}/form`);
      await page.type("#name", "Ann Ö 雪");
      await page.click("#send");
      assert.equal(await page.title(), "sent Ann Ö 雪");
    },
  },
  {
    title: "keys are pressed, held and combined",
    async run({ page, site }) {
      await page.goto(`${site.origin}/form`);
      await page.type("#notes", "abc");
      await page.keyboard.down("Control");
      await page.keyboard.press("KeyA");
      await page.keyboard.up("Control");
      await page.keyboard.press("Backspace");
      await page.keyboard.sendCharacter("Z");
      assert.equal(await page.$eval("#notes", (node) => (node as HTMLTextAreaElement).value), "Z");
    },
  },
  {
    title: "the mouse clicks, double-clicks, clicks right and turns its wheel",
    async run(world) {
      const { page, site } = world;
      await page.goto(`${site.origin}/input`);
      await page.mouse.click(40, 40, { count: 2 });
      await page.mouse.click(40, 40, { button: "right" });
      await page.mouse.wheel({ deltaY: 400 });
      await page.waitForFunction(() => scrollY > 0);
      const seen = await seenBy(world);
      for (const type of ["dblclick", "contextmenu", "wheel"]) assert.ok(seen.includes(type), type);
    },
  },
  {
    title: "something is dragged and dropped",
    async run({ page, site }) {
      await page.goto(`${site.origin}/input`);
      const from = await page.$("#a");
      const to = await page.$("#b");
      assert.ok(from && to);
      await from.drag(to);
      await to.drop(from);
      await page.waitForFunction(() => document.title === "cargo");
    },
  },
  {
    title: "a touchscreen is touched",
    async run(world) {
      const { page, site } = world;
      await page.setViewport({ width: 400, height: 600, hasTouch: true, isMobile: true });
      await page.goto(`${site.origin}/input`);
      await page.touchscreen.tap(40, 40);
      const seen = await seenBy(world);
      assert.ok(seen.includes("touchstart") && seen.includes("touchend"), seen.join());
    },
  },
  {
    title: "options and boxes are chosen",
    async run({ page, site }) {
      await page.goto(`${site.origin}/form`);
      assert.deepEqual(await page.select("#color", "green"), ["green"]);
      await page.locator("#agree").click();
      assert.equal(await page.$eval("#agree", (node) => (node as HTMLInputElement).checked), true);
    },
  },
  {
    title: "a file chooser is told and cancelled",
    async run({ page, site }) {
      await page.goto(`${site.origin}/form`);
      const [chooser] = await Promise.all([page.waitForFileChooser(), page.click("#upload")]);
      assert.equal(chooser.isMultiple(), true);
      await chooser.cancel();
    },
  },
  {
    title: "a client's file is given by its bytes",
    async run({ page, site }) {
      await page.goto(`${site.origin}/form`);
      const bytes = Buffer.from("of the client").toString("base64");
      const text = await page.$eval(
        "#upload",
        async (node, encoded) => {
          const files = new DataTransfer();
          const raw = Uint8Array.from(atob(encoded), (one) => one.codePointAt(0) ?? 0);
          files.items.add(new File([raw], "client.txt"));
          (node as HTMLInputElement).files = files.files;
          return await (node as HTMLInputElement).files?.[0]?.text();
        },
        bytes,
      );
      assert.equal(text, "of the client");
    },
  },
  {
    title: "selectors find by CSS, text, role, XPath and through shadow roots",
    async run({ page, site }) {
      await page.goto(`${site.origin}/selectors`);
      const selectors = [
        "h2.head",
        "::-p-text(some words)",
        "::-p-aria([name='Heading'][role='heading'])",
        "::-p-xpath(//li[2])",
        "my-box >>> .deep",
      ];
      const found: (string | null | undefined)[] = [];
      for (const selector of selectors) {
        const node = await page.$(selector);
        found.push(await node?.evaluate((one) => one.textContent));
      }
      assert.deepEqual(found, ["Heading", "some words", "Heading", "two", "in the shadow"]);
      assert.equal((await page.$$("li")).length, 3);
    },
  },
  {
    title: "a locator waits for what it acts on",
    async run({ page, site }) {
      await page.goto(`${site.origin}/form`);
      await page.locator("#name").fill("Bea");
      const action = once(page, "console");
      await page.evaluate(() => {
        setTimeout(() => {
          document.body.insertAdjacentHTML("beforeend", "<button id=x>x</button>");
          document.querySelector("#x")?.addEventListener("click", () => console.log("clicked"));
        }, 100);
      });
      await page.locator("#x").click();
      await action;
      assert.equal(await page.$eval("#name", (node) => (node as HTMLInputElement).value), "Bea");
    },
  },
];
