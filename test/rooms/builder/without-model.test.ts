import { buildActions } from "dragline/builder";
import { createBrowser } from "dragline/browser";
import { createFetcher } from "dragline/fetcher";
import { createSite, type SiteRoute } from "dragline/testing";
import { builtInCatalog, createRunner } from "dragline/wire";
import { describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { boats } from "./boats.ts";
import { json, statusPage } from "./status-page.ts";

const path = await chromiumPath();
const allow = ["127.0.0.1"];
/** A page that fetches its list. */
const yard: Readonly<Record<string, SiteRoute>> = {
  "/": `<link rel=icon href="data:,"><h1>Yard</h1><ul></ul><script>
    fetch("/api/boats").then((answer) => answer.json()).then(({ data }) => {
      document.querySelector("ul").innerHTML = data.map(({ name }) => "<li>" + name).join("");
    })</script>`,
  "/api/boats": json({ data: boats }),
};

async function build(
  routes: Readonly<Record<string, SiteRoute>>,
  task: { readonly goal: string; readonly actions?: readonly string[] },
  { hasBrowser = false }: { readonly hasBrowser?: boolean } = {},
) {
  await using site = await createSite(routes);
  await using fetcher = createFetcher({}, { allow });
  await using browser = hasBrowser ? createBrowser({}, { allow }) : undefined;
  const catalog = await builtInCatalog();
  const given = { websiteUrl: site.url("/"), pace: false as const, ...task };
  const built = await buildActions({ fetcher, browser, catalog }, given);
  const [{ action } = {}] = built.actions;
  const again =
    action === undefined
      ? undefined
      : await createRunner({ fetcher }, { pace: false }).run(action, { params: {} });
  return { built, again };
}

describe("buildActions without a model", () => {
  it("copies the action of the site's platform, with the site's address", async () => {
    const { built, again } = await build(statusPage, {
      goal: "List the components and their state",
    });
    expect(built).toMatchObject({ skipped: [], steps: [] });
    expect(built.actions).toMatchObject([
      {
        platform: "Atlassian Statuspage",
        action: { info: { action_id: "127-0-0-1.list_components" } },
        site: { slug: "127-0-0-1", domain: "127.0.0.1" },
        cases: [{ action_id: "127-0-0-1.list_components", kind: "good" }],
      },
    ]);
    expect(again).toMatchObject({
      status: "completed",
      data: { components: [{ name: "Harbour" }, { name: "Locks" }] },
    });
  });

  it("gives it the name that is asked for", async () => {
    const { built } = await build(statusPage, {
      goal: "List the components",
      actions: ["boats.show_parts"],
    });
    expect(built).toMatchObject({
      skipped: [],
      actions: [{ action: { info: { action_id: "127-0-0-1.show_parts" } } }],
    });
  });

  it("reads the feed that the page names", async () => {
    const item = (title: string) =>
      `<item><title>${title}</title><link>http://127.0.0.1/${title}</link><guid>${title}</guid></item>`;
    const { built, again } = await build(
      {
        "/": `<meta name=description content=Boats><link rel=alternate type="application/rss+xml" href="/news.xml"><h1>Yard</h1>`,
        "/news.xml": {
          headers: { "content-type": "application/rss+xml" },
          body: `<?xml version="1.0"?><rss version="2.0"><channel><title>Yard</title><link>http://127.0.0.1/</link>
            <description>News</description>${item("Launch")}${item("Regatta")}</channel></rss>`,
        },
      },
      { goal: "Show the latest news" },
    );
    expect([built.failure, built.error]).toEqual([undefined, undefined]);
    expect(built.actions[0]?.action.info.action_id).toBe("127-0-0-1.read_feed");
    expect(again).toMatchObject({
      status: "completed",
      data: { items: [{ title: "Launch" }, { title: "Regatta" }] },
    });
  });

  it("calls what the site's OpenAPI document describes", async () => {
    const get = (operationId: string, more = {}) => ({ get: { operationId, ...more } });
    const place = { name: "id", in: "path", required: true, schema: { type: "string" } };
    const paths = {
      "/moorings": get("listMoorings"),
      "/boats/{id}": get("getBoat", { parameters: [place] }),
      "/boats": get("listBoats"),
    };
    const { built, again } = await build(
      {
        "/openapi.json": json({ openapi: "3.1.0", servers: [{ url: "/v2" }], paths }),
        "/v2/boats": json({ items: boats }),
        "/v2/moorings": json({
          items: [
            { id: 1, pier: "A" },
            { id: 2, pier: "B" },
          ],
        }),
      },
      { goal: "All boats with their price" },
    );
    expect([built.failure, built.error]).toEqual([undefined, undefined]);
    expect(built.actions[0]?.action.info.action_id).toBe("127-0-0-1.list_boats");
    expect(again).toMatchObject({ data: boats.map(({ name, price }) => ({ name, price })) });
  });

  it.each([
    ["does not what the goal says", statusPage, "List the prices of boats"],
    ["is not the site's", {}, "List the components"],
    ["would only write", statusPage, "Create a component"],
  ])("makes nothing of a platform that %s", async (_, routes, goal) => {
    const { built } = await build(routes, { goal });
    expect(built).toMatchObject({ actions: [], failure: "no_action_found" });
    expect(built.error).toContain("no language model");
  });
});

describe.skipIf(path === undefined)(
  `${browserTitle("pages", path)} of a build without a model`,
  () => {
    it("give an action of a list that they fetch", async () => {
      const goal = "Show all boats of the yard";
      const { built, again } = await build(yard, { goal }, { hasBrowser: true });
      expect([built.failure, built.error]).toEqual([undefined, undefined]);
      expect(built.actions[0]?.action.info.action_id).toBe("127-0-0-1.list_boats");
      expect(again).toMatchObject({
        status: "completed",
        data: boats.map(({ name, price }) => ({ name, price })),
      });
    }, 60_000);

    it.each(["List the moorings", "Search for boats by name"])(
      "give none that the goal does not name, or that has words to look for: %s",
      async (goal) => {
        const { built } = await build(yard, { goal }, { hasBrowser: true });
        expect(built).toMatchObject({ actions: [], failure: "no_action_found" });
      },
      60_000,
    );
  },
);
