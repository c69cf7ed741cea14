import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openCompatWorld, type CompatWorld } from "../../cdp-compat/compat-world.ts";
import { once } from "../../cdp-compat/once.ts";
import { playwrightChecks } from "../../cdp-compat/playwright/playwright-checks.ts";
import { runPlaywrightCheck } from "../../cdp-compat/playwright/run-playwright-check.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";

const path = await chromiumPath();

// What hangs is told after 30 s. What a busy machine upset (a picture that came late) is tried again.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** What the commands answer that Playwright does not know. */
interface Told {
  readonly downloads: readonly { readonly id: string; readonly name: string }[];
  readonly data: string;
}

const connect = (url: string): Promise<Browser> => chromium.connectOverCDP(url);

describe.skipIf(path === undefined)(
  `${browserTitle("createCdpProxy", path)} with playwright-core`,
  () => {
    let world: CompatWorld;
    let direct: Browser;
    let proxied: Browser;

    beforeAll(async () => {
      world = await openCompatWorld(path ?? "");
      direct = await connect(world.direct.webSocketUrl);
      proxied = await connect(world.host.url());
    });

    afterAll(async () => {
      await Promise.all([direct.close(), proxied.close()]);
      await world[Symbol.asyncDispose]();
    });

    it.each(playwrightChecks)("$title, as directly", { retry: 2 }, async (check) => {
      const [directly, throughProxy] = await Promise.all(
        [direct, proxied].map((browser) => runPlaywrightCheck(check, browser, world.site)),
      );
      expect({ directly, throughProxy }).toEqual({ directly: "passed", throughProxy: "passed" });
    });

    it("a download's bytes come over the protocol; Playwright's own calls have no file", async () => {
      const context = await proxied.newContext();
      const page = await context.newPage();
      await page.goto(`${world.site.origin}/`);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.click("#download"),
      ]);
      expect(await download.failure()).toBeNull();
      const target = join(tmpdir(), `dragline-${process.pid}-report.bin`);
      await expect(download.saveAs(target)).rejects.toThrow("ENOENT");
      const own = await download.createReadStream();
      const chunks: Buffer[] = [];
      const failed = await own.forEach((chunk: Buffer) => void chunks.push(chunk)).catch(String);
      expect([failed, Buffer.concat(chunks).length]).toEqual([undefined, 0]);

      const cdp = await context.newCDPSession(page);
      const send = cdp.send.bind(cdp) as (method: string, params?: object) => Promise<Told>;
      const { downloads } = await send("Dragline.getDownloads");
      const { id } = downloads.findLast(({ name }) => name === download.suggestedFilename()) ?? {};
      const { data } = await send("IO.read", { handle: `download:${id}` });
      const bytes = await fetch(`${world.site.origin}/file`).then((answer) => answer.arrayBuffer());
      expect(Buffer.from(data, "base64").equals(Buffer.from(bytes))).toBe(true);
      expect(bytes.byteLength).toBeGreaterThan(0);
      await context.close();
    });

    it("close ends the connection, and another is opened after it", async () => {
      const first = await connect(world.host.url());
      const ended = once(first, "disconnected");
      await first.close();
      await ended;
      const second = await connect(world.host.url());
      const page = second.contexts()[0]?.pages()[0];
      expect((await page?.goto(`${world.site.origin}/plain`))?.status()).toBe(200);
      await second.close();
      await expect.poll(() => world.host.proxy.status().connections).toBe(1);
    });
  },
);
