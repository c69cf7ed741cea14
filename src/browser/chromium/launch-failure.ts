import { BrowserError } from "../browser-error.ts";
import { searchedPlaces, type ChromiumEngine } from "./find-chromium.ts";

/** How a launch went wrong. */
interface LaunchTrouble {
  /** The program that was started. */
  readonly path: string;
  /** What happened, in words. */
  readonly reason: string;
  /** The end of what Chromium wrote to its error output. */
  readonly output: string;
  /** The limit that was passed, in milliseconds. */
  readonly ms?: number;
  /** The error underneath. */
  readonly cause?: unknown;
}

/** Lines of Chromium's output that say the sandbox could not be made. */
const NO_SANDBOX =
  /No usable sandbox|Running as root without --no-sandbox|namespace sandbox|setuid sandbox/i;

/** Lines of a message; there may be hundreds about a missing D-Bus. */
const SHOWN_LINES = 5;

/** The error of a Chromium that was found and did not start. */
export function launchFailed({ path, reason, output, ms, cause }: LaunchTrouble): BrowserError {
  const lines = output.split("\n").slice(-SHOWN_LINES).join("\n");
  const said = lines === "" ? "" : ` It wrote: ${lines}`;
  const advice = NO_SANDBOX.test(output)
    ? " Its sandbox could not be created: allow user namespaces, or set the option 'sandbox: false' if something else isolates the browser."
    : "";
  return new BrowserError("LAUNCH_FAILED", {
    message: `Chromium did not start (${path}): ${reason}.${advice}${said}`,
    details: {
      reason: output === "" ? reason : `${reason}\n${output}`,
      ...(ms !== undefined && { ms }),
    },
    cause,
  });
}

/** The error of a Chromium that is not there. */
export function browserMissing(
  named: string,
  env: Readonly<Record<string, string | undefined>>,
  engine: ChromiumEngine = "chromium",
): BrowserError {
  const looked =
    named === ""
      ? `No ${engine === "chromium" ? "Chromium" : "headless shell of Chromium"} was found; searched ${searchedPlaces(env, engine)}.`
      : `'${named}' is not an executable program.`;
  const advice =
    engine === "chromium"
      ? "Install one (Debian, Ubuntu: apt-get install chromium; macOS: brew install --cask chromium; elsewhere: npx puppeteer browsers install chrome), or set PUPPETEER_EXECUTABLE_PATH to the path of Chromium or Chrome."
      : "Install one (Debian: apt-get install chromium-headless-shell; elsewhere: npx puppeteer browsers install chrome-headless-shell), or set the option 'executablePath'.";
  return new BrowserError("BROWSER_MISSING", { message: `${looked} ${advice}` });
}
