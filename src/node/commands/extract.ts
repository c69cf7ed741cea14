import type { ConverterPool } from "../../converter/index.ts";
import { Disposer } from "../../core/index.ts";
import { answerLines } from "../answer-lines.ts";
import type { Command } from "../command.ts";
import { parseFlags, type Parsed } from "../help/parse-flags.ts";
import { scrapeFlags } from "../help/flags/page-flags.ts";
import { extractHelp } from "../help/tables/extract.ts";
import { extractPages } from "../extract/extract-pages.ts";
import { extractRules } from "../extract/extract-rules.ts";
import { checkAddress, givenPages } from "../extract/given-pages.ts";
import { knownValues } from "../extract/learn-pages.ts";
import { openModel } from "../open-model.ts";
import { PageInput } from "../input/page-input.ts";
import { poolLimits } from "../pool-flags.ts";
import { openScraper } from "../scrape-page.ts";
import { UsageError, type Terminal } from "../terminal/terminal.ts";

type Values = Parsed<typeof extractHelp.flags>["values"];

/** `dragline extract`: JSON out of pages, by a schema. */
export const extract: Command = {
  run(args, terminal) {
    const { values, positionals } = parseFlags(extractHelp.flags, args);
    return values.jsonl === true
      ? extractLines(positionals, values, terminal)
      : extractGiven(positionals, values, terminal);
  },
};

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
  if (stray !== undefined) throw new UsageError(`--${stray} cannot be combined with --jsonl`);
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
