// The whole web-data API in one process: nothing to start, everything in memory. A client submits a
// scrape, polls it, and reads the markdown.
import { createServer } from "node:http";
import { createService, toNodeHandler } from "dragline/service";
import { listen } from "./listen.ts";
import { servePages } from "./serve-pages.ts";

await using pages = await servePages();
// #region service
await using service = createService({}, { allow: ["127.0.0.1"] });
await using site = await listen(createServer(toNodeHandler(service)));

// What `dragline keys create` does.
const account = await service.accounts.create({ name: "Ada" });
const { key } = await service.keys.create(account.id);

const stop = new AbortController();
const running = service.run({ signal: stop.signal });
// #endregion

const submitted = await call("POST", "/url-scraper", {
  url: pages.url("/harbour.html"),
  formats: ["markdown", "links"],
});
console.log("submitted:", submitted["status"]);

for (;;) {
  const job = await call("GET", `/url-scraper/${submitted["jobId"]}`);
  if (job["status"] === "completed" || job["status"] === "failed") {
    console.log("then:", job["status"], "for", job["creditsUsed"], "credit");
    console.log(String(job["markdown"]).split("\n", 3).join("\n"));
    break;
  }
}
const { balance } = await call("GET", "/credits");
console.log("credits left:", balance);

stop.abort();
await running;

/** A call of the API, as every HTTP client makes it. */
async function call(method: string, path: string, body?: object) {
  const response = await fetch(site.url(`/v1${path}`), {
    method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Record<string, unknown>;
}
