import { constants } from "node:fs";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer, { type Browser, type LaunchOptions } from "puppeteer-core";

/** What tests give Chromium besides what they are about. */
export const testSwitches: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The path of Chromium (`PUPPETEER_EXECUTABLE_PATH`, or Debian's); undefined where there is none.
 * @throws where there is none and `REQUIRE_SERVICES=1` says that tests may not be skipped
 */
export async function chromiumPath(): Promise<string | undefined> {
  const path = process.env["PUPPETEER_EXECUTABLE_PATH"] ?? "/usr/bin/chromium";
  try {
    await access(path, constants.X_OK);
    return path;
  } catch (error) {
    if (process.env["REQUIRE_SERVICES"] !== "1") return undefined;
    throw new Error("REQUIRE_SERVICES=1 and there is no Chromium", { cause: error });
  }
}

/** The title of a suite that needs Chromium: with the reason where it is skipped. */
export function browserTitle(title: string, path: string | undefined): string {
  return path === undefined ? `${title} (skipped: no Chromium)` : title;
}

/** A Chromium as puppeteer starts it, with a profile of its own that goes when it ends. */
export async function openChromium(
  path: string,
  options: LaunchOptions = {},
): Promise<Browser & AsyncDisposable> {
  const profile = await mkdtemp(join(tmpdir(), "dragline-test-profile-"));
  const browser = await puppeteer.launch({
    executablePath: path,
    pipe: true,
    userDataDir: profile,
    ...options,
    args: [...testSwitches, ...(options.args ?? [])],
  });
  return Object.assign(browser, {
    async [Symbol.asyncDispose]() {
      await browser.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  });
}
