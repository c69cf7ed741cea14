import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Site } from "dragline/testing";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";
import { oracles } from "./miniwob-oracles.ts";
import { MiniwobTask, serveMiniwob } from "./miniwob.ts";

const path = await chromiumPath();

describe.skipIf(path === undefined)(browserTitle("PageView on MiniWoB++", path), () => {
  let site: Site;
  let browser: Awaited<ReturnType<typeof openChromium>>;
  beforeAll(async () => {
    [site, browser] = await Promise.all([serveMiniwob(), openChromium(path ?? "")]);
  });
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  it.each(Object.entries(oracles))(
    "solves %s by lines and references alone",
    async (name, solve) => {
      const page = await browser.newPage();
      const url = site.url(`/miniwob/${name}.html`);
      await using task = await MiniwobTask.open(page, { url, seed: "1" });
      await solve(task);
      const { reward, isDone } = await task.episode();
      expect({ isDone, isRewarded: reward > 0 }).toEqual({ isDone: true, isRewarded: true });
      await page.close();
    },
  );
});
