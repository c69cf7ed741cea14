import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import {
  createConverterPool,
  type Conversion,
  type ConverterPool,
  type ConverterPoolOptions,
  type ConvertFormat,
  type PooledConvertOptions,
} from "../../converter/index.ts";
import { PageInput } from "../input/page-input.ts";
import { addressBelow, HTML_FILE, pageFiles, type PageFile } from "../input/page-files.ts";
import { exitCodes, paint, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import { writeWhole } from "../terminal/write-whole.ts";
import { readHtml } from "./read-html.ts";

/** Which pages are converted, and where they go. */
export interface FilesRequest {
  /** Files, and folders that are searched for files of HTML. */
  readonly paths: readonly string[];
  /** The folder that the results go to, each at the place that its page has below its own folder. */
  readonly output: string;
  readonly options: PooledConvertOptions & { readonly formats: readonly ConvertFormat[] };
  readonly limits: ConverterPoolOptions;
}

/** How the results of each format are called, behind the page's name. */
const ENDINGS: Readonly<Record<ConvertFormat, string>> = {
  markdown: ".md",
  text: ".txt",
  cleanedHtml: ".cleaned.html",
  html: ".html",
  links: ".links.json",
  images: ".images.json",
  metadata: ".metadata.json",
};

/**
 * Converts files, and all files of HTML in folders, on all cores. A page that fails is named on
 * stderr, and the others are converted.
 * @returns the exit code: 1 when a page failed
 * @throws UsageError for results that would overwrite each other; Error without a page
 */
export async function convertFiles(request: FilesRequest, terminal: Terminal): Promise<number> {
  const { paths, output, limits } = request;
  const pages: PageFile[] = [];
  for (const path of paths) pages.push(...(await pageFiles(path)));
  if (pages.length === 0) throw new Error(`there is no HTML file in ${paths.join(", ")}`);
  checkPlaces(pages);
  let failed = 0;
  const pool = createConverterPool({}, limits);
  const waiting = pages.values();
  async function work(): Promise<void> {
    for (const page of waiting) {
      terminal.signal.throwIfAborted();
      try {
        await convertFile(page, request, { pool, terminal });
      } catch (error) {
        terminal.signal.throwIfAborted();
        failed += 1;
        say(
          terminal,
          `${paint(terminal, "red", "failed")} ${page.file}: ${(error as Error).message}`,
        );
      }
    }
  }
  try {
    // One page is read while another is converted.
    const count = 2 * (limits.threads ?? availableParallelism());
    await Promise.all(Array.from({ length: count }, work));
  } finally {
    await pool[Symbol.asyncDispose]();
  }
  say(terminal, `${pages.length - failed} of ${pages.length} pages converted into ${output}`);
  return failed === 0 ? exitCodes.ok : exitCodes.failed;
}

/** @throws UsageError when two pages have one place */
function checkPlaces(pages: readonly PageFile[]): void {
  const taken = new Map<string, string>();
  for (const { file, place } of pages) {
    const name = withoutEnding(place);
    const other = taken.get(name);
    if (other !== undefined) {
      throw new UsageError(`${other} and ${file} would be written to the same file`);
    }
    taken.set(name, file);
  }
}

function withoutEnding(place: string): string {
  return place.replace(HTML_FILE, "");
}

interface Run {
  readonly pool: ConverterPool;
  readonly terminal: Terminal;
}

async function convertFile(
  { file, place }: PageFile,
  { output, options }: FilesRequest,
  { pool, terminal }: Run,
): Promise<void> {
  const { signal } = terminal;
  const input = new PageInput(file, terminal);
  try {
    const { html, malformed } = await readHtml(input, file);
    if (malformed) say(terminal, `warning: ${file} is not well-formed XHTML; it is read as HTML`);
    const made = await pool.convert(
      html,
      { ...options, url: addressBelow(options.url, place) },
      { signal },
    );
    const target = join(output, withoutEnding(place));
    await mkdir(dirname(target), { recursive: true });
    for (const format of options.formats) {
      const result = `${target}${ENDINGS[format]}`;
      if (resolve(result) === resolve(file))
        throw new Error("the output would overwrite its input file");
      await writeWhole(result, conversionText(made[format]));
    }
  } finally {
    input.close();
  }
}

/** What was made of a page, as it is printed. */
export function conversionText(made: Conversion[ConvertFormat]): string {
  const text = typeof made === "string" ? made : JSON.stringify(made, null, 2);
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
