// Fetch pages safely: redirects, cookies, charsets, compression, robots.txt and refused addresses.
import { createFetcher, isFetchError } from "dragline/fetcher";
import { servePages } from "./serve-pages.ts";

await using site = await servePages();
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"], timeoutMs: 10_000 });

const page = await fetcher.fetch(site.url("/old"), { session: "visitor-1" });
console.log(page.status, new URL(page.url).pathname, page.contentType.sniffed, page.charset);
console.log(
  "redirected from",
  page.redirects.map((hop) => new URL(hop.url).pathname),
);

const verdict = await fetcher.robots.check(site.url("/private/letter"));
console.log("robots.txt:", verdict.allowed ? "allowed" : "denied", "by", verdict.rule?.pattern);

try {
  await fetcher.fetch("http://169.254.169.254/latest/meta-data/");
} catch (error) {
  if (isFetchError(error, "ADDRESS_NOT_ALLOWED")) console.log("refused:", error.code);
  else throw error;
}
