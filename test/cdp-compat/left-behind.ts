import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { commandLineOf, descendants, listPids } from "../../src/browser/chromium/pid-table.ts";

/** What processes of a host have left: Chromium's, ffmpeg's, and folders of profiles. */
export interface LeftBehind {
  readonly chromium: readonly number[];
  readonly ffmpeg: readonly number[];
  readonly folders: readonly string[];
}

/** Nothing. */
export const nothingLeft: LeftBehind = { chromium: [], ffmpeg: [], folders: [] };

/** Looks for what a host has left; `videos` is where it makes videos. */
export async function leftBehind(host: number, videos: string): Promise<LeftBehind> {
  const prefix = `dragline-chromium-${host}-`;
  const pids = [...new Set([...listPids(), ...descendants(host)])];
  const withText = (text: string): number[] =>
    pids.filter((pid) => commandLineOf(pid).includes(text));
  const profiles = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
  const films = await readdir(videos).catch((): string[] => []);
  return {
    chromium: withText(`=${tmpdir()}/${prefix}`),
    ffmpeg: withText(videos),
    folders: [...profiles, ...films],
  };
}
