import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { createRecorder } from "dragline/cdp-proxy";
import type { Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sweepProfiles } from "../../../src/browser/chromium/sweep-profiles.ts";
import { videoKey } from "../../../src/cdp-proxy/recording/recording-rows.ts";
import { leftBehind, nothingLeft } from "../../cdp-compat/left-behind.ts";
import { openLoginSite } from "../../cdp-compat/login-site.ts";
import { openStores } from "../../cdp-compat/proxy-host.ts";
import { startProgram } from "../../cdp-compat/start-program.ts";
import { temporaryFolder, type TemporaryFolder } from "../../cdp-compat/temporary-folder.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { coloursOf, ffmpegTitle, hasFfmpeg, inOrder, statedSeconds } from "./ffmpeg.ts";

const path = await chromiumPath();
const call = { signal: new AbortController().signal };
const title = ffmpegTitle(browserTitle("StoringRecorder.recover", path));

/** The page shows a colour for so long; the video has what the machine's clock says. */
const SHOWN = 1500;

describe.skipIf(path === undefined || !hasFfmpeg)(`${title} after a host was killed`, () => {
  const stack = new AsyncDisposableStack();
  let site: Site;
  let folder: TemporaryFolder;

  beforeAll(async () => {
    site = stack.use(await openLoginSite());
    folder = stack.use(await temporaryFolder());
  });

  afterAll(() => stack.disposeAsync());

  it("completes the recording; ffmpeg and Chromium have ended by themselves", async () => {
    const videos = join(folder.path, "videos");
    await using host = startProgram("proxy-program.ts", [folder.path, String(site.port)]);
    const browser = await puppeteer.connect({ browserWSEndpoint: await host.said });
    const [page] = await browser.pages();
    await page?.goto("http://www.shop.test/");
    for (const colour of ["red", "lime", "blue"]) {
      await page?.evaluate(showFor, colour, SHOWN);
    }
    const running = await leftBehind(host.pid, videos);
    expect(running.folders.filter((name) => name.startsWith("dragline-recording-"))).toHaveLength(
      1,
    );
    expect(running.chromium).not.toEqual([]);
    await host.kill();
    const ended = async (): Promise<unknown> => {
      const { chromium, ffmpeg } = await leftBehind(host.pid, videos);
      return [...chromium, ...ffmpeg];
    };
    await expect.poll(ended).toEqual([]);

    await using stores = openedStores(folder.path);
    await using recorder = createRecorder(stores, { folder: videos });
    const [before] = await recorder.recordings.list("ann", call);
    expect(before).toMatchObject({ status: "recording", duration: 0 });
    expect(await recorder.recover(call)).toBe(1);
    const [recording] = await recorder.recordings.list("ann", call);
    expect(recording).toMatchObject({ status: "completed", failure: null });
    const seen = join(folder.path, "seen.webm");
    const video = await stores.blobs.get(videoKey(recording?.id ?? ""), call);
    await writeFile(seen, new Uint8Array(await new Response(video?.body).arrayBuffer()));
    // What ffmpeg had not written when it was left alone is lost: a part of the last colour at most.
    expect(inOrder(await coloursOf(seen))).toMatch(/rgb?$/);
    const seconds = await statedSeconds(seen);
    expect(seconds).toBeGreaterThan((2 * SHOWN) / 1000);
    expect(Math.abs(seconds - (recording?.duration ?? 0))).toBeLessThan(1.01);
    expect(await recorder.recover(call)).toBe(0);
    await sweepProfiles();
    expect(await leftBehind(host.pid, videos)).toEqual(nothingLeft);
  });
});

/** Runs in the page. */
async function showFor(colour: string, ms: number): Promise<void> {
  document.body.style.background = colour;
  await new Promise((resolve) => setTimeout(resolve, ms));
}

function openedStores(folder: string) {
  const { records, blobs } = openStores(folder, true);
  return { records, blobs, [Symbol.asyncDispose]: () => records.close() };
}
