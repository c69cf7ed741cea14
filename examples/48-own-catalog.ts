// A catalog of your own: read the folder, play its recorded cases without a network, run an action. From the
// command line the same is
//   dragline wire test ./catalog --drift
//   dragline wire run lamp-shop.get_lamp --catalog ./catalog --param lamp=opal
import { join } from "node:path";
import { createFetcher, type Transport } from "dragline/fetcher";
import {
  builtInCatalog,
  combineCatalogs,
  createCatalog,
  createRunner,
  loadCatalog,
  testCases,
  testDrift,
} from "dragline/wire";

const folder = join(import.meta.dirname, "catalog");

// #region cases
for (const { action, case: name, ok, problem } of await testCases(folder)) {
  console.log(ok ? "ok  " : "FAIL", action, name, problem ?? "holds");
}
const drifts = await testDrift(folder);
const unnoticed = drifts.filter(({ problem }) => problem !== undefined);
console.log(drifts.length, "changed answers,", unnoticed.length, "unnoticed");
// #endregion

// Answers in the place of lamps.example, so that the example needs no network.
const lamp = `<title>Opal</title><h1 class="product-title">Opal lamp</h1>
  <div class="buy-box"><span class="amount">79,90 €</span></div>`;
const transport: Transport = {
  send: async ({ url }) => {
    const isKnown = url.pathname === "/lamps/opal";
    return {
      status: isKnown ? 200 : 404,
      statusText: "",
      headers: { "content-type": "text/html; charset=utf-8" },
      httpVersion: "1.1",
      body: (async function* () {
        yield new TextEncoder().encode(isKnown ? lamp : "");
      })(),
      timings: { dnsMs: 0, connectMs: 0, tlsMs: 0, firstByteMs: 0 },
      remoteAddress: undefined,
    };
  },
  [Symbol.asyncDispose]: async () => undefined,
};

// #region load
const { sites, actions } = await loadCatalog(folder);
const catalog = combineCatalogs([await builtInCatalog(), createCatalog(sites, actions)]);
const action = catalog.action("lamp-shop.get_lamp");
// #endregion
if (action === undefined) throw new Error("the catalog has no such action");

await using fetcher = createFetcher({ transport }); // createFetcher() asks the real site
const runner = createRunner({ fetcher });
for (const name of ["opal", "candle"]) {
  const result = await runner.run(action, { params: { lamp: name } });
  console.log(result.status === "failed" ? result.error : result.data);
}
