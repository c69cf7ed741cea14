import {
  isBrowserError,
  readinesses,
  readSessionFile,
  type Action,
  type Readiness,
} from "../browser/index.ts";
import type { ScrapeCall, ScrapeFormat, ScrapeResult, SessionSource } from "../scraper/index.ts";
import { readJsonFile, readTextFile } from "./read-json-file.ts";
import { UsageError } from "./terminal.ts";
import { writeWhole } from "./write-whole.ts";

/** The flags of pages that need a browser, for parseArgs. */
export const browserFlags = {
  browser: { type: "boolean" },
  auto: { type: "boolean" },
  actions: { type: "string" },
  "wait-for": { type: "string" },
  "wait-until": { type: "string" },
  "remove-overlays": { type: "boolean" },
  session: { type: "string" },
} as const;

/** The flags of pictures, for parseArgs. */
export const pictureFlags = {
  screenshot: { type: "string" },
  "full-page": { type: "boolean" },
} as const;

/** What a command's help says of {@link pictureFlags}. */
export const pictureHelp = `  --screenshot FILE  write a PNG of what is in view
  --full-page        with --screenshot: of the whole page`;

/** What a command's help says of {@link browserFlags}. */
export const browserHelp = `  --browser          run the page's scripts in Chromium
  --auto             HTTP first, Chromium where the page needs scripts
  --actions FILE     JSON list of actions (click, write, press, scroll, wait, wait_for)
  --wait-for SEL     wait in Chromium until the CSS selector appears
  --wait-until WHEN  take the page when it is stable (the default), load, domcontentloaded or
                     networkidle, in Chromium
  --remove-overlays  without cookie banners and overlays, in Chromium
  --session FILE     start Chromium with a saved session: Playwright's storageState, a list of
                     cookies as puppeteer and extensions export it, or cookies.txt`;

/** What the flags say, as parseArgs gives it. */
export interface BrowserValues {
  readonly browser?: boolean | undefined;
  readonly auto?: boolean | undefined;
  readonly screenshot?: string | undefined;
  readonly "full-page"?: boolean | undefined;
  readonly actions?: string | undefined;
  readonly "wait-for"?: string | undefined;
  readonly "wait-until"?: string | undefined;
  readonly "remove-overlays"?: boolean | undefined;
  readonly session?: string | undefined;
}

type BrowserPart = Pick<
  ScrapeCall,
  "engine" | "actions" | "waitFor" | "waitUntil" | "removeOverlays" | "sessionId"
>;

/**
 * The part of a scrape that the flags mean.
 * @throws UsageError
 */
export async function browserPart(values: BrowserValues): Promise<BrowserPart> {
  const { browser = false, auto = false, screenshot, session } = values;
  if (browser && auto) throw new UsageError("--browser and --auto exclude each other");
  if (values["full-page"] === true && screenshot === undefined) {
    throw new UsageError("--full-page goes with --screenshot");
  }
  const asked = browser || values["remove-overlays"] === true ? "browser" : "http";
  return {
    engine: auto ? "auto" : asked,
    actions: values.actions === undefined ? [] : await readActions(values.actions),
    waitFor: values["wait-for"],
    waitUntil: readinessOf(values["wait-until"]),
    removeOverlays: values["remove-overlays"] === true,
    sessionId: session,
  };
}

function readinessOf(given: string | undefined): Readiness | undefined {
  if (given === undefined) return undefined;
  const known = readinesses.find((kind) => kind === given);
  if (known !== undefined) return known;
  throw new UsageError(`--wait-until takes ${readinesses.join(", ")}; got '${given}'`);
}

/** The picture that the flags ask for. */
export function pictureFormat(values: BrowserValues): readonly ScrapeFormat[] {
  if (values.screenshot === undefined) return [];
  return [values["full-page"] === true ? "screenshotFullPage" : "screenshot"];
}

/** Writes the picture that the flags ask for; gives what there is to say about it. */
export async function writePicture(
  result: ScrapeResult,
  { screenshot: file }: BrowserValues,
): Promise<string | undefined> {
  if (file === undefined || result.status === "failed") return undefined;
  const picture = result.screenshotFullPage ?? result.screenshot;
  if (picture === undefined) return undefined;
  await writeWhole(file, [picture.png]);
  const size = `${file}: ${picture.width} x ${picture.height} pixels`;
  return picture.capped === false ? size : `${size}, cut off (${picture.capped})`;
}

/** Sessions that are files; an id is the file's path. */
export const fileSessions: SessionSource = {
  async load(file) {
    try {
      return readSessionFile(await readTextFile(file));
    } catch (error) {
      if (!isBrowserError(error, "INVALID_STATE")) throw error;
      throw new UsageError(`${file}: ${error.message}`);
    }
  },
};

/** The scraper checks each action; here it is a JSON list at least. */
async function readActions(file: string): Promise<readonly Action[]> {
  const value = await readJsonFile(file);
  if (Array.isArray(value)) return value as Action[];
  throw new UsageError(`--actions takes a JSON list; ${file} has none`);
}
