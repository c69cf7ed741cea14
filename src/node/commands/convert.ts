import {
  convert as convertPage,
  convertFormats,
  type Conversion,
  type ConvertFormat,
  type ConverterPool,
  type ConvertOptions,
} from "../../converter/index.ts";
import { htmlSource, isHtmlError } from "../../html/index.ts";
import { answerLines } from "../answer-lines.ts";
import type { Command } from "../command.ts";
import { parseFlags, type Parsed } from "../help/parse-flags.ts";
import { convertHelp } from "../help/tables/convert.ts";
import { decodePage } from "../decode-page.ts";
import { PageInput } from "../page-input.ts";
import { partOf } from "../page-part.ts";
import { poolLimits } from "../pool-flags.ts";
import { readFormats } from "../read-formats.ts";
import { exitCodes, paint, print, say, UsageError, type Terminal } from "../terminal.ts";
import { writeWhole } from "../write-whole.ts";

type Values = Parsed<typeof convertHelp.flags>["values"];

/** `dragline convert`: HTML at hand, one page or many. */
export const convert: Command = {
  async run(args, terminal) {
    const { values, positionals } = parseFlags(convertHelp.flags, args);
    const [file, ...rest] = positionals;
    if (rest.length > 0) throw new UsageError("expected one FILE; try: dragline convert --help");
    const options = optionsOf(values);
    const limits = poolLimits(values);
    const input = new PageInput(file, terminal);
    try {
      if (values.jsonl === true) {
        const { signal } = terminal;
        const answer = (pool: ConverterPool) => pool.convertLines(input, options, { signal });
        return await answerLines({ answer, limits, output: values.output }, terminal);
      }
      const html = await readInput(input, file, terminal);
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

/** How PDFs, pictures, archives and packed files begin, behind a byte order mark too (mimesniff, 6). */
const OTHER_FILES: readonly string[] = [
  "%PDF-",
  "\u0089PNG\r\n",
  "\u00ff\u00d8\u00ff",
  "GIF8",
  "PK\u0003\u0004",
  "\u001f\u008b",
];

/** The input as HTML; XHTML, which a file's name or a declaration tells, in HTML's syntax. */
async function readInput(
  input: PageInput,
  file: string | undefined,
  terminal: Terminal,
): Promise<string> {
  const bytes = await input.whole();
  const start = bytes.toString("latin1", 0, 16).replace(/^\u00ef\u00bb\u00bf/, "");
  if (OTHER_FILES.some((other) => start.startsWith(other))) {
    throw new Error(
      "this is no HTML, it begins as a file of another kind does; see dragline scrape",
    );
  }
  const text = await decodePage(bytes);
  const type = /\.xht(?:ml)?$/i.test(file ?? "") ? "application/xhtml+xml" : undefined;
  const { html, malformed } = htmlSource(text, type);
  if (malformed) {
    const warning = paint(terminal, "yellow", "warning:");
    say(terminal, `${warning} the XHTML is not well-formed; it is read as HTML`);
  }
  return html;
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
  if (only !== undefined && more.length === 0) return textOf(conversion[only]);
  return formats.map((name) => `--- ${name} ---\n${textOf(conversion[name])}`).join("\n");
}

function textOf(made: Conversion[ConvertFormat]): string {
  const text = typeof made === "string" ? made : JSON.stringify(made, null, 2);
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
