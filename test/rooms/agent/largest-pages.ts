import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createSite, type Site } from "dragline/testing";
import type { Browser } from "puppeteer-core";
import { openChromium } from "../../chromium.ts";
import { corpus, corpusText } from "../../corpus.ts";

/** The largest real pages of the corpus, the largest first. */
export function largestPages(count: number): { readonly id: string; readonly html: string }[] {
  const pages = readdirSync(join(corpus, "wcxb/html")).map((file) => {
    return { id: file.replace(".html.gz", ""), html: corpusText(`wcxb/html/${file}`) };
  });
  return pages.toSorted((one, other) => other.html.length - one.html.length).slice(0, count);
}

/** Pages on loopback at `/` and their id; what they ask for there besides is not found. */
export function servePages(pages: readonly { id: string; html: string }[]): Promise<Site> {
  const routes = pages.map(({ id, html }) => [`/${id}`, html] as const);
  return createSite(Object.fromEntries(routes));
}

/** A Chromium that finds no host but 127.0.0.1: what a page asks for elsewhere fails at once. */
export function openLonelyChromium(path: string): Promise<Browser & AsyncDisposable> {
  return openChromium(path, { args: ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"] });
}
