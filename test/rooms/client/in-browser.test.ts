import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createService, toNodeHandler } from "dragline/service";
import { createSite } from "dragline/testing";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";
import { root } from "../../sources.ts";

const path = await chromiumPath();
const KEY = "dl_a_key_in_a_browser";

async function bundled(): Promise<string> {
  const bundle = await rolldown({
    input: join(root, "src/client/index.ts"),
    platform: "browser",
    resolve: { conditionNames: ["dragline-source", "import"] },
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "esm" });
  return output[0].code;
}

describe.skipIf(path === undefined)(`${browserTitle("dragline/client", path)} in a page`, () => {
  it("scrapes, lists jobs, follows events, and checks a webhook", async () => {
    await using owned = new AsyncDisposableStack();
    const site = owned.use(await createSite({ "/": "<title>Quay</title><h1>Boats</h1>" }));
    const service = owned.use(createService({}, { allow: ["127.0.0.1"], engine: "http" }));
    const stop = new AbortController();
    const work = service.run({ signal: stop.signal });
    owned.defer(async () => {
      stop.abort();
      await work;
    });
    const { id } = await service.accounts.create();
    await service.keys.create(id, { key: KEY });
    const script = await bundled();
    const api = toNodeHandler(service);
    const server = createServer((incoming, outgoing) => {
      if (incoming.url?.startsWith("/v1")) return api(incoming, outgoing);
      const isScript = incoming.url === "/client.js";
      outgoing.setHeader("content-type", isScript ? "text/javascript" : "text/html");
      outgoing.end(isScript ? script : "<title>Page</title>");
    }).listen(0, "127.0.0.1");
    owned.defer(() => {
      server.closeAllConnections();
      server.close();
    });
    await new Promise((resolve) => server.once("listening", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const chromium = owned.use(await openChromium(path ?? ""));
    const page = await chromium.newPage();
    await page.goto(url);
    // As text: what runs tests would have the import for itself.
    const seen = await page.evaluate(`(async () => {
      const { createClient, verifyWebhook } = await import("/client.js");
      const client = createClient({ url: location.origin, key: ${JSON.stringify(KEY)} });
      const { markdown } = await client.scrape({ url: ${JSON.stringify(site.url("/"))} });
      const jobs = [];
      for await (const { jobType } of client.each("listJobs")) jobs.push(jobType);
      let first;
      for await (const { event } of client.streamJobEvents()) { first = event; break; }
      const refused = await verifyWebhook("{}", "sha256=" + "0".repeat(64), "whsec_x").catch(({ code }) => code);
      return { markdown, jobs, first, refused };
    })()`);
    expect(seen).toEqual({
      markdown: "# Boats",
      jobs: ["url_scraper"],
      first: "job",
      refused: "INVALID_SIGNATURE",
    });
  });
});
