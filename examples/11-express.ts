// The API inside of an Express app that is there already: under /web, behind the app's own body
// parser, with a custom scraper. The app's users are the service's accounts.
import { createServer } from "node:http";
import express from "express";
import { createService, defineScraper, toExpress } from "dragline/service";
import { z } from "zod";
import { listen } from "./listen.ts";
import { servePages } from "./serve-pages.ts";

await using pages = await servePages();

// #region scraper
const headings = defineScraper({
  code: "headings",
  scope: "GLOBAL",
  params: z.object({ level: z.int().min(1).max(6) }),
  actions: {
    async scrape_data({ url, params, scrape, signal }) {
      const page = await scrape(url, { formats: ["markdown"], signal });
      if (page.status === "failed") throw new Error(page.error);
      const mark = `${"#".repeat(params.level)} `;
      const lines = (page.markdown ?? "").split("\n").filter((line) => line.startsWith(mark));
      return { data: { headings: lines.map((line) => line.slice(mark.length)) } };
    },
  },
});
// #endregion

// #region mount
await using service = createService({ scrapers: [headings] }, { allow: ["127.0.0.1"] });

const app = express();
app.use(express.json());
app.get("/", (_, response) => response.send("the app's own page"));
app.use("/web", toExpress(service));
// #endregion
await using site = await listen(createServer(app));

const { id } = await service.accounts.create({ name: "a user of the app" });
const { key } = await service.keys.create(id);
const headers = { "x-api-key": key, "content-type": "application/json" };

const stop = new AbortController();
const running = service.run({ signal: stop.signal });

const body = {
  url: pages.url("/harbour.html"),
  scraper_code: "headings",
  scraper_scope: "GLOBAL",
  scraper_params: { level: 2 },
  action_type: "scrape_data",
};
const submitted = await fetch(site.url("/web/v1/web-scraper"), {
  method: "POST",
  headers,
  body: JSON.stringify(body),
});
const { jobId } = (await submitted.json()) as { jobId: string };
console.log("accepted:", submitted.status);

for (;;) {
  const answer = await fetch(site.url(`/web/v1/web-scraper/${jobId}`), { headers });
  const job = (await answer.json()) as { status: string; generatedJson?: { data: unknown } };
  if (job.status === "completed" || job.status === "failed") {
    console.log(job.status, JSON.stringify(job.generatedJson?.data));
    break;
  }
}
const health = await fetch(site.url("/web/v1/health"));
console.log("health:", JSON.stringify(await health.json()));
const home = await fetch(site.url("/"));
console.log("still there:", await home.text());

stop.abort();
await running;
