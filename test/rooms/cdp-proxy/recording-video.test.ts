import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createRemoteBrowsers, type RemoteBrowser } from "dragline/browser";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { systemClock, wait } from "../../../src/core/index.ts";
import { createRecorder } from "../../../src/cdp-proxy/index.ts";
import { CdpLink } from "../../../src/cdp-proxy/cdp-link.ts";
import { videoKey } from "../../../src/cdp-proxy/recording/recording-rows.ts";
import { browserTitle, chromiumPath, testSwitches } from "../../chromium.ts";
import { coloursOf, ffmpegTitle, hasFfmpeg, inOrder, ownFfmpegs, statedSeconds } from "./ffmpeg.ts";
import { call } from "./recording-stores.ts";

const { signal } = call;
const chromium = await chromiumPath();
const title = ffmpegTitle(browserTitle("createRecorder", chromium));

/** Time in which a page is seen: the video has what the machine's clock says. */
const seen = (ms: number) => wait(systemClock, ms);

/** A tab of one colour, made by a client of the browser. */
async function clientOf(browser: RemoteBrowser) {
  const link = new CdpLink(await browser.attach({ signal }), systemClock);
  const open = async (colour: string, browserContextId?: string): Promise<string> => {
    const url = `data:text/html,<body style="background:${colour}">`;
    const made = await link.send({
      method: "Target.createTarget",
      params: { url, browserContextId },
    });
    return (made as { targetId: string }).targetId;
  };
  return { link, open };
}

async function filmSubject() {
  const folder = await mkdtemp(join(tmpdir(), "dragline-test-video-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const browsers = createRemoteBrowsers(
    {},
    { chromium: { sandbox: false, switches: [...testSwitches] }, warm: 0 },
  );
  onTestFinished(() => browsers[Symbol.asyncDispose]());
  const browser = await browsers.take({ signal });
  const blobs = new MemoryBlobs();
  const recorder = createRecorder({ records: new MemoryRecords(), blobs }, { folder });
  onTestFinished(() => recorder[Symbol.asyncDispose]());
  const client = await clientOf(browser);
  const began = systemClock.monotonic();
  const running = await recorder.begin({ connectionId: "c", owner: "o", browser, signal });
  const seconds = () => (systemClock.monotonic() - began) / 1000;
  const video = async () => {
    await running.settled;
    const recording = (await recorder.recordings.get("c", call)) ?? expect.fail("no recording");
    expect(recording).toMatchObject({ status: "completed", failure: null });
    const blob = await blobs.get(videoKey(recording.id), call);
    const path = join(folder, "got.webm");
    await writeFile(path, new Uint8Array(await new Response(blob?.body).arrayBuffer()));
    return { recording, path };
  };
  return { folder, browser, client, running, seconds, video };
}

describe.skipIf(chromium === undefined || !hasFfmpeg)(`${title}: videos of Chromium`, () => {
  it("shows the tab that is visible, for as long as the connection was", async () => {
    const { folder, client, running, seconds, video } = await filmSubject();
    const { link, open } = client;
    const red = await open("red");
    await seen(1200);
    await open("lime");
    await seen(1200);
    await link.send({ method: "Target.activateTarget", params: { targetId: red } });
    await seen(1200);
    const context = await link.send({ method: "Target.createBrowserContext" });
    await open("blue", (context as { browserContextId: string }).browserContextId);
    await seen(1200);
    const took = seconds();
    await running.stop();
    const { recording, path } = await video();
    expect(inOrder(await coloursOf(path))).toBe("rgrb");
    expect(Math.abs(recording.duration - took)).toBeLessThan(1);
    expect(Math.abs((await statedSeconds(path)) - took)).toBeLessThan(0.5);
    expect(await readdir(folder)).toEqual(["got.webm"]);
    expect(ownFfmpegs()).toEqual([]);
    await link.close();
  }, 30_000);

  it("has a video when the browser is killed, and the encoder before that", async () => {
    const { browser, client, seconds, video } = await filmSubject();
    await client.open("red");
    await seen(2500);
    for (const pid of ownFfmpegs()) process.kill(pid, "SIGKILL");
    await client.open("lime");
    await seen(1500);
    const took = seconds();
    process.kill(browser.pid, "SIGKILL");
    const { recording, path } = await video();
    expect(inOrder(await coloursOf(path))).toMatch(/^r?g$/);
    expect(Math.abs(recording.duration - took)).toBeLessThan(1.01);
    expect(ownFfmpegs()).toEqual([]);
  }, 30_000);
});
