import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";

const NAME = process.platform === "win32" ? "ffmpeg.exe" : "ffmpeg";

/** The path of ffmpeg: the one given, or the first on PATH; undefined without one. */
export async function findFfmpeg(given: string | undefined): Promise<string | undefined> {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const paths = given === undefined ? folders.map((folder) => join(folder, NAME)) : [given];
  for (const path of paths) {
    const runs = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs) return path;
  }
  return undefined;
}
