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
import { FfmpegEncoder } from "../../../src/cdp-proxy/recording/encoding/ffmpeg-encoder.ts";
import type {
  Encoding,
  EncodingOrder,
  JoinOrder,
  VideoEncoder,
} from "../../../src/cdp-proxy/recording/encoding/video-encoder.ts";
import { videoKey } from "../../../src/cdp-proxy/recording/recording-rows.ts";
import { testSwitches } from "../../chromium.ts";
import { colourOf } from "./ffmpeg.ts";
import { call } from "./recording-stores.ts";

const { signal } = call;

/** How Chromium is started in tests. */
export const testChromium = Object.freeze({ sandbox: false, switches: [...testSwitches] });

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

/** An encoder whose pictures a test waits for: how soon Chromium sends one depends on the machine. */
class WatchedEncoder implements VideoEncoder {
  readonly #encoder: VideoEncoder;
  #last: Uint8Array | undefined;
  #written = Promise.withResolvers<void>();

  constructor(encoder: VideoEncoder) {
    this.#encoder = encoder;
  }

  missing(): Promise<string | undefined> {
    return this.#encoder.missing();
  }

  start(order: EncodingOrder): Encoding {
    const encoding = this.#encoder.start(order);
    const write = encoding.write.bind(encoding);
    encoding.write = (jpeg, atMs) => {
      write(jpeg, atMs);
      this.#last = jpeg;
      this.#written.resolve();
      this.#written = Promise.withResolvers();
    };
    return encoding;
  }

  join(order: JoinOrder): Promise<{ readonly durationMs: number }> {
    return this.#encoder.join(order);
  }

  /** Resolves when a picture of that colour has been written. */
  async wrote(colour: string): Promise<void> {
    let looked: Uint8Array | undefined;
    for (;;) {
      const next = this.#written.promise;
      const picture = this.#last;
      if (picture !== looked && picture !== undefined) {
        if ((await colourOf(picture)) === colour) return;
        looked = picture;
      }
      if (this.#last === picture) await next;
    }
  }
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
export async function filmSubject(made: VideoEncoder = new FfmpegEncoder()) {
  const encoder = new WatchedEncoder(made);
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
  /** Waits until the video shows a colour, and so long after that; gives the second it ends with. */
  const shows = async (colour: string, ms: number): Promise<number> => {
    await encoder.wrote(colour);
    await wait(systemClock, ms);
    return seconds();
  };
  return { folder, browser, client, running, seconds, shows, video };
}
