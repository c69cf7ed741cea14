import { readdir, readFile } from "node:fs/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ChromiumEncoder } from "../../../src/cdp-proxy/recording/encoding/chromium-encoder.ts";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";
import { coloursOf, hasFfmpeg, inOrder, statedSeconds } from "./ffmpeg.ts";
import { filmSubject, ownChromiums, testChromium } from "./recording-film.ts";

const chromium = await chromiumPath();
const title = browserTitle("ChromiumEncoder", chromium);

/** The video in a page: how long it says it is, and what is seen at these parts of it. */
async function playedAt(path: string, parts: readonly number[]) {
  await using browser = await openChromium(chromium ?? "");
  const page = await browser.newPage();
  const video = (await readFile(path)).toString("base64");
  return await page.evaluate(showParts, video, parts);
}

/** Runs in the page. */
async function showParts(base64: string, parts: readonly number[]) {
  const video = document.createElement("video");
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const heard = (name: string) =>
    new Promise((resolve, reject) => {
      video.addEventListener(name, resolve, { once: true });
      video.addEventListener("error", () => reject(new Error(video.error?.message)));
    });
  const shown = (event: string) => {
    const frame = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    return Promise.all([heard(event), frame]);
  };
  const loaded = shown("loadeddata");
  video.src = URL.createObjectURL(new Blob([bytes], { type: "video/webm" }));
  await loaded;
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  const colours: number[][] = [];
  for (const part of parts) {
    const sought = shown("seeked");
    video.currentTime = part * video.duration;
    await sought;
    context?.drawImage(video, 0, 0, 1, 1);
    colours.push([...(context?.getImageData(0, 0, 1, 1).data.subarray(0, 3) ?? [])]);
  }
  const { seekable, duration } = video;
  return { duration, seekableTo: seekable.end(0), colours };
}

/**
 * A colour as it is, but for what a codec does to it: a frame that begins as the one before needs a few
 * more until it is there, and how many there are depends on the machine.
 */
function near(colour: readonly number[]) {
  return colour.map((part) => expect.closeTo(part, -1.7));
}

describe.skipIf(chromium === undefined)(`${title}: videos of Chromium without ffmpeg`, () => {
  it("shows the tab that is visible, plays and can be seeked in", async () => {
    const encoder = new ChromiumEncoder({ chromium: testChromium });
    onTestFinished(() => encoder[Symbol.asyncDispose]());
    const { folder, client, running, seconds, shows, video } = await filmSubject(encoder);
    const { link, open } = client;
    await open("rgb(200,30,30)");
    const red = await shows("r", 2500);
    await open("rgb(30,190,30)");
    const green = await shows("g", 2500);
    await open("rgb(30,30,220)");
    const blue = await shows("b", 2500);
    const took = seconds();
    await running.stop();
    const { recording, path } = await video();
    expect(Math.abs(recording.duration - took)).toBeLessThan(1);
    const parts = [green, blue, red].map((end) => (end - 0.5) / took);
    const played = await playedAt(path, parts);
    expect(Math.abs(played.duration - took)).toBeLessThan(1);
    expect(played.seekableTo).toBe(played.duration);
    expect(played.colours).toEqual([near([30, 190, 30]), near([30, 30, 220]), near([200, 30, 30])]);
    if (hasFfmpeg) {
      expect(inOrder(await coloursOf(path))).toBe("rgb");
      expect(Math.abs((await statedSeconds(path)) - took)).toBeLessThan(1);
    }
    expect(await readdir(folder)).toEqual(["got.webm"]);
    await link.close();
  }, 90_000);

  it("has a video when the browser is killed", async () => {
    const encoder = new ChromiumEncoder({ chromium: testChromium });
    onTestFinished(() => encoder[Symbol.asyncDispose]());
    const { browser, client, seconds, shows, video } = await filmSubject(encoder);
    await client.open("red");
    await shows("r", 2000);
    const took = seconds();
    process.kill(browser.pid, "SIGKILL");
    const { recording, path } = await video();
    expect(Math.abs(recording.duration - took)).toBeLessThan(1.01);
    expect(Math.abs((await playedAt(path, [0.9])).duration - took)).toBeLessThan(1.01);
    await vi.waitFor(() => expect(ownChromiums()).toEqual([]), { timeout: 30_000 });
  }, 90_000);
});
