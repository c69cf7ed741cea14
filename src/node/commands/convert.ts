import { stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import {
  convert as convertPage,
  convertFormats,
  type Conversion,
  type ConvertFormat,
  type ConverterPool,
  type ConvertOptions,
} from "../../converter/index.ts";
import { isHtmlError } from "../../html/index.ts";
import { answerLines } from "../answer-lines.ts";
import type { Command } from "../command.ts";
import { conversionText, convertFiles, type FilesRequest } from "../convert/convert-files.ts";
import { readHtml } from "../convert/read-html.ts";
import { PageInput } from "../page-input.ts";
import { partFlags, partHelp, partOf } from "../page-part.ts";
import { poolFlags, poolHelp, poolLimits } from "../pool-flags.ts";
import { readFormats } from "../read-formats.ts";
import { exitCodes, paint, print, say, UsageError } from "../terminal.ts";
import { writeWhole } from "../write-whole.ts";

const help = `Usage: dragline convert [FILE|-] [OPTIONS]
       dragline convert FILE|FOLDER... --output FOLDER [OPTIONS]

Converts HTML that you have, from FILE or stdin (- or none), and prints it as markdown. Several
files, and all files of HTML below a folder, are converted on all cores; each result has its
page's place below the folder of --output: docs/a.html becomes docs/a.md. --url is then the
address of the folder.

  --url BASE         the page's address, the base of relative links and images
${partHelp}
  --format LIST      ${convertFormats.join(", ")};
                     several with commas (markdown)
  --output FILE      write to FILE instead of stdout; it appears when it is whole (of several files: a folder)
  --jsonl            each line of input is a page as JSON, each line of output its result

links, images and metadata are JSON. Several formats are printed one after another, each under a
line "--- NAME ---". The encoding is found as browsers do: byte order mark, meta element, guess.
Links and images that are relative need --url to be found.

With --jsonl a line {"id": …, "html": "…", "url": "…"} gives a line {"id": …, "markdown": "…"},
in the same order, a key for each format; the id may be any JSON, url may be absent and goes
before --url. Pages are converted on all cores while they are read. A page that fails gives
{"id": …, "error": "…"} and the run goes on; without an id (null) the error begins with the
line's number. Lines are UTF-8, at most 128 MiB each; empty ones are skipped.

${poolHelp}

Exit codes: 0 converted (with --jsonl: all was read, stderr says how many pages failed), 1 not
read, not converted or not written, 2 wrong usage, 130 interrupted.
`;

const optionTypes = {
  url: { type: "string" },
  ...partFlags,
  format: { type: "string", multiple: true },
  output: { type: "string" },
  ...poolFlags,
} as const;

type Values = ReturnType<typeof parse>["values"];

/** `dragline convert`: HTML at hand, one page or many. */
export const convert: Command = {
  help,
  async run(args, terminal) {
    const { values, positionals } = parse(args);
    const [file, ...rest] = positionals;
    const options = optionsOf(values);
    if (file !== undefined && (rest.length > 0 || (await isFolder(file)))) {
      return convertFiles(filesRequest(positionals, values, options), terminal);
    }
    const limits = poolLimits(values);
    const input = new PageInput(file, terminal);
    try {
      if (values.jsonl === true) {
        const { signal } = terminal;
        const answer = (pool: ConverterPool) => pool.convertLines(input, options, { signal });
        return await answerLines({ answer, limits, output: values.output }, terminal);
      }
      const { html, malformed } = await readHtml(input, file);
      if (malformed) {
        const warning = paint(terminal, "yellow", "warning:");
        say(terminal, `${warning} the XHTML is not well-formed; it is read as HTML`);
      }
      const text = render(convertOne(html, options), options.formats);
      if (values.output === undefined) await print(terminal, text);
      else await writeWhole(values.output, text);
      return exitCodes.ok;
    } finally {
      input.close();
    }
  },
};

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
}

function optionsOf({ url = "", format, ...values }: Values) {
  if (url !== "" && !/^https?:$/.test(URL.parse(url)?.protocol ?? "")) {
    throw new UsageError(`--url takes an absolute http or https URL; got '${url}'`);
  }
  return { url, ...partOf(values), formats: readFormats(format, convertFormats) };
}

async function isFolder(path: string): Promise<boolean> {
  if (path === "-") return false;
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function filesRequest(
  paths: readonly string[],
  values: Values,
  options: ReturnType<typeof optionsOf>,
): FilesRequest {
  const { output, jsonl } = values;
  if (jsonl === true) throw new UsageError("--jsonl takes one FILE of lines");
  if (paths.includes("-")) throw new UsageError("stdin (-) cannot be converted beside files");
  if (output === undefined) {
    throw new UsageError("several files and folders take --output FOLDER");
  }
  return { paths, output, options, limits: poolLimits({ ...values, jsonl: true }) };
}

function convertOne(html: string, options: ConvertOptions): Conversion {
  try {
    return convertPage(html, options);
  } catch (error) {
    // No wrong usage, as errors at options are.
    if (isHtmlError(error, "INPUT_TOO_LARGE")) throw new Error(error.message, { cause: error });
    throw error;
  }
}

function render(conversion: Conversion, formats: readonly ConvertFormat[]): string {
  const [only, ...more] = formats;
  if (only !== undefined && more.length === 0) return conversionText(conversion[only]);
  return formats.map((name) => `--- ${name} ---\n${conversionText(conversion[name])}`).join("\n");
}
