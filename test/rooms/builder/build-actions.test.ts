import { buildActions, type BuildResult } from "dragline/builder";
import { createBrowser, type Browser } from "dragline/browser";
import { createFetcher, type Fetcher } from "dragline/fetcher";
import { createSite, type Site } from "dragline/testing";
import { createRunner, type Action, type Runner } from "dragline/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { finish, policyModel } from "../agent/policy-model.ts";
import { judgeHere } from "../ai/scripted-model.ts";
import { arrivalOf, type BuildSite } from "./build-sites.ts";
import * as jsonSites from "./json-sites.ts";
import { orderForm, placed } from "./order-site.ts";
import * as pageSites from "./page-sites.ts";

const path = await chromiumPath();

const sites: Readonly<Record<string, BuildSite>> = {
  "a JSON API": jsonSites.jsonApi,
  "a list with pages": pageSites.paginated,
  "a form with a token": pageSites.csrfForm,
  "a login with cookies": pageSites.cookieLogin,
  GraphQL: jsonSites.graphQl,
  "a table": pageSites.htmlTable,
  "a download of CSV": pageSites.csvDownload,
  "a single-page application": jsonSites.singlePage,
  "requests with a nonce": jsonSites.xhrNonce,
  redirects: pageSites.redirects,
  "a list that grows": jsonSites.infiniteScroll,
  frames: pageSites.frames,
};

describe.skipIf(path === undefined)(`${browserTitle("buildActions", path)} on sites`, () => {
  const owned = new AsyncDisposableStack();
  let browser: Browser;
  let fetcher: Fetcher;
  let runner: Runner;
  let isNew = false;

  beforeAll(() => {
    const allow = ["127.0.0.1"];
    browser = owned.use(createBrowser({}, { allow }));
    fetcher = owned.use(createFetcher({}, { allow }));
    runner = createRunner({ fetcher }, { pace: false });
  });
  afterAll(() => owned.disposeAsync());

  function serve({ answer }: BuildSite): Promise<Site> {
    return createSite({
      "*": (request, response) => {
        void arrivalOf(request, response, isNew).then(answer);
      },
    });
  }

  async function build(of: BuildSite, site: Site): Promise<BuildResult> {
    const propose = () => ["propose_action", of.proposal] as const;
    const model = policyModel(...of.turns, propose, finish("Built."));
    const { goal, credential } = of;
    const task = { websiteUrl: site.url("/"), goal, credential, pace: false as const };
    return await buildActions({ model, browser, fetcher, judge: judgeHere }, task);
  }

  async function signIn({ site }: Action, fields: BuildSite["credential"]) {
    if (fields === undefined) return undefined;
    const login = await runner.logIn(site, { params: fields });
    return login.status === "signed_in" ? login.credential : undefined;
  }

  it.each(Object.entries(sites))(
    "builds an action of %s, which answers other parameters and no design that it does not know",
    async (_, of) => {
      isNew = false;
      await using site = await serve(of);
      const built = await build(of, site);
      expect([built.failure, built.error]).toEqual([undefined, undefined]);
      const [{ action, recipe, site: entry } = {}] = built.actions;
      if (action === undefined) throw new Error("no action");
      for (const secret of Object.values(of.credential ?? {}).filter((text) => text.length > 5)) {
        expect(JSON.stringify([recipe, entry, built.steps])).not.toContain(secret);
      }
      const credential = await signIn(action, of.credential);
      for (const { params, data } of of.unseen) {
        const call = { params: { ...params }, credential };
        const texts: string[] = [];
        for (let time = 0; time < 2; time += 1) {
          const result = await runner.run(action, call);
          expect(result).toMatchObject({ status: "completed", data });
          texts.push("data" in result ? JSON.stringify(result.data) : "");
        }
        expect(texts[0]).toBe(texts[1]);
        isNew = true;
        const after = await runner.run(action, call);
        isNew = false;
        if (after.status === "completed") expect(after.data).toEqual(data);
      }
    },
    60_000,
  );

  it("builds an action that writes without writing a second time", async () => {
    await using site = await serve(orderForm);
    const built = await build(orderForm, site);
    expect([built.failure, built.error]).toEqual([undefined, undefined]);
    expect(placed).toEqual(["3 of Red sloop"]);
    const [{ action, cases } = {}] = built.actions;
    if (action === undefined) throw new Error("no action");
    expect(cases).toHaveLength(1);
    for (const { params, data } of orderForm.unseen) {
      const result = await runner.run(action, { params: { ...params } });
      expect(result).toMatchObject({ status: "completed", data });
    }
    expect(placed).toEqual(["3 of Red sloop", "12 of Blue yawl"]);
  }, 60_000);
});
