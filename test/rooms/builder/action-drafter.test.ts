import { systemClock, systemIds } from "dragline";
import { createFetcher } from "dragline/fetcher";
import { createSite, type SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { ActionDrafter } from "../../../src/builder/action-drafter.ts";
import type { Exchange } from "../../../src/builder/exchange.ts";
import type { Proposal } from "../../../src/builder/proposal.ts";
import { search } from "./boats.ts";

const { signal } = new AbortController();

const seen = search("red")
  .slice(0, 2)
  .map(({ name, price }) => ({ name, price }));
const parameter = { name: "query", type: "string", description: "Words in the name." } as const;
const proposal: Proposal = {
  name: "search_boats",
  title: "Search for boats",
  description: "Finds boats by words in their name.",
  type: "read",
  parameters: [{ ...parameter, value: "red", other: "blue" }],
  result: seen,
};

type Answer = (query: string) => unknown;

/** Drafts an action of a search that a browser is said to have seen, on a site that answers so. */
async function draft(
  answer: Answer,
  { credential = {}, routes = {}, exchanges = [], found, ...other }: Partial<Given & Proposal> = {},
) {
  await using site = await createSite({
    ...routes,
    "/boats": (request, response) => {
      const query = new URL(request.url ?? "/", site.origin).searchParams.get("q") ?? "";
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answer(query)));
    },
  });
  await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
  const drafter = new ActionDrafter({
    fetcher,
    pace: false,
    clock: systemClock,
    ids: systemIds,
    credential,
    websiteUrl: site.url("/"),
    slug: "boats",
    site: undefined,
    day: "2026-11-27",
  });
  const before = exchanges.map((one) => exchange(site.url(one.url ?? "/"), one));
  const text = JSON.stringify(search("red"));
  const last = exchange(site.url("/boats?q=red"), { text, ...found });
  return await drafter.draft([...before, last], { ...proposal, ...other }, signal);
}

interface Given {
  readonly credential: Readonly<Record<string, string>>;
  readonly routes: Readonly<Record<string, SiteRoute>>;
  readonly exchanges: readonly Partial<Exchange>[];
  /** How the search was asked. */
  readonly found: Partial<Exchange>;
}

function exchange(url: string, more: Partial<Exchange>): Exchange {
  return {
    method: "GET",
    isDocument: false,
    headers: {},
    body: undefined,
    status: 200,
    contentType: "application/json",
    setsCookies: false,
    text: "",
    ...more,
    url,
    finalUrl: url,
  };
}

describe("ActionDrafter", () => {
  it("gives an action that answers other parameters, with the runs that proved it", async () => {
    const built = await draft(search);
    if ("fault" in built) throw new Error(built.fault);
    expect(built.action.info.action_id).toBe("boats.search_boats");
    expect(built.cases).toHaveLength(2);
    expect(built.recipe).toMatchObject({ steps: [{ query: { q: "{{params.query}}" } }, {}] });
  });

  let answers = 0;
  it.each<[string, Answer, string]>([
    ["gives something else than what was seen", () => search("green"), "The result differs"],
    ["gives the same for all parameters", () => search("red"), "same for other parameters"],
    [
      "gives another answer when it is asked again",
      (query) => {
        answers += 1;
        const more = answers > 2 ? 1 : 0;
        return search(query).map((boat) => ({ ...boat, price: boat.price + more }));
      },
      "Two runs with the same parameters",
    ],
    [
      "has nothing for other parameters",
      (query) => (query === "red" ? search("red") : {}),
      "With other",
    ],
  ])("refuses a recipe that %s", async (_, answer, fault) => {
    const built = await draft(answer);
    expect("fault" in built ? built.fault : "built").toContain(fault);
  });

  it.each<[string, Proposal["parameters"], string]>([
    [
      "that only one value is known of",
      [{ ...parameter, value: "red" }],
      "needs a second working value",
    ],
    [
      "with the same value twice",
      [{ ...parameter, value: "red", other: "red" }],
      "needs a second working value",
    ],
    [
      "that reaches no request",
      [...proposal.parameters, { ...parameter, name: "place", value: "Oslo", other: "Bergen" }],
      "No request contains the value of 'place'",
    ],
  ])("refuses a parameter %s", async (_, parameters, fault) => {
    const built = await draft(search, { parameters });
    expect("fault" in built ? built.fault : "built").toContain(fault);
  });

  it.each<[string, Partial<Exchange>, string]>([
    ["has its case, and asks the site for nothing", {}, "built"],
    ["is refused where it gives something else", { text: "{}" }, "No answer"],
  ])("an action that writes %s", async (_, answered, outcome) => {
    const result = { name: "Red sloop", ordered: true };
    const asked = () => {
      throw new Error("the site was asked");
    };
    const [body, text] = ["name=red", JSON.stringify(result)];
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const order = { url: "/orders", method: "POST", body, headers, text, ...answered };
    const parameters = [{ ...parameter, value: "red" }];
    const given = { exchanges: [order], parameters, type: "write", result } as const;
    const built = await draft(asked, given);
    expect("fault" in built ? built.fault : "built").toContain(outcome);
    if ("fault" in built) return;
    expect(built.cases).toMatchObject([
      { exchanges: [{ request: { method: "POST", form: { name: "red" } } }] },
    ]);
  });

  const mutation = "\n mutation Buy($q: String) { boats(q: $q) { name price } }";
  it.each<[string, Partial<Exchange>, string]>([
    ["a PUT", { method: "PUT" }, "a PUT"],
    ["a DELETE", { method: "DELETE" }, "a DELETE"],
    ["a mutation", { method: "POST", body: JSON.stringify({ query: mutation }) }, "a mutation"],
  ])("runs no action that is said to read and sends %s", async (_, found, fault) => {
    const asked = () => {
      throw new Error("the site was asked");
    };
    const headers = { "content-type": "application/json" };
    const built = await draft(asked, { found: { headers, ...found } });
    expect("fault" in built ? built.fault : "built").toContain(fault);
  });

  it("refuses a login that lets everybody in", async () => {
    const credential = { user: "anna-1", word: "sesame-77" };
    const routes = {
      "/login": { headers: { "set-cookie": "sid=1" }, body: '<a href="/logout">Out</a>' },
    };
    const body = "user=anna-1&word=sesame-77";
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const text = '<a href="/logout">Out</a>';
    const login = { url: "/login", method: "POST", body, headers, text, contentType: "text/html" };
    const built = await draft(search, { credential, routes, exchanges: [login] });
    expect("fault" in built ? built.fault : "built").toContain("looks the same as a refused one");
  });
});
