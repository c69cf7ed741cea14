import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import {
  playerPage,
  playerPolicy,
} from "../../../../src/cdp-proxy/recording/player/player-page.ts";
import { createService, toNodeHandler } from "dragline/service";
import type { Page } from "puppeteer-core";
import { describe, expect, it } from "vitest";
import { viewerPage } from "../../../../src/cdp-proxy/interactive/page/viewer-page.ts";
import { browserTitle, chromiumPath, openChromium } from "../../../chromium.ts";

const path = await chromiumPath();

async function listen(handler: RequestListener) {
  const server = createServer(handler).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    [Symbol.dispose]: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** What the page was refused by its policy, as the page and its console are told. */
async function refusedOf(page: Page, url: string): Promise<string[]> {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/Content.?Security.?Policy/i.test(message.text())) refused.push(message.text());
  });
  await page.evaluateOnNewDocument(() => {
    addEventListener("securitypolicyviolation", (event) => {
      console.log(`Content-Security-Policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  await page.goto(url, { waitUntil: "networkidle0" });
  return refused;
}

const recording = {
  connectionId: "c-1",
  status: "completed",
  duration: 2,
  fileSize: 10,
  failure: null,
  createdAt: 1,
} as const;

/** A page of ours with its policy, and what its origin answers besides. */
function served(html: string, headers: Readonly<Record<string, string>>): RequestListener {
  return ({ url }, response) => {
    if (url !== "/page") {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers }).end(html);
  };
}

describe.skipIf(path === undefined)(
  `${browserTitle("The policy of pages", path)} of the service lets Chromium`,
  () => {
    it("play recordings: styled, with speeds, and the video asked for", async () => {
      const videoUrl = "/video?key=a";
      const html = playerPage({ recording, videoUrl });
      const headers = { "content-security-policy": playerPolicy(videoUrl) };
      using site = await listen(served(html, headers));
      await using chromium = await openChromium(path ?? "");
      const page = await chromium.newPage();
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      expect(await refusedOf(page, `${site.origin}/page`)).toEqual([]);
      expect(asked).toContain("/video");
      await page.click("button[data-speed='2']");
      const seen = await page.evaluate(() => ({
        rate: document.querySelector("video")?.playbackRate,
        notice: document.querySelector<HTMLElement>("#trouble")?.hidden,
        border: getComputedStyle(document.querySelector("button") as Element).borderRadius,
      }));
      expect(seen).toEqual({ rate: 2, notice: false, border: "6px" });
    });

    it("say why there is no video", async () => {
      const html = playerPage({
        recording: { ...recording, status: "failed" },
        videoUrl: undefined,
      });
      const headers = { "content-security-policy": playerPolicy(undefined) };
      using site = await listen(served(html, headers));
      await using chromium = await openChromium(path ?? "");
      const page = await chromium.newPage();
      expect(await refusedOf(page, `${site.origin}/page`)).toEqual([]);
    });

    it("run nothing that got into the page of a recording", async () => {
      const videoUrl = "/video?key=a";
      const planted =
        '<script>globalThis.planted = 1</script><img src="x" onerror="globalThis.planted = 1">' +
        '<base href="http://elsewhere.test/"><iframe src="/page"></iframe><b style="color: red">b</b>';
      const html = playerPage({ recording, videoUrl }).replace("</main>", `${planted}</main>`);
      const headers = { "content-security-policy": playerPolicy(videoUrl) };
      using site = await listen(served(html, headers));
      await using chromium = await openChromium(path ?? "");
      const page = await chromium.newPage();
      const refused = await refusedOf(page, `${site.origin}/page`);
      expect(refused.length).toBeGreaterThanOrEqual(5);
      expect(await page.evaluate(() => Reflect.get(globalThis, "planted") as unknown)).toBe(
        undefined,
      );
    });

    it("show the description", async () => {
      await using service = createService();
      using site = await listen(toNodeHandler(service));
      await using chromium = await openChromium(path ?? "");
      const page = await chromium.newPage();
      expect(await refusedOf(page, `${site.origin}/v1/docs`)).toEqual([]);
      expect(await page.$eval("#routes", (docs) => docs.textContent)).toContain("/url-scraper");
    });

    it("show the viewer of a login", async () => {
      using place = await listen((request, response) => {
        const url = new URL("/page", `http://${request.headers.host}`);
        const { html, headers } = viewerPage({ url, token: "t", nonce: "bm9uY2U", seconds: 60 });
        served(html, headers)(request, response);
      });
      await using chromium = await openChromium(path ?? "");
      const page = await chromium.newPage();
      expect(await refusedOf(page, `${place.origin}/page`)).toEqual([]);
    });
  },
);

describe("playerPolicy", () => {
  it("starts with nothing, allows nothing inline by word, and lets nobody frame it", () => {
    for (const videoUrl of ["/video", "https://blobs.example/a", undefined]) {
      const policy = playerPolicy(videoUrl);
      expect(policy).toMatch(/^default-src 'none'; /);
      expect(policy).not.toMatch(/unsafe|\*|data:[^;]*script/);
      for (const directive of ["base-uri", "form-action", "frame-ancestors"]) {
        expect(policy).toContain(`${directive} 'none'`);
      }
    }
    expect(playerPolicy("https://blobs.example/a?b")).toContain("media-src https://blobs.example;");
  });
});
