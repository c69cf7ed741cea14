import { createRemoteBrowsers } from "dragline/browser";
import { createService } from "dragline/service";
import { MemoryRecords } from "dragline/storage/memory";
import { Sealer } from "dragline/storage/sealing";
import { createSite } from "dragline/testing";
import { createCatalog } from "dragline/wire";
import { describe, expect, it } from "vitest";
import { createConnector } from "../../../../../../src/net/index.ts";
import { browserTitle, chromiumPath, testSwitches } from "../../../../../chromium.ts";
import { actionOf, siteOf } from "../../../../../transports/wire-samples.ts";
import { createInternet } from "../../../../fetcher/internet.ts";
import { ring } from "./identity-rig.ts";

const path = await chromiumPath();
const html = { "content-type": "text/html" };

/** Of an answer, what these tests look at. */
interface Json {
  readonly session: { readonly session_id: string };
  readonly identities: readonly [{ readonly credentials: readonly [{ readonly id: string }] }];
}

/** A site whose login page signs in by its script, and whose account page is for those who are in. */
async function openShop() {
  const home = Promise.withResolvers<void>();
  const site = await createSite({
    "/login": `<title>Log in</title><script>
      fetch("/in", { method: "POST" }).then(() => { location = "/home"; });</script>`,
    "/in": (_, response) => {
      response.setHeader("set-cookie", "sid=anna; Max-Age=3600; HttpOnly");
      response.end();
    },
    "/home": (request, response) => {
      response.writeHead(200, html).end("<title>Home</title><h1>You are in</h1>");
      if (request.headers.cookie === "sid=anna") home.resolve();
    },
    "/account": (request, response) => {
      const isIn = request.headers.cookie === "sid=anna";
      const page = isIn ? "<h1>Orders of Anna</h1><p>A red boat.</p>" : "<h1>Who are you?</h1>";
      response.writeHead(200, html).end(page);
    },
  });
  return { site, home: home.promise };
}

describe.skipIf(path === undefined)(`${browserTitle("connect by hand", path)} in Chromium`, () => {
  it("keeps the login of the browser, and scrapes with it", async () => {
    await using owned = new AsyncDisposableStack();
    const shop = await openShop();
    owned.use(shop.site);
    const { resolver, dialer } = createInternet({ "shop.test": shop.site });
    const connector = createConnector({ resolver, dialer });
    const chromium = { switches: [...testSwitches] };
    const browsers = owned.use(createRemoteBrowsers({ connector }, { warm: 0, chromium }));
    const records = new MemoryRecords();
    const stones = siteOf({
      slug: "stones",
      domain: "shop.test",
      url: "http://shop.test/",
      auth_login_url: "http://shop.test/login",
      auth_types: ["browser_state"],
    });
    const catalog = createCatalog([], [actionOf(stones, { action_id: "stones.see" })]);
    const sealer = new Sealer({ records, ring });
    const service = createService({ records, sealer, browsers, catalog, resolver, dialer });
    owned.use(service);
    const stopping = new AbortController();
    const running = service.run({ signal: stopping.signal });
    owned.defer(async () => {
      stopping.abort();
      await running;
    });
    const { id: account } = await service.accounts.create({});
    const ask = async (method: string, route: string, body?: object): Promise<Json> => {
      const headers = { "content-type": "application/json" };
      const json = body === undefined ? {} : { body: JSON.stringify(body) };
      const request = new Request(`http://localhost/v1${route}`, { method, headers, ...json });
      return (await (await service.fetch(request, { account })).json()) as Json;
    };
    const { session } = await ask("POST", "/wire/connect/stones/start");
    await shop.home;
    const finished = await ask("POST", "/wire/connect/stones/finish", {
      session_id: session.session_id,
    });
    expect(finished).toMatchObject({ status: "ok" });
    const { identities } = await ask("GET", "/wire/identities");
    const [credential] = identities[0].credentials;
    expect(credential).toMatchObject({ credential_type: "browser_state", status: "active" });
    const scrape = (more: object) =>
      ask("POST", "/url-scraper/scrape", { url: "http://shop.test/account", ...more });
    const [known, unknown] = [await scrape({ sessionId: credential.id }), await scrape({})];
    expect(known).toMatchObject({ markdown: expect.stringContaining("Orders of Anna") });
    expect(unknown).toMatchObject({ markdown: expect.stringContaining("Who are you?") });
  }, 60_000);
});
