import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { createRemoteBrowsers, type RemoteBrowser } from "dragline/browser";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { commandLineOf, listPids } from "../../../src/browser/chromium/pid-table.ts";
import { systemClock, wait } from "../../../src/core/index.ts";
import { createRecorder } from "../../../src/cdp-proxy/index.ts";
import { CdpLink } from "../../../src/cdp-proxy/cdp-link.ts";
import type { VideoEncoder } from "../../../src/cdp-proxy/recording/encoding/video-encoder.ts";
import { videoKey } from "../../../src/cdp-proxy/recording/recording-rows.ts";
import { testSwitches } from "../../chromium.ts";
import { call } from "./recording-stores.ts";

const { signal } = call;

/** How Chromium is started in tests. */
export const testChromium = Object.freeze({ sandbox: false, switches: [...testSwitches] });

/** Time in which a page is seen: the video has what the machine's clock says. */
export const seen = (ms: number) => wait(systemClock, ms);

/** The processes of the Chromiums that this process has started. */
export function ownChromiums(): number[] {
  const mine = `=${tmpdir()}/dragline-chromium-${process.pid}-`;
  return listPids().filter((pid) => commandLineOf(pid).includes(mine));
}

/** A folder that goes with the test. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "dragline-test-video-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

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

/** A Chromium that is being recorded. */
export async function filmSubject(encoder?: VideoEncoder) {
  const folder = await testFolder();
  const browsers = createRemoteBrowsers({}, { chromium: testChromium, warm: 0 });
  onTestFinished(() => browsers[Symbol.asyncDispose]());
  const browser = await browsers.take({ signal });
  const blobs = new MemoryBlobs();
  const recorder = createRecorder({ records: new MemoryRecords(), blobs, encoder }, { folder });
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
