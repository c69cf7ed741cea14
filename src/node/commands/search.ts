import { Disposer } from "../../core/index.ts";
import type { Command } from "../command.ts";
import { parseFlags } from "../help/parse-flags.ts";
import { searchHelp } from "../help/tables/search.ts";
import { openModel } from "../open-model.ts";
import { remotePlace } from "../remote/remote-place.ts";
import { countryOf, openSearch } from "../search/open-search.ts";
import { limitOf, promptOf, searchWords } from "../search/search-words.ts";

/** `dragline search`: pages that fit words, of the web or one's own. */
export const search: Command = {
  async run(args, terminal) {
    const { values, positionals: words } = parseFlags(searchHelp.flags, args);
    const { json = false } = values;
    const [limit, country] = [limitOf(values), countryOf(values)];
    const place = remotePlace(searchHelp, values);
    if (place !== undefined) {
      const { searchAt } = await import("../remote/search.ts");
      return await searchAt(place, { prompt: promptOf(words), limit, json }, terminal);
    }
    await using owned = new Disposer();
    const provider = await openSearch(values, terminal.env, owned);
    const model = openModel(terminal.env, owned);
    return await searchWords({ words, provider, model, limit, country, json }, terminal);
  },
};
