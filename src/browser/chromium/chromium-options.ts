import { checkNumber, CoreError, withDefaults } from "../../core/index.ts";
import type { ChromiumEngine } from "./find-chromium.ts";

/** How Chromium is started. */
export interface ChromiumOptions {
  /**
   * The path of the program; empty to look for it: PUPPETEER_EXECUTABLE_PATH, CHROME_PATH (both of
   * `chromium` alone), names on PATH, the usual places, Puppeteer's cache.
   * @default ""
   */
  readonly executablePath?: string;
  /**
   * Which program: `chromium` is all of Chromium or Chrome; `headless-shell` is what of it shows pages
   * (`chrome-headless-shell`), which takes half the processor time. It has no windows, says
   * `HeadlessChrome` in its user agent, and lacks PDF viewer, extensions and some permissions.
   * @default "chromium"
   */
  readonly engine?: ChromiumEngine;
  /**
   * What pages take the browser for. `natural`: all of Chromium with windows on a screen that is
   * not there, as a person's browser looks (Linux; on Windows and macOS it runs headless and its
   * user agent says so). `plain`: headless and automated, as puppeteer starts it.
   * @default "natural"
   */
  readonly identity?: "natural" | "plain";
  /**
   * Whether windows are on the user's own screen, where there is one, with identity `natural`; for
   * a person who logs in by hand.
   * @default false
   */
  readonly shown?: boolean;
  /**
   * Whether pages run in Chromium's sandbox. Chromium refuses it to root, so it is off there; a
   * server in production runs as a user of its own.
   * @default process.getuid?.() !== 0
   */
  readonly sandbox?: boolean;
  /**
   * Width and height of a window in pixels, its frame included, from 100 to 8192.
   * @default [1366, 850]
   */
  readonly windowSize?: readonly [number, number];
  /**
   * More command-line switches, each with its `--`. One of a name that is set already replaces it;
   * lists of features are joined. Those of the profile and of remote debugging are refused.
   * @default []
   */
  readonly switches?: readonly string[];
  /**
   * Whether what pages print and the errors that they do not catch reach the driver (puppeteer's
   * events `console` and `pageerror`). A page can print without end, so they are thrown away unread.
   * @default false
   */
  readonly console?: boolean;
  /**
   * Whether Chromium answers a challenge of HTTP (RFC 9110, 11.3): by its driver (puppeteer's
   * `page.authenticate`) or a dialog at its window, for which all of the page waits that needs the
   * answer. Without, a 401 is an answer like any other. Remote browsers do, whose clients may know the
   * password.
   * @default false
   */
  readonly httpLogin?: boolean;
  /**
   * The most milliseconds from the start until the browser answers, from 1; Infinity for no limit.
   * @default 30000
   */
  readonly launchTimeoutMs?: number;
  /**
   * Milliseconds that a browser gets to end by itself when it is disposed, from 0; then its
   * processes are killed.
   * @default 3000
   */
  readonly closeTimeoutMs?: number;
}

/** Options with their defaults. */
export type ChromiumSettings = Required<ChromiumOptions>;

const defaults: ChromiumSettings = Object.freeze({
  executablePath: "",
  engine: "chromium",
  identity: "natural",
  shown: false,
  sandbox: process.getuid?.() !== 0,
  windowSize: [1366, 850] as const,
  switches: [],
  console: false,
  httpLogin: false,
  launchTimeoutMs: 30_000,
  closeTimeoutMs: 3000,
});

/** Setting one of these would take the profile or the pipe away from the launcher. */
const RESERVED = /^--(?:user-data-dir|remote-debugging-(?:port|pipe|address|io-pipes))(?:=|$)/;

/** @throws CoreError `INVALID_OPTION` */
export function chromiumSettings(options: ChromiumOptions | undefined): ChromiumSettings {
  const settings = withDefaults(defaults, options);
  const { engine, identity, windowSize, switches } = settings;
  checkNumber("launchTimeoutMs", settings.launchTimeoutMs, { min: 1 });
  checkNumber("closeTimeoutMs", settings.closeTimeoutMs, { min: 0 });
  checkEngine(engine, settings.shown);
  if (identity !== "natural" && identity !== "plain") {
    throw invalid("identity", `"natural" or "plain"`, identity);
  }
  if (!Array.isArray(windowSize) || windowSize.length !== 2) {
    throw invalid("windowSize", "a width and a height", windowSize);
  }
  for (const name of ["shown", "httpLogin"] as const) {
    if (typeof settings[name] !== "boolean") throw invalid(name, "true or false", settings[name]);
  }
  for (const side of windowSize) checkNumber("windowSize", side, { min: 100, max: 8192 });
  if (!Array.isArray(switches)) throw invalid("switches", "a list", switches);
  for (const text of switches as readonly unknown[]) checkSwitch(text);
  return settings;
}

function checkEngine(engine: unknown, shown: unknown): void {
  if (engine !== "chromium" && engine !== "headless-shell") {
    throw invalid("engine", `"chromium" or "headless-shell"`, engine);
  }
  if (engine === "chromium" || shown !== true) return;
  throw invalid("shown", "false with the engine headless-shell, which has no windows", shown);
}

function checkSwitch(text: unknown): void {
  if (typeof text !== "string" || !/^--\w[^\0]*$/.test(text)) {
    throw invalid("switches", "a list of switches that begin with --", text);
  }
  if (RESERVED.test(text))
    throw invalid("switches", "and does not contain switches that the launcher sets", text);
}

function invalid(option: string, expected: string, value: unknown): CoreError {
  return new CoreError("INVALID_OPTION", {
    message: `Option '${option}' must be ${expected}; got ${JSON.stringify(value) ?? typeof value}.`,
    details: { option, value },
  });
}
