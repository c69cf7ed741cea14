import { stat } from "node:fs/promises";
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
import { parseFlags, type Parsed } from "../help/parse-flags.ts";
import { convertHelp } from "../help/tables/convert.ts";
import { PageInput } from "../input/page-input.ts";
import { partOf } from "../page-part.ts";
import { poolLimits } from "../pool-flags.ts";
import { readFormats } from "../input/read-formats.ts";
import { exitCodes, paint, print, say, UsageError } from "../terminal/terminal.ts";
import { writeWhole } from "../terminal/write-whole.ts";

type Values = Parsed<typeof convertHelp.flags>["values"];

/** `dragline convert`: HTML at hand, one page or many. */
export const convert: Command = {
  async run(args, terminal) {
    const { values, positionals } = parseFlags(convertHelp.flags, args);
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
  if (jsonl === true) throw new UsageError("--jsonl takes one FILE");
  if (paths.includes("-")) throw new UsageError("stdin (-) cannot be combined with files");
  if (output === undefined) {
    throw new UsageError("several files and folders need --output FOLDER");
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
