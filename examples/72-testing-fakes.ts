// Test code that scrapes, waits and names things: a site on loopback, a clock that you move, ids that
// count up, and a look at what stayed open.
import assert from "node:assert/strict";
import { createFetcher } from "dragline/fetcher";
import { createSite, FakeClock, FakeIds, leakedHandles, openHandles } from "dragline/testing";

const before = openHandles();

// #region site
let calls = 0;
const site = await createSite({
  "/prices": "<title>Prices</title><h1>Opal lamp 79,90 €</h1>",
  "/busy": (_, response) => {
    calls += 1;
    if (calls === 1) response.writeHead(503, { "retry-after": "7" }).end();
    else response.end("<h1>Here again</h1>");
  },
});
// #endregion

// #region clock
const clock = new FakeClock();
const fetcher = createFetcher({ clock }, { allow: ["127.0.0.1"] });

const answer = fetcher.fetch(site.url("/busy"));
await site.seen("/busy");
await clock.timerOf(7_000); // the fetcher waits as long as the site asked
await clock.advance(7_000);
const page = await answer;
console.log(page.status, "after", calls, "requests");
// #endregion

// #region ids
const ids = new FakeIds();
console.log(ids.uuid());
console.log(ids.uuid());
// #endregion

console.log(site.requests.map(({ method, path }) => `${method} ${path}`).join(", "));
await fetcher[Symbol.asyncDispose]();
await site[Symbol.asyncDispose]();

// #region leaks
assert.deepEqual(await leakedHandles(before), []);
// #endregion
console.log("nothing stayed open");
