import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BufferSource, EncodedPacketSink, Input, WEBM } from "mediabunny";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebmFile } from "../../../src/cdp-proxy/recording/encoding/webm-file.ts";

const size = { width: 640, height: 480 };
const CLUSTER = Buffer.from("1f43b675", "hex");
const CUES = Buffer.from("1c53bb6b", "hex");

async function pathFor(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "dragline-test-webm-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "video.webm");
}

/** Bytes that tell which picture they are: of the form of a VP8 frame, which a reader looks at. */
function frame(isKey: boolean, mark: number): Buffer {
  const head = Buffer.from([isKey ? 0x10 : 0x11, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0xe0, 0x01]);
  return Buffer.concat([head, Buffer.from([mark])]);
}

/** A picture each second, a key frame every `keys` of them. */
async function videoOf(seconds: number, keys = 10): Promise<Buffer> {
  const path = await pathFor();
  await using file = await WebmFile.create(path, size);
  expect(file.isEmpty).toBe(true);
  for (let second = 0; second <= seconds; second += 1) {
    const isKey = second % keys === 0;
    await file.write({ atMs: second * 1000, isKey, bytes: frame(isKey, second % 256) });
  }
  expect(file.isEmpty).toBe(false);
  await file.finish(seconds * 1000 + 1);
  return readFile(path);
}

/** The video as another's reader sees it. */
async function readerOf(bytes: Buffer) {
  const input = new Input({ formats: [WEBM], source: new BufferSource(bytes) });
  onTestFinished(() => input.dispose());
  const track = (await input.getPrimaryVideoTrack()) ?? expect.fail("no track");
  return { input, track, packets: new EncodedPacketSink(track) };
}

/** How often a mark is in the bytes, and where. */
function placesOf(mark: Buffer, bytes: Buffer): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) places.push(at);
  return places;
}

describe("WebmFile", () => {
  it("is WebM of one track in VP8, with its size and its colours", async () => {
    const { input, track } = await readerOf(await videoOf(3));
    expect(await input.getMimeType()).toMatch(/^video\/webm/);
    expect(await track.getCodec()).toBe("vp8");
    expect([await track.getDisplayWidth(), await track.getDisplayHeight()]).toEqual([640, 480]);
    expect(await track.getColorSpace()).toEqual({
      primaries: "bt709",
      transfer: "iec61966-2-1",
      matrix: "smpte170m",
      fullRange: false,
    });
  });

  it("gives each picture back with its time and its kind", async () => {
    const { packets } = await readerOf(await videoOf(25));
    const found: (readonly [number, string, number | undefined])[] = [];
    for await (const packet of packets.packets()) {
      found.push([packet.timestamp, packet.type, packet.data.at(-1)]);
    }
    const all = Array.from({ length: 26 }, (_, second) => {
      return [second, second % 10 === 0 ? "key" : "delta", second];
    });
    expect(found).toEqual(all);
  });

  it("states how long it is, and can be seeked in, at two hours too", async () => {
    const bytes = await videoOf(7200);
    const { input, packets } = await readerOf(bytes);
    expect(await input.getDurationFromMetadata()).toBeCloseTo(7200.001, 3);
    const packet = await packets.getKeyPacket(3605.5);
    expect([packet?.timestamp, packet?.data.at(-1)]).toEqual([3600, 3600 % 256]);
    expect(placesOf(CLUSTER, bytes)).toHaveLength(721);
  });

  it("says where its cues are, and these where the clusters are", async () => {
    const bytes = await videoOf(35);
    const content = bytes.indexOf(Buffer.from("18538067", "hex")) + 12;
    const seek = bytes.indexOf(CUES);
    const cuesAt = content + Number(bytes.readBigUInt64BE(seek + CUES.length + 10));
    expect(bytes.subarray(cuesAt, cuesAt + 4)).toEqual(CUES);
    const cues = bytes.subarray(cuesAt);
    const positions = placesOf(Buffer.from("f101000000000000", "hex"), cues).map((at) => {
      return content + cues.readUIntBE(at + 9, cues[at + 8] ?? 0);
    });
    expect(positions).toEqual(placesOf(CLUSTER, bytes));
    expect(positions).toHaveLength(4);
  });

  it("begins a cluster at each key frame, and where times would not fit in one", async () => {
    expect(placesOf(CLUSTER, await videoOf(14, 5))).toHaveLength(3);
    const bytes = await videoOf(100, 1000);
    expect(placesOf(CLUSTER, bytes)).toHaveLength(7);
    const { packets } = await readerOf(bytes);
    expect((await packets.getPacket(99))?.timestamp).toBe(99);
  });

  it("begins with a key frame, and refuses times that do not go up", async () => {
    await using file = await WebmFile.create(await pathFor(), size);
    await file.write({ atMs: 0, isKey: false, bytes: frame(false, 0) });
    expect(file.isEmpty).toBe(true);
    await file.write({ atMs: 5, isKey: true, bytes: frame(true, 0) });
    const late = file.write({ atMs: 5, isKey: true, bytes: frame(true, 0) });
    await expect(late).rejects.toThrow("5 ms comes after 5 ms");
  });

  it("rejects where the disk is full", async () => {
    await expect(WebmFile.create("/dev/full", size)).rejects.toThrow("ENOSPC");
  });
});
