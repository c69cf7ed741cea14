import { parseArgs } from "node:util";
import type { ConverterPool } from "../../converter/index.ts";
import { Disposer } from "../../core/index.ts";
import { answerLines } from "../answer-lines.ts";
import type { Command } from "../command.ts";
import { extractPages } from "../extract/extract-pages.ts";
import { extractRules } from "../extract/extract-rules.ts";
import { checkAddress, givenPages } from "../extract/given-pages.ts";
import { knownValues } from "../extract/learn-pages.ts";
import { modelHelp, openModel } from "../open-model.ts";
import { PageInput } from "../page-input.ts";
import { poolFlags, poolHelp, poolLimits } from "../pool-flags.ts";
import { openScraper, scrapeFlags, scrapeHelp } from "../scrape-page.ts";
import { UsageError, type Terminal } from "../terminal.ts";

const help = `Usage: dragline extract URL|FILE|- … --schema FILE [OPTIONS]

Extracts the values of a JSON Schema from pages and prints them as JSON. They come from what a page
says for programs (JSON-LD, microdata, RDFa, its state) and from its labels, tables and what is
repeated; what is missing then, from a model where one is configured, whose values count only where
they stand on the page. What is not sure is left out and named on stderr.

  --schema FILE      JSON Schema of an object; names, titles and descriptions say what is meant
  --url BASE         the address of a FILE or of stdin; once for each FILE, in order
  --evidence         print {"data", "missing", "evidence", "usage", "warnings"} instead of the values
  --output FILE      write to FILE instead of stdout

Several pages give a line each: {"url", "data", "missing"}, or {"url", "error"}.

  --recipe FILE      read pages by a recipe first, which takes no model; a page that does not fit it
                     is told, and read like others; --schema may be left out
  --learn FILE       write a recipe, learned from what these pages gave, 1 to 5 of one site: more
                     make a surer one. With --recipe, only where a page does not fit that
  --values FILE      with --learn: learn from these values instead, a JSON object that a person
                     wrote; once for each page, in order

${scrapeHelp}

  --jsonl            each line of one FILE or stdin is a page as JSON, on all cores, without a model

With --jsonl a line {"id": …, "html": "…", "url": "…"} gives a line {"id": …, "data": {…},
"missing": […]}, in the same order, with "warnings" where there are any and "evidence" with
--evidence; the id may be any JSON; --url is for lines without url. A page that fails gives
{"id": …, "error": "…"} and the run goes on.

${poolHelp}

Environment:
${modelHelp}

Exit codes: 0 something was found, and all that the schema requires, on every page (with --jsonl: all
was read, stderr says how many pages failed), 1 not so, and stderr says what is missing, or nothing
was learned, 2 wrong usage, 130 interrupted.
`;

const optionTypes = {
  schema: { type: "string" },
  url: { type: "string", multiple: true },
  evidence: { type: "boolean" },
  output: { type: "string" },
  recipe: { type: "string" },
  learn: { type: "string" },
  values: { type: "string", multiple: true },
  ...scrapeFlags,
  ...poolFlags,
} as const;

type Values = ReturnType<typeof parse>["values"];

/** `dragline extract`: JSON out of pages, by a schema. */
export const extract: Command = {
  help,
  run(args, terminal) {
    const { values, positionals } = parse(args);
    return values.jsonl === true
      ? extractLines(positionals, values, terminal)
      : extractGiven(positionals, values, terminal);
  },
};

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
}

async function extractGiven(
  names: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  poolLimits(values);
  const pages = givenPages(names, values.url);
  const rules = await extractRules(values);
  const known = await knownValues(values, pages.length);
  await using owned = new Disposer();
  const model = openModel(terminal.env, owned);
  const scrapePage = await openScraper(values, terminal, owned);
  const { learn, output, evidence = false } = values;
  const request = { pages, rules, model, scrapePage, learn, known, evidence, output };
  return await extractPages(request, terminal);
}

/** The flags that mean nothing to lines, which are here already. */
const flagsOfPages = ["learn", "values", ...Object.keys(scrapeFlags)] as (keyof Values)[];

async function extractLines(
  [file, ...rest]: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  const stray = flagsOfPages.find((flag) => values[flag] !== undefined);
  if (stray !== undefined) throw new UsageError(`--${stray} does not go with --jsonl`);
  if (rest.length > 0) throw new UsageError("--jsonl takes one FILE, or stdin");
  const [url, ...more] = values.url ?? [];
  if (more.length > 0) throw new UsageError("--jsonl takes one --url, for lines without one");
  if (url !== undefined) checkAddress(url);
  const limits = poolLimits(values);
  const options = { ...(await extractRules(values)), url, evidence: values.evidence };
  const { signal } = terminal;
  const input = new PageInput(file, terminal);
  try {
    const answer = (pool: ConverterPool) => pool.extractLines(input, options, { signal });
    return await answerLines({ answer, limits, output: values.output }, terminal);
  } finally {
    input.close();
  }
}
