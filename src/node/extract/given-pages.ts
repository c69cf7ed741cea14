import { existsSync } from "node:fs";
import { isConverterError } from "../../converter/index.ts";
import { readHtml } from "../../converter/internal.ts";
import { addressBelow, pageFiles } from "../input/page-files.ts";
import { PageInput } from "../input/page-input.ts";
import { withScheme } from "../request-flags.ts";
import type { ScrapeWarning } from "../../scraper/index.ts";
import { sayWarnings } from "../scrape-page.ts";
import { UsageError, type Terminal } from "../terminal/terminal.ts";

/** A page that the command line names. */
export type GivenPage =
  | {
      readonly kind: "url";
      readonly url: string;
      /** Said when it cannot be brought. */
      readonly hint: string;
    }
  | { readonly kind: "file"; readonly file: string; readonly url: string };

/** A page that is here. */
export interface BroughtPage {
  readonly html: string;
  readonly url: string;
}

/** Scrapes the HTML of a page, here or at a service. */
export type ScrapeHtml = (
  url: string,
  call: { readonly formats: readonly ["html"] },
) => Promise<
  | { readonly status: "failed"; readonly error: string }
  | {
      readonly status: "completed";
      readonly html?: string | undefined;
      /** Where it was found. */
      readonly finalUrl: string;
      readonly warnings: readonly ScrapeWarning[];
    }
>;

/** A page that could not be brought, and why. */
export interface FailedPage {
  readonly url: string;
  readonly error: string;
}

/**
 * The pages that the arguments name: files where there are such, else URLs.
 * @param bases the addresses of the files, in their order
 * @throws UsageError
 */
export function givenPages(
  names: readonly string[],
  bases: readonly string[] = [],
): readonly GivenPage[] {
  if (names.length === 0) {
    throw new UsageError("expected a URL, a FILE or -; try: dragline extract --help");
  }
  for (const base of bases) checkAddress(base);
  const left = [...bases];
  const pages = names.map((name): GivenPage => {
    if (!isFile(name)) return { kind: "url", url: withScheme(name), hint: hintFor(name) };
    const url = left.shift();
    if (url === undefined) throw new UsageError(`${name} needs its address: --url BASE`);
    return { kind: "file", file: name, url };
  });
  if (left.length > 0)
    throw new UsageError("--url needs a FILE; give it at most once for each FILE");
  return pages;
}

/**
 * The pages, with the files of HTML below a folder in its place, each at its address below the folder's.
 * @throws Error without such a file
 */
export async function pagesInFolders(pages: readonly GivenPage[]): Promise<readonly GivenPage[]> {
  const all = await Promise.all(
    pages.map(async (page): Promise<readonly GivenPage[]> => {
      if (page.kind === "url" || page.file === "-") return [page];
      const files = await pageFiles(page.file);
      if (files.length === 0) throw new Error(`there is no HTML file in ${page.file}`);
      const isAlone = files[0]?.file === page.file;
      return files.map(({ file, place }) => {
        return { kind: "file", file, url: isAlone ? page.url : addressBelow(page.url, place) };
      });
    }),
  );
  return all.flat();
}

function isFile(name: string): boolean {
  return name === "-" || /^\.{0,2}\//.test(name) || existsSync(name);
}

function hintFor(name: string): string {
  return name.includes("://") ? "" : `there is no file '${name}', so it is read as a URL: `;
}

/** @throws UsageError */
export function checkAddress(base: string): void {
  if (/^https?:$/.test(URL.parse(base)?.protocol ?? "")) return;
  throw new UsageError(`--url takes an absolute http or https URL; got '${base}'`);
}

/**
 * Brings a page, and says on stderr what is worth knowing about it.
 * @throws Error when a file cannot be read; the signal's reason
 */
export async function bringPage(
  page: GivenPage,
  scrapePage: ScrapeHtml,
  terminal: Terminal,
): Promise<BroughtPage | FailedPage> {
  if (page.kind === "file") return readPage(page, terminal);
  const result = await scrapePage(page.url, { formats: ["html"] });
  if (result.status === "failed") return { url: page.url, error: page.hint + result.error };
  sayWarnings(result.warnings, terminal);
  return { html: result.html ?? "", url: result.finalUrl };
}

async function readPage(
  { file, url }: Extract<GivenPage, { kind: "file" }>,
  terminal: Terminal,
): Promise<BroughtPage | FailedPage> {
  const input = new PageInput(file, terminal);
  try {
    const { html } = await readHtml(await input.whole());
    return { html, url };
  } catch (error) {
    if (!isConverterError(error, "NOT_HTML")) throw error;
    return { url, error: error.message };
  } finally {
    input.close();
  }
}
