// What a fetcher does by itself: retries, cookies, a cache, limits.
import { createFetcher, isFetchError } from "dragline/fetcher";
import { createSite } from "dragline/testing";

let asked = 0;
await using site = await createSite({
  "/busy": (_, response) => {
    asked += 1;
    if (asked === 1) response.writeHead(503, { "retry-after": "0" }).end();
    else response.writeHead(200, { "content-type": "text/plain" }).end("open again");
  },
  "/login": { headers: { "set-cookie": "visitor=ada; Path=/" }, body: "welcome" },
  "/me": (request, response) => response.end(request.headers.cookie ?? "a stranger"),
  "/tides": { headers: { "content-type": "text/html", etag: '"1"' }, body: "<h1>Tides</h1>" },
  "/large": { headers: { "content-type": "text/plain" }, body: "x".repeat(10_000) },
});

await using fetcher = createFetcher({}, { allow: ["127.0.0.1"], maxBytes: 5_000 });

// #region retries
const page = await fetcher.fetch(site.url("/busy"));
console.log(page.status, page.text, "after", page.attempts, "attempts");
// #endregion

// #region cookies
await fetcher.fetch(site.url("/login"), { session: "visitor-1" });
console.log((await fetcher.fetch(site.url("/me"), { session: "visitor-1" })).text);
console.log((await fetcher.fetch(site.url("/me"))).text);
// #endregion

// #region cache
await fetcher.fetch(site.url("/tides"), { maxAgeMs: 60_000 });
const again = await fetcher.fetch(site.url("/tides"), { maxAgeMs: 60_000 });
console.log("from the cache:", again.fromCache);
// #endregion

// #region limits
try {
  await fetcher.fetch(site.url("/large"));
} catch (error) {
  if (!isFetchError(error, "BODY_TOO_LARGE")) throw error;
  console.log(error.message);
}
const { truncated, bytes } = await fetcher.fetch(site.url("/large"), { onOversize: "truncate" });
console.log(truncated, bytes.length);
// #endregion
