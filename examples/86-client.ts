// The typed client of the API; here it calls a service of this process.
import { createClient, isClientError } from "dragline/client";
import { createService } from "dragline/service";
import { createSite } from "dragline/testing";

await using site = await createSite({
  "/": "<title>Lamps</title><h1>Lamps</h1><a href='/opal'>Opal</a>",
  "/opal": "<title>Opal</title><h1>Opal lamp</h1><p>79.90 €</p>",
});
await using service = createService({}, { allow: ["127.0.0.1"] });
const stop = new AbortController();
const working = service.run({ signal: stop.signal });
const account = await service.accounts.create({ name: "Ada" });

// #region client
const client = createClient({
  // Over HTTP: { url: "https://api.example", key: "dl_…" }
  fetch: (request) => service.fetch(request, { account: account.id }),
});

const { markdown } = await client.scrape({ url: site.url("/opal"), formats: ["markdown"] });
console.log(markdown);

const { id } = await client.run("createCrawl", { url: site.url("/"), maxPages: 5 });
for await (const { url, status } of client.crawlPages(id)) {
  console.log(new URL(url).pathname, status);
}

for await (const { jobType, creditsUsed } of client.each("listJobs")) {
  console.log(jobType, creditsUsed);
}
// #endregion

try {
  await client.getJob({ id: "job_of_nobody" });
} catch (error) {
  if (isClientError(error, "NOT_FOUND")) console.log(error.message);
}

stop.abort();
await working;
