import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createSite, type Site } from "dragline/testing";

/** Serves the examples' pages on a free loopback port. */
export async function servePages(): Promise<Site> {
  const harbour = await readFile(join(import.meta.dirname, "pages", "harbour.html"), "utf8");
  return createSite({
    "/harbour.html": harbour,
    "/old": { status: 301, headers: { location: "/harbour.html" } },
    "/robots.txt": {
      headers: { "content-type": "text/plain" },
      body: "User-agent: *\nDisallow: /private/\n",
    },
  });
}
