import assert from "node:assert/strict";
import type { PlaywrightCheck, PlaywrightWorld } from "./playwright-world.ts";

const seenBy = ({ page }: Pick<PlaywrightWorld, "page">): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);

/** Keys, mouse, touch, forms and selectors. */
export const input: readonly PlaywrightCheck[] = [
  {
    title: "fill fills a field and a button is clicked",
    async run({ page, site }) {
      await page.goto(`${site.origin}/form`);
      await page.getByLabel("Name").fill("Ann Ö 雪");
      await page.getByRole("button", { name: "Send" }).click();
      assert.equal(await page.title(), "sent Ann Ö 雪");
    },
  },
  {
    title: "keys are pressed, held and combined",
    async run({ page, site }) {
      await page.goto(`${site.origin}/form`);
      await page.locator("#notes").pressSequentially("abc");
      await page.keyboard.press("Control+A");
      await page.keyboard.press("Backspace");
      await page.keyboard.insertText("Z");
      assert.equal(await page.inputValue("#notes"), "Z");
    },
  },
  {
    title: "the mouse clicks, double-clicks, clicks right and turns its wheel",
    async run(world) {
      const { page, site } = world;
      await page.goto(`${site.origin}/input`);
      await page.mouse.dblclick(40, 40);
      await page.mouse.click(40, 40, { button: "right" });
      await page.mouse.wheel(0, 400);
      await page.waitForFunction(() => scrollY > 0);
      const seen = await seenBy(world);
      for (const type of ["dblclick", "contextmenu", "wheel"]) assert.ok(seen.includes(type), type);
    },
  },
  {
    title: "something is dragged and dropped",
    async run({ page, site }) {
      await page.goto(`${site.origin}/input`);
      await page.dragAndDrop("#a", "#b");
      await page.waitForFunction(() => document.title === "cargo");
    },
  },
  {
    title: "a touchscreen is touched",
    async run({ browser, site }) {
      const context = await browser.newContext({ hasTouch: true, isMobile: true });
      const page = await context.newPage();
      await page.goto(`${site.origin}/input`);
      await page.touchscreen.tap(40, 40);
      const seen = await seenBy({ page });
      assert.ok(seen.includes("touchstart") && seen.includes("touchend"), seen.join());
      await context.close();
    },
  },
  {
    title: "options and boxes are chosen",
    async run({ page, site }) {
      await page.goto(`${site.origin}/form`);
      assert.deepEqual(await page.selectOption("#color", "green"), ["green"]);
      await page.check("#agree");
      assert.equal(await page.isChecked("#agree"), true);
    },
  },
  {
    title: "client's files are given by their bytes",
    async run({ page, site }) {
      await page.goto(`${site.origin}/form`);
      await page.setInputFiles("#upload", [
        { name: "one.txt", mimeType: "text/plain", buffer: Buffer.from("of the client") },
        { name: "two.bin", mimeType: "application/x-two", buffer: Buffer.alloc(100_000, 1) },
      ]);
      const told = await page.$eval("#upload", async (node) => {
        const files = [...((node as HTMLInputElement).files ?? [])];
        return [await files[0]?.text(), files[1]?.name, files[1]?.size];
      });
      assert.deepEqual(told, ["of the client", "two.bin", 100_000]);
    },
  },
  {
    title: "a file chooser takes a client's file by its bytes",
    async run({ page, site }) {
      await page.goto(`${site.origin}/form`);
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        page.click("#upload"),
      ]);
      assert.equal(chooser.isMultiple(), true);
      const buffer = Buffer.from("chosen");
      await chooser.setFiles({ name: "three.txt", mimeType: "text/plain", buffer });
      const name = await page.$eval(
        "#upload",
        (node) => (node as HTMLInputElement).files?.[0]?.name,
      );
      assert.equal(name, "three.txt");
    },
  },
  {
    title: "selectors find by CSS, text, role, XPath, label, test id and through shadow roots",
    async run({ page, site }) {
      await page.goto(`${site.origin}/selectors`);
      const found = [
        page.locator("h2.head"),
        page.getByText("some words"),
        page.getByRole("heading", { name: "Heading" }),
        page.locator("xpath=//li[2]"),
        page.locator("my-box .deep"),
        page.getByTestId("para"),
        page.getByRole("listitem").filter({ hasText: "three" }),
      ];
      const texts = await Promise.all(found.map((one) => one.textContent()));
      assert.deepEqual(texts, [
        "Heading",
        "some words",
        "Heading",
        "two",
        "in the shadow",
        "some words",
        "three",
      ]);
      assert.equal(await page.getByLabel("Mail").getAttribute("placeholder"), "you@example.com");
      assert.equal(await page.getByAltText("a dot").count(), 1);
    },
  },
  {
    title: "a locator waits for what it acts on",
    async run({ page, site }) {
      await page.goto(`${site.origin}/form`);
      await page.evaluate(() => {
        setTimeout(() => {
          document.body.insertAdjacentHTML("beforeend", "<button id=x>x</button>");
          document.querySelector("#x")?.addEventListener("click", () => (document.title = "hit"));
        }, 100);
      });
      await page.locator("#x").click();
      assert.equal(await page.title(), "hit");
      await page.locator("#x").hover();
      await page.locator("#name").focus();
      assert.equal(await page.evaluate(() => document.activeElement?.id), "name");
    },
  },
];
