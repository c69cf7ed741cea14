import { findProgram } from "./find-program.ts";
import { absent, type Environment, type Finding } from "./finding.ts";

/** Looks for Chromium; `--for browser` starts it. */
export async function examineBrowser(env: Environment): Promise<Finding> {
  const { findChromium } = await import("../../browser/index.ts");
  const path = await findChromium(env);
  if (path === undefined) {
    return absent(
      "Chromium",
      "needed for pages that need JavaScript; install it (Debian: apt-get install chromium) or set PUPPETEER_EXECUTABLE_PATH",
    );
  }
  const detail = `${path}; 'dragline doctor --for browser' starts it`;
  return { kind: "part", name: "Chromium", needed: false, found: true, detail };
}

/** Looks for ffmpeg. */
export async function examineFfmpeg(env: Environment): Promise<Finding> {
  const path = await findProgram("ffmpeg", env);
  if (path === undefined) {
    return absent(
      "ffmpeg",
      "makes videos of browser connections with less work than Chromium does; install it (Debian: apt-get install ffmpeg)",
    );
  }
  return { kind: "part", name: "ffmpeg", needed: false, found: true, detail: path };
}
