import { isBrowserError, readSessionFile, type Action } from "../browser/index.ts";
import type { ScrapeCall, ScrapeFormat, ScrapeResult, SessionSource } from "../scraper/index.ts";
import type { Values } from "./help/flag.ts";
import type { browserFlags, pictureFlags } from "./help/flags/page-flags.ts";
import { readJsonFile, readTextFile } from "./input/read-json-file.ts";
import { UsageError } from "./terminal/terminal.ts";
import { writeWhole } from "./terminal/write-whole.ts";

/** What the flags of browsers and screenshots say. */
type BrowserValues = Values<typeof browserFlags & typeof pictureFlags>;

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
  if (browser && auto) throw new UsageError("--browser and --auto cannot be combined");
  if (values["full-page"] === true && screenshot === undefined) {
    throw new UsageError("--full-page needs --screenshot");
  }
  const asked = browser || values["remove-overlays"] === true ? "browser" : "http";
  return {
    engine: auto ? "auto" : asked,
    actions: values.actions === undefined ? [] : await readActions(values.actions),
    waitFor: values["wait-for"],
    waitUntil: values["wait-until"],
    removeOverlays: values["remove-overlays"] === true,
    sessionId: session,
  };
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

/**
 * The list of actions in a file; who runs them checks each.
 * @throws UsageError when it is no JSON list
 */
export async function readActions(file: string): Promise<readonly Action[]> {
  const value = await readJsonFile(file);
  if (Array.isArray(value)) return value as Action[];
  throw new UsageError(`--actions takes a file with a JSON list; ${file} has none`);
}
