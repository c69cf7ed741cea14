import { Disposer } from "../../core/index.ts";
import type { Command } from "../command.ts";
import { parseVerb, type VerbValues } from "../help/parse-flags.ts";
import { pageIndexHelp } from "../help/tables/page-index.ts";
import { countText } from "../terminal/count-text.ts";
import { givenPages, pagesInFolders } from "../extract/given-pages.ts";
import { openModel } from "../open-model.ts";
import { printable } from "../terminal/printable.ts";
import { remotePlace } from "../remote/remote-place.ts";
import { withScheme } from "../request-flags.ts";
import { openScraper } from "../scrape-page.ts";
import { addPages, crawledPages, namedPages } from "../search/add-pages.ts";
import { hasIndex, indexFile, openIndex } from "../search/open-index.ts";
import { limitOf, searchWords } from "../search/search-words.ts";
import { exitCodes, say, UsageError, type Terminal } from "../terminal/terminal.ts";

type Values = VerbValues<typeof pageIndexHelp.verbs>;

interface VerbCall {
  readonly names: readonly string[];
  readonly values: Values;
  readonly terminal: Terminal;
  readonly owned: Disposer;
}

const verbs: Readonly<
  Record<keyof typeof pageIndexHelp.verbs, (call: VerbCall) => Promise<number>>
> = { add, search: searchIn, rm: remove };

/** `dragline index`: pages of one's own that can be searched. */
export const pageIndex: Command = {
  async run(args, terminal) {
    const { verb, names, values } = parseVerb(pageIndexHelp, args);
    if (verb !== "add" && !(await hasIndex(values))) {
      const file = printable(indexFile(values));
      throw new UsageError(`there is no index in ${file}; try: dragline index add URL`);
    }
    await using owned = new Disposer();
    return await verbs[verb]({ names, values, terminal, owned });
  },
};

/** Flags that mean nothing without `--crawl`. */
const crawlOnly = ["max-pages", "depth", "include", "exclude"] as const;

async function add({ names, values, terminal, owned }: VerbCall): Promise<number> {
  const pages = await pagesInFolders(givenPages(names, values.url));
  const place = remotePlace(pageIndexHelp.verbs.add, values);
  if (place !== undefined) {
    const { addPagesAt } = await import("../remote/page-index.ts");
    return await addPagesAt(place, { pages, values }, { terminal, owned });
  }
  const stray = values.crawl === true ? undefined : crawlOnly.find((flag) => values[flag]);
  if (stray !== undefined) throw new UsageError(`--${stray} needs --crawl`);
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
