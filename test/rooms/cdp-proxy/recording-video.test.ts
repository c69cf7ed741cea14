import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { coloursOf, ffmpegTitle, hasFfmpeg, inOrder, ownFfmpegs, statedSeconds } from "./ffmpeg.ts";
import { filmSubject } from "./recording-film.ts";

const chromium = await chromiumPath();
const title = ffmpegTitle(browserTitle("createRecorder", chromium));

describe.skipIf(chromium === undefined || !hasFfmpeg)(`${title}: videos of Chromium`, () => {
  it("shows the tab that is visible, for as long as the connection was", async () => {
    const { folder, client, running, seconds, shows, video } = await filmSubject();
    const { link, open } = client;
    const red = await open("red");
    await shows("r", 1200);
    await open("lime");
    await shows("g", 1200);
    await link.send({ method: "Target.activateTarget", params: { targetId: red } });
    await shows("r", 1200);
    const context = await link.send({ method: "Target.createBrowserContext" });
    await open("blue", (context as { browserContextId: string }).browserContextId);
    await shows("b", 1200);
    const took = seconds();
    await running.stop();
    const { recording, path } = await video();
    expect(inOrder(await coloursOf(path))).toBe("rgrb");
    expect(Math.abs(recording.duration - took)).toBeLessThan(1);
    expect(Math.abs((await statedSeconds(path)) - took)).toBeLessThan(0.5);
    expect(await readdir(folder)).toEqual(["got.webm"]);
    expect(ownFfmpegs()).toEqual([]);
    await link.close();
  }, 90_000);

  it("has a video when the browser is killed, and the encoder before that", async () => {
    const { browser, client, seconds, shows, video } = await filmSubject();
    await client.open("red");
    await shows("r", 1200);
    for (const pid of ownFfmpegs()) process.kill(pid, "SIGKILL");
    await client.open("lime");
    await shows("g", 1200);
    const took = seconds();
    process.kill(browser.pid, "SIGKILL");
    const { recording, path } = await video();
    expect(inOrder(await coloursOf(path))).toMatch(/^r?g$/);
    expect(Math.abs(recording.duration - took)).toBeLessThan(1.01);
    expect(ownFfmpegs()).toEqual([]);
  }, 90_000);
});
