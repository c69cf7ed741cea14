import { parseArgs } from "node:util";
import { Disposer } from "../../core/index.ts";
import type { Command } from "../command.ts";
import { modelHelp, openModel } from "../open-model.ts";
import { searchHelp } from "../read-providers.ts";
import { countryOf, openSearch, providerFlags, providerHelp } from "../search/open-search.ts";
import { limitOf, searchWords } from "../search/search-words.ts";

const help = `Usage: dragline search WORDS … [OPTIONS]

Searches the web, or pages of your own, and prints title, address and the words that fit of each page
that was found. A long prompt is condensed into queries, by a model where one is configured.

  --limit N          most results, 1 to 20 (5)
${providerHelp}
  --json             print {"results", "notes"} as JSON

Environment:
${searchHelp}; without it the index
${modelHelp}

Exit codes: 0 something was found, 1 nothing was, or no provider answered, 2 wrong usage,
130 interrupted.
`;

const optionTypes = {
  ...providerFlags,
  limit: { type: "string" },
  json: { type: "boolean" },
} as const;

/** `dragline search`: pages that fit words, of the web or one's own. */
export const search: Command = {
  help,
  async run(args, terminal) {
    const { values, positionals: words } = parseArgs({
      args: [...args],
      options: optionTypes,
      allowPositionals: true,
    });
    const { json = false } = values;
    const [limit, country] = [limitOf(values), countryOf(values)];
    await using owned = new Disposer();
    const provider = await openSearch(values, terminal.env, owned);
    const model = openModel(terminal.env, owned);
    return await searchWords({ words, provider, model, limit, country, json }, terminal);
  },
};
