// One part in a route, as the README's first example has it.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import express from "express";
import { createFetcher } from "dragline/fetcher";
import { createScraper } from "dragline/scraper";
import { listen } from "./api.mjs";

const pages = await listen(
  createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<title>Quay</title><h1>Boats</h1>");
  }),
);
const scraper = createScraper({ fetcher: createFetcher({}, { allow: ["127.0.0.1"] }) });
const app = express();
// eslint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 takes what is rejected
app.get("/read", async (request, response) => {
  const page = await scraper.scrape(request.query.url);
  response.type("text/markdown").send(page.status === "failed" ? page.error : page.markdown);
});
const address = await listen(createServer(app));
const read = async (url) =>
  await (await fetch(`${address}/read?url=${encodeURIComponent(url)}`)).text();
assert.equal(await read(pages), "# Boats");
assert.match(await read("http://169.254.169.254/"), /not allowed|private|public/i);
console.log("markdown, and a private address is refused");
process.exit(0);
