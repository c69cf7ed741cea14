import { kindName, priceName } from "../layout/kind-name.ts";
import { amount, table } from "../layout/pieces.ts";
import { markup } from "../markup.ts";
import type { Page, View, Visit } from "../page.ts";

/** What is left, what it went for, what things cost. */
export const creditPages: readonly Page[] = [{ method: "GET", path: "/credits", run: show }];

async function show({ api, base, signal }: Visit): Promise<View> {
  const [{ balance, used, prices }, { total }] = await Promise.all([
    api.getCredits(undefined, { signal }),
    api.countJobs({}, { signal }),
  ]);
  const body = markup`
<div class="cards"><div class="card"><span class="quiet">Left</span><span class="figure">${amount(balance)}</span></div>
<div class="card"><span class="quiet">Used in all</span><span class="figure">${amount(used)}</span></div></div>
<div class="halves">
<section><h2>Used, last 30 days</h2>${table({
    caption: "Credits by product",
    rows: total.credits,
    empty: "Nothing yet.",
    columns: [
      { name: "Product", show: ({ product }) => kindName(product) },
      { name: "Credits", isNumber: true, show: ({ creditsUsed }) => amount(creditsUsed) },
    ],
  })}</section>
<section><h2>Prices</h2>${table({
    caption: "Prices in credits",
    rows: Object.entries(prices),
    empty: "",
    columns: [
      { name: "What", show: ([name]) => priceName(name) },
      { name: "Credits", isNumber: true, show: ([, price]) => price },
    ],
  })}</section>
</div>
<p class="quiet">Limits of each route, per minute: <a href="${base}/v1/docs">API docs</a>. A call beyond a limit is refused with 429 and <code>Retry-After</code>, and costs nothing.</p>`;
  return { title: "Credits", body };
}
