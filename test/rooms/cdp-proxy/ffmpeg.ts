import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { FfmpegEncoder } from "../../../src/cdp-proxy/recording/encoding/ffmpeg-encoder.ts";

const run = promisify(execFile);
const reason = await new FfmpegEncoder().missing();
if (reason !== undefined && process.env["REQUIRE_SERVICES"] === "1") throw new Error(reason);

/** Whether ffmpeg is there. */
export const hasFfmpeg = reason === undefined;

/** The title of a suite that needs ffmpeg: with the reason where it is skipped. */
export function ffmpegTitle(title: string): string {
  return hasFfmpeg ? title : `${title} (skipped: no ffmpeg)`;
}

/** A JPEG of one colour. */
export async function jpegOf(colour: string, size = "320x240"): Promise<Buffer> {
  const scaled = ["-vf", `scale=${size.replace("x", ":")}`, "-pix_fmt", "yuvj444p"];
  const input = ["-f", "lavfi", "-i", `color=${colour}:s=320x240`, ...scaled];
  const args = ["-loglevel", "error", ...input, "-frames:v", "1", "-f", "mjpeg", "-"];
  const { stdout } = await run("ffmpeg", args, { encoding: "buffer" });
  return stdout;
}

/** The colour of a video twice a second: one letter each, `?` for what is no clear colour. */
export async function coloursOf(path: string): Promise<string> {
  const filters = ["-vf", "fps=2,scale=1:1:flags=area", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"];
  const args = ["-loglevel", "error", "-i", path, ...filters];
  const { stdout } = await run("ffmpeg", args, { encoding: "buffer" });
  const found: string[] = [];
  for (let at = 0; at + 2 < stdout.length; at += 3)
    found.push(letterOf(stdout.subarray(at, at + 3)));
  return found.join("");
}

/** The colour of a JPEG, as a letter. */
export async function colourOf(jpeg: Uint8Array): Promise<string> {
  const input = ["-f", "mjpeg", "-i", "-", "-vf", "scale=1:1:flags=area"];
  const args = ["-loglevel", "error", ...input, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"];
  const running = run("ffmpeg", args, { encoding: "buffer" });
  running.child.stdin?.end(jpeg);
  return letterOf((await running).stdout);
}

/** Colours in their order, each once. */
export function inOrder(letters: string): string {
  return letters.replaceAll("?", "").replaceAll(/(.)\1+/g, "$1");
}

/** The length that the file itself states, in seconds; NaN without one. */
export async function statedSeconds(path: string): Promise<number> {
  const args = ["-loglevel", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path];
  const { stdout } = await run("ffprobe", args);
  return Number.parseFloat(stdout);
}

/** The numbers of the ffmpegs that this process has started and that still run. */
export function ownFfmpegs(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const text = readFileSync(`/proc/${pid}/stat`, "utf8");
        const [state, parent] = text.slice(text.lastIndexOf(")") + 2).split(" ");
        return text.includes("(ffmpeg)") && Number(parent) === process.pid && state !== "Z";
      } catch {
        return false;
      }
    });
}

/** By which parts of red, green and blue are high; in between is none. */
const letters: Readonly<Record<string, string>> = { hll: "r", lhl: "g", llh: "b" };

function letterOf(pixel: Buffer): string {
  const level = (part: number): string => (part > 150 ? "h" : part < 100 ? "l" : "-");
  return letters[[...pixel].map(level).join("")] ?? "?";
}
