import { parseArgs } from "node:util";
import { Disposer } from "../../core/index.ts";
import type { Command } from "../command.ts";
import { countText } from "../count-text.ts";
import { givenPages } from "../extract/given-pages.ts";
import { modelHelp, openModel } from "../open-model.ts";
import { printable } from "../printable.ts";
import { withScheme } from "../request-flags.ts";
import { openScraper, scrapeFlags, scrapeHelp } from "../scrape-page.ts";
import {
  addPages,
  crawledPages,
  CRAWLED_PAGES,
  crawlFlags,
  namedPages,
} from "../search/add-pages.ts";
import { hasIndex, indexFile, indexFlags, INDEX_FILE, openIndex } from "../search/open-index.ts";
import { limitOf, searchWords } from "../search/search-words.ts";
import { exitCodes, say, UsageError, type Terminal } from "../terminal.ts";

const help = `Usage: dragline index add URL|FILE|- … [--crawl] [OPTIONS]
       dragline index search WORDS … [--limit N] [--json]
       dragline index rm URL … | --all

An index of pages of your own, which is searched without any key; 'dragline search' and
'dragline research' use it where no provider is configured.

  add      adds pages, or takes their newest text; with --crawl the sites behind the URLs
  search   the pages that fit words; "a phrase" in quotation marks, site:HOST for one site
  rm       removes pages by address; all of them with --all

What each takes:
  --index FILE       where it is kept (./${INDEX_FILE})

What add takes:
  --url BASE         the address of a FILE or of stdin; once for each FILE, in order
  --crawl            follow the links of each URL within its site, by robots.txt
  --max-pages N      with --crawl: most pages of each site (${CRAWLED_PAGES})
  --depth N          with --crawl: most link steps (no limit)
  --include GLOB     with --crawl: only URLs that match; may be repeated
  --exclude GLOB     with --crawl: no URLs that match; may be repeated
${scrapeHelp}

What search takes:
  --limit N          most results, 1 to 20 (5)
  --json             print {"results", "notes"} as JSON

Environment, for search:
${modelHelp}

Exit codes: 0 done, 1 nothing was added, found or removed, 2 wrong usage, 130 interrupted.
`;

const addFlags = { ...crawlFlags, ...scrapeFlags } as const;

const optionTypes = {
  ...indexFlags,
  ...addFlags,
  url: { type: "string", multiple: true },
  limit: { type: "string" },
  json: { type: "boolean" },
  all: { type: "boolean" },
} as const;

type Values = ReturnType<typeof parse>["values"];

interface VerbCall {
  readonly names: readonly string[];
  readonly values: Values;
  readonly terminal: Terminal;
  readonly owned: Disposer;
}

interface Verb {
  /** Flags beside that of all. */
  readonly flags: readonly (keyof Values)[];
  run(call: VerbCall): Promise<number>;
}

const verbs: Readonly<Record<string, Verb>> = {
  add: { flags: ["url", ...(Object.keys(addFlags) as (keyof Values)[])], run: add },
  search: { flags: ["limit", "json"], run: searchIn },
  rm: { flags: ["all"], run: remove },
};

/** `dragline index`: pages of one's own that can be searched. */
export const pageIndex: Command = {
  help,
  async run(args, terminal) {
    const { values, positionals } = parse(args);
    const [name = "", ...names] = positionals;
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
    if (verb === undefined) {
      const known = Object.keys(verbs).join(", ");
      throw new UsageError(`expected one of ${known}; try: dragline index --help`);
    }
    const stray = (Object.keys(values) as (keyof Values)[]).find(
      (flag) => flag !== "index" && !verb.flags.includes(flag),
    );
    if (stray !== undefined) throw new UsageError(`'${name}' takes no --${stray}`);
    if (name !== "add" && !(await hasIndex(values))) {
      const file = printable(indexFile(values));
      throw new UsageError(`there is no index in ${file}; try: dragline index add URL`);
    }
    await using owned = new Disposer();
    return await verb.run({ names, values, terminal, owned });
  },
};

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
}

/** Flags that mean nothing without `--crawl`. */
const crawlOnly = ["max-pages", "depth", "include", "exclude"] as const;

async function add({ names, values, terminal, owned }: VerbCall): Promise<number> {
  const pages = givenPages(names, values.url);
  const stray = values.crawl === true ? undefined : crawlOnly.find((flag) => values[flag]);
  if (stray !== undefined) throw new UsageError(`--${stray} goes with --crawl`);
  const scrapePage = await openScraper(values, terminal, owned);
  const brought =
    values.crawl === true
      ? crawledPages(pages, values, { terminal, owned })
      : namedPages(pages, scrapePage, terminal);
  const index = await openIndex(values, owned);
  return await addPages(brought, { index, file: indexFile(values) }, terminal);
}

async function searchIn({ names, values, terminal, owned }: VerbCall): Promise<number> {
  const { json = false } = values;
  const limit = limitOf(values);
  const { provider } = await openIndex(values, owned);
  const model = openModel(terminal.env, owned);
  return await searchWords({ words: names, provider, model, limit, json }, terminal);
}

async function remove({ names, values, terminal, owned }: VerbCall): Promise<number> {
  const { all = false } = values;
  if (all === names.length > 0) throw new UsageError("rm takes the addresses of pages, or --all");
  const index = await openIndex(values, owned);
  const { signal } = terminal;
  const which = all ? "all" : names.map(withScheme);
  const count = await index.remove(which, { signal });
  say(terminal, `${countText(count, "page")} removed`);
  return count > 0 ? exitCodes.ok : exitCodes.failed;
}
