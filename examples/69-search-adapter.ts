// A search provider of your own, over the JSON of a search server, with its contract tests.
import { createServer } from "node:http";
import {
  readRows,
  SearchError,
  type SearchAnswer,
  type SearchCall,
  type SearchProvider,
  type VendorRow,
} from "dragline/search";
import { searchCases, type SearchedPage } from "dragline/testing";
import { listen } from "./listen.ts";

// #region provider
class TeamSearch implements SearchProvider {
  readonly name = "team";
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
  }

  async search({ query, limit, signal }: SearchCall): Promise<SearchAnswer> {
    checkCall(query, limit);
    const url = `${this.#address}?q=${encodeURIComponent(query.toWellFormed())}&n=${limit}`;
    const response = await fetch(url, { signal });
    if (!response.ok) throw failed(response.status);
    const rows = (await response.json()) as VendorRow[];
    const { results } = readRows(rows, { now: Date.now(), mask: (text) => text });
    return { results: results.slice(0, limit), notes: [] };
  }
}
// #endregion

function checkCall(query: string, limit: number): void {
  const isLong = Buffer.byteLength(query) > 8_192;
  if (query.trim() !== "" && !isLong && Number.isInteger(limit) && limit >= 1) return;
  throw new SearchError("INVALID_QUERY", { message: "The query or the limit is not valid." });
}

function failed(status: number): SearchError {
  const message = `team answered HTTP ${status}.`;
  return new SearchError("PROVIDER_UNAVAILABLE", {
    message,
    details: { provider: "team", status },
  });
}

// #region cases
async function make() {
  let known: readonly SearchedPage[] = [];
  const engine = await listen(
    createServer((request, response) => {
      const query = new URL(request.url ?? "/", "http://engine").searchParams.get("q");
      const rows = query?.startsWith("moss") ? known : [];
      response.end(JSON.stringify(rows.map(({ text, ...row }) => ({ ...row, snippet: text }))));
    }),
  );
  return {
    provider: new TeamSearch(engine.url("/search")),
    know: async (pages: readonly SearchedPage[]) => void (known = pages),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}
const cases = searchCases(make);
// In a project: for (const { title, run } of cases) it(title, () => run());
for (const promise of cases) await promise.run();
// #endregion
console.log(cases.length > 10 ? "all contract tests pass" : `only ${cases.length} cases`);
