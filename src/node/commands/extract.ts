import type { ConverterPool } from "../../converter/index.ts";
import { Disposer } from "../../core/index.ts";
import { answerLines } from "../bulk/answer-lines.ts";
import { BulkInput, isBulk } from "../bulk/bulk-input.ts";
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
import { remotePlace } from "../remote/remote-place.ts";
import { poolLimits } from "../pool-flags.ts";
import { openScraper } from "../scrape-page.ts";
import { UsageError, type Terminal } from "../terminal/terminal.ts";

type Values = Parsed<typeof extractHelp.flags>["values"];

/** `dragline extract`: JSON out of pages, by a schema. */
export const extract: Command = {
  async run(args, terminal) {
    const { values, positionals } = parseFlags(extractHelp.flags, args);
    const place = remotePlace(extractHelp, values);
    if (place !== undefined) {
      const pages = givenPages(positionals);
      const { schema } = await extractRules(values);
      const { extractAt } = await import("../remote/extract.ts");
      return await extractAt(place, { pages, schema, values }, terminal);
    }
    const many = await Promise.all(positionals.map(isBulk));
    return values.jsonl === true || many.includes(true)
      ? extractMany(positionals, values, terminal)
      : extractGiven(positionals, values, terminal);
  },
};

async function extractGiven(
  names: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  poolLimits(values, { isBulk: false });
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

/** The flags that mean nothing to pages that are here already, and to many of them. */
const flagsOfPages = ["learn", "values", ...Object.keys(scrapeFlags)] as (keyof Values)[];

/** Lines of JSON, or folders, archives and patterns: without a model, on all cores. */
async function extractMany(
  names: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  const { jsonl = false, output, resume = false, evidence = false } = values;
  const url = checkMany(names, values);
  const limits = poolLimits(values, { isBulk: true });
  const options = { ...(await extractRules(values)), url, evidence };
  const { signal } = terminal;
  const [file] = names;
  const input = jsonl
    ? new PageInput(file, terminal)
    : await BulkInput.open(names, { base: url, signal });
  const answer = (pool: ConverterPool, skip: number) =>
    pool.extractLines(input, { ...options, skip }, { signal });
  const from = input instanceof PageInput ? input.stamp : input.names;
  const job = { input: from, options };
  const proofs = evidence ? ["evidence"] : [];
  const keys = ["id", "url", "data", "missing", ...proofs, "warnings", "truncated", "error"];
  try {
    const lines = { answer, reading: input, limits, output, keys, resume, job };
    return await answerLines(lines, terminal);
  } finally {
    if (input instanceof PageInput) input.close();
  }
}

/**
 * The address of pages without one of their own.
 * @throws UsageError for flags that mean nothing to many pages
 */
function checkMany(names: readonly string[], values: Values): string | undefined {
  const { jsonl = false } = values;
  const many = jsonl ? "--jsonl" : "folders and archives";
  const stray = flagsOfPages.find((flag) => values[flag] !== undefined);
  if (stray !== undefined) throw new UsageError(`--${stray} cannot be combined with ${many}`);
  if (jsonl && names.length > 1) throw new UsageError("--jsonl takes one FILE, or stdin");
  if (!jsonl && names.includes("-")) {
    throw new UsageError(`stdin (-) cannot be combined with ${many}`);
  }
  const [url, ...more] = values.url ?? [];
  if (more.length > 0) throw new UsageError("many pages take one --url, for those without one");
  if (url !== undefined) checkAddress(url);
  return url;
}
