import {
  convert as convertPage,
  isConverterError,
  type Conversion,
  type ConvertFormat,
  type ConverterPool,
  type ConverterPoolOptions,
} from "../../converter/index.ts";
import { readHtml } from "../../converter/internal.ts";
import { isHtmlError } from "../../html/index.ts";
import { answerLines } from "../bulk/answer-lines.ts";
import { BulkInput, isBulk, LINES_FILE } from "../bulk/bulk-input.ts";
import type { Job } from "../bulk/resumable-file.ts";
import type { Command } from "../command.ts";
import { conversionText, convertFiles } from "../convert/convert-files.ts";
import { checkEnding, isFeed } from "../convert/no-page.ts";
import { parseFlags, type Parsed } from "../help/parse-flags.ts";
import { convertHelp } from "../help/tables/convert.ts";
import { PageInput } from "../input/page-input.ts";
import { partOf } from "../page-part.ts";
import { poolLimits } from "../pool-flags.ts";
import { exitCodes, paint, print, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import { writeWhole } from "../terminal/write-whole.ts";

type Values = Parsed<typeof convertHelp.flags>["values"];

/** `dragline convert`: HTML at hand, one page or many. */
export const convert: Command = {
  async run(args, terminal) {
    const { values, positionals } = parseFlags(convertHelp.flags, args);
    const options = optionsOf(values);
    if (values.jsonl === true) return convertLines(positionals, options, { values, terminal });
    const [first = "-"] = positionals;
    const isLines = first !== "-" && LINES_FILE.test(values.output ?? "");
    const isMany = positionals.length > 1 || isLines || (await isBulk(first));
    const limits = poolLimits(values, { isBulk: isMany });
    if (isMany) return convertMany(positionals, options, { values, limits, terminal });
    return convertOne(positionals[0], options, { values, terminal });
  },
};

type Options = ReturnType<typeof optionsOf>;

interface Call {
  readonly values: Values;
  readonly terminal: Terminal;
}

async function convertOne(
  file: string | undefined,
  options: Options,
  { values, terminal }: Call,
): Promise<number> {
  const input = new PageInput(file, terminal);
  try {
    const type = /\.xht(?:ml)?$/i.test(file ?? "") ? "application/xhtml+xml" : undefined;
    const { html, malformed } = await readHtml(await input.whole(), type);
    if (file !== undefined) checkEnding(file, html);
    if (malformed) {
      const warning = paint(terminal, "yellow", "warning:");
      say(terminal, `${warning} the XHTML is not well-formed; it is read as HTML`);
    }
    const text = render(convertPage(html, options), options.formats);
    if (text.trim() === "" && isFeed(html)) {
      const warning = paint(terminal, "yellow", "warning:");
      say(
        terminal,
        `${warning} this is a feed (RSS or Atom), not a page; it has nothing to convert`,
      );
    }
    if (values.output === undefined) await print(terminal, text);
    else await writeWhole(values.output, text);
    return exitCodes.ok;
  } catch (error) {
    throw ofPage(error);
  } finally {
    input.close();
  }
}

async function convertLines(
  [file, ...rest]: readonly string[],
  options: Options,
  { values, terminal }: Call,
): Promise<number> {
  if (rest.length > 0) throw new UsageError("--jsonl takes one FILE, or stdin");
  const limits = poolLimits(values, { isBulk: true });
  const input = new PageInput(file, terminal);
  const { signal } = terminal;
  const answer = (pool: ConverterPool, skip: number) =>
    pool.convertLines(input, { ...options, skip }, { signal });
  try {
    const job = { input: input.stamp, options };
    return await answerLines(
      { ...linesOf(values, options, job), answer, limits, reading: input },
      terminal,
    );
  } finally {
    input.close();
  }
}

async function convertMany(
  paths: readonly string[],
  options: Options,
  { values, limits, terminal }: Call & { readonly limits: ConverterPoolOptions },
): Promise<number> {
  const { output, resume = false } = values;
  if (paths.includes("-")) throw new UsageError("stdin (-) cannot be combined with files");
  if (output === undefined) {
    throw new UsageError(
      "many pages need --output: a folder, or a file that ends in .jsonl or .parquet",
    );
  }
  const { signal } = terminal;
  const input = await BulkInput.open(paths, { base: options.url, signal });
  if (!LINES_FILE.test(output)) {
    return convertFiles({ input, output, options, limits, resume }, terminal);
  }
  const answer = (pool: ConverterPool, skip: number) =>
    pool.convertLines(input, { ...options, skip }, { signal });
  const lines = linesOf(values, options, { input: input.names, options });
  return answerLines({ ...lines, answer, limits, reading: input }, terminal);
}

function linesOf({ output, resume = false }: Values, { formats }: Options, job: Job) {
  return { output, resume, job, keys: ["id", "url", ...formats, "truncated", "error"] };
}

function optionsOf({ url = "", format = ["markdown"], ...values }: Values) {
  if (url !== "" && !/^https?:$/.test(URL.parse(url)?.protocol ?? "")) {
    throw new UsageError(`--url takes an absolute http or https URL; got '${url}'`);
  }
  return { url, ...partOf(values), formats: format };
}

/** The same error, but where it is about the page and no wrong usage, as errors at options are. */
function ofPage(error: unknown): unknown {
  const isOfPage = isHtmlError(error, "INPUT_TOO_LARGE") || isConverterError(error, "NOT_HTML");
  return isOfPage ? new Error(error.message, { cause: error }) : error;
}

function render(conversion: Conversion, formats: readonly ConvertFormat[]): string {
  const [only, ...more] = formats;
  if (only !== undefined && more.length === 0) return conversionText(conversion[only]);
  return formats.map((name) => `--- ${name} ---\n${conversionText(conversion[name])}`).join("\n");
}
