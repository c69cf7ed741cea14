import { mkdir, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import {
  createConverterPool,
  type Conversion,
  type ConverterPool,
  type ConverterPoolOptions,
  type ConvertFormat,
  type PooledConvertOptions,
} from "../../converter/index.ts";
import type { BulkInput, BulkPage } from "../bulk/bulk-input.ts";
import { BulkProgress } from "../bulk/bulk-progress.ts";
import { countText } from "../terminal/count-text.ts";
import { FailureGroups } from "../terminal/failure-groups.ts";
import { printableLine } from "../terminal/printable.ts";
import { exitCodes, paint, UsageError, type Terminal } from "../terminal/terminal.ts";
import { writeWhole } from "../terminal/write-whole.ts";

/** Which pages are converted, and where they go. */
interface FilesRequest {
  readonly input: BulkInput;
  /** The folder that the results go to, each at the place that its page has below its own folder. */
  readonly output: string;
  readonly options: PooledConvertOptions & { readonly formats: readonly ConvertFormat[] };
  readonly limits: ConverterPoolOptions;
  /** Whether pages whose results are there are left out. */
  readonly resume: boolean;
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
 * Converts pages on all cores, each to files of its own. A page that fails is named on stderr, and the
 * others are converted.
 * @returns the exit code: 1 when a page failed
 * @throws UsageError for results that would overwrite each other
 */
export async function convertFiles(request: FilesRequest, terminal: Terminal): Promise<number> {
  const { input, output, limits } = request;
  if (input.clash !== undefined) {
    throw new UsageError(`${input.clash.join(" and ")} would be written to the same file`);
  }
  await using pool = createConverterPool({}, limits);
  using progress = new BulkProgress(input, { terminal });
  const waiting = input[Symbol.asyncIterator]();
  const failures = new FailureGroups();
  let kept = 0;
  async function work(): Promise<void> {
    for (let next = await waiting.next(); next.done !== true; next = await waiting.next()) {
      const page = next.value;
      terminal.signal.throwIfAborted();
      const bytes = "html" in page ? page.html.length : 0;
      try {
        if (await convertPage(page, request, { pool, progress, terminal }))
          progress.count(bytes, false);
        else kept += 1;
      } catch (error) {
        terminal.signal.throwIfAborted();
        progress.count(bytes, true);
        const reason = (error as Error).message;
        failures.add(page.id, reason);
        progress.note(
          `${paint(terminal, "red", "failed")} ${printableLine(page.id, LONGEST_NAME)}: ${reason}`,
        );
      }
    }
  }
  // One page is read while another is converted.
  const count = 2 * (limits.threads ?? availableParallelism());
  await Promise.all(Array.from({ length: count }, work));
  const { pages, failed } = progress;
  const notes = [
    ...(kept > 0 ? [`${kept} were there`] : []),
    ...(input.leftOut > 0 ? [`${countText(input.leftOut, "other record")} left out`] : []),
  ];
  const rest = notes.length > 0 ? ` (${notes.join(", ")})` : "";
  progress.note(`${pages - failed} of ${countText(pages, "page")} converted into ${output}${rest}`);
  for (const line of failures.lines()) progress.note(line);
  return failed === 0 ? exitCodes.ok : exitCodes.failed;
}

const LONGEST_NAME = 200;

interface Run {
  readonly pool: ConverterPool;
  readonly progress: BulkProgress;
  readonly terminal: Terminal;
}

/** @returns whether it was converted; not where its results are there and are to be kept */
async function convertPage(
  page: BulkPage,
  { output, options, resume }: FilesRequest,
  { pool, progress, terminal }: Run,
): Promise<boolean> {
  const target = join(output, page.place);
  const files = options.formats.map((format) => [format, `${target}${ENDINGS[format]}`] as const);
  if (resume && (await areThere(files.map(([, file]) => file)))) return false;
  if ("error" in page) throw new Error(page.error);
  const name = printableLine(page.id, LONGEST_NAME);
  // Archives are strangers' work, and a name may be one on another system.
  if (!resolve(target).startsWith(`${resolve(output)}${sep}`)) {
    throw new Error("its name leads out of the folder");
  }
  if (files.some(([, file]) => resolve(file) === resolve(page.file ?? ""))) {
    throw new Error("the output would overwrite its input file");
  }
  const { signal } = terminal;
  const { contentType, url = "" } = page;
  const made = await pool.convert(page.html, { ...options, url }, { signal, contentType });
  if (made.warnings !== undefined) {
    progress.note(`warning: ${name} is not well-formed XHTML; it is read as HTML`);
  }
  if (page.truncated !== undefined) {
    progress.note(`warning: ${name} is not whole in the archive (${page.truncated})`);
  }
  await mkdir(dirname(target), { recursive: true });
  for (const [format, file] of files) await writeWhole(file, conversionText(made[format]));
  return true;
}

async function areThere(files: readonly string[]): Promise<boolean> {
  const found = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
  return found.every((each) => each !== undefined);
}

/** What was made of a page, as it is printed. */
export function conversionText(made: Conversion[ConvertFormat]): string {
  const text = typeof made === "string" ? made : JSON.stringify(made, null, 2);
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
