import { request } from "undici";
import { describe, expect, it } from "vitest";
import { linksInPage } from "../../crawl-site/links-in-page.ts";
import { createTrapSite, type TrapSite } from "../../crawl-site/trap-site.ts";

/** The site tells right crawls from wrong ones, so it is checked by one that shares no code with ours. */
describe("createTrapSite", () => {
  it.each([1, 2, 3])("tells what a plain walk by parse5 finds, seed %i", async (seed) => {
    await using site = await createTrapSite({ pages: 300, seed });
    const had = await plainWalk(site);
    const { requests, found, settled } = site.oracle();
    expect(had.targets.toSorted()).toEqual([...requests.keys()].toSorted());
    expect(had.found).toBe(found);
    expect(site.outside).toEqual([]);
    const ends = Map.groupBy(settled.values(), (reason) => reason);
    expect(ends.get("completed")?.length).toBeGreaterThan(300);
    expect(site.plan.nodes.size).toBe(settled.size);
  });

  it("has pages of the size that was asked for", async () => {
    const size = { least: 28_000, most: 61_000 };
    await using site = await createTrapSite({ pages: 20, traps: false, size });
    for (const path of site.oracle().settled.keys()) {
      const { body } = await request(site.url(path));
      const { byteLength } = await body.arrayBuffer();
      expect(byteLength).toBeGreaterThan(28_000);
      expect(byteLength).toBeLessThan(70_000);
    }
  });
});

interface Walked {
  readonly targets: readonly string[];
  readonly found: number;
}

/** As simple as can be: one after another, with rules of its own. */
async function plainWalk(site: TrapSite): Promise<Walked> {
  const waiting = [site.seed];
  const known = new Set(waiting);
  let found = 1;
  const take = (url: string): void => {
    found += 1;
    if (isWanted(url, site) && !known.has(url)) {
      known.add(url);
      waiting.push(url);
    }
  };
  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    if (isSecret(url)) continue;
    const answer = await ask(url.endsWith("/session-id") ? `${url}?sid=1` : url);
    const { location } = answer.headers;
    if (location !== undefined && plainUrl(new URL(String(location), url).href) === url) continue;
    if (location !== undefined) {
      const target = plainUrl(new URL(String(location), url).href);
      if (isWanted(target, site)) take(target);
    }
    const isPage = /html/.test(String(answer.headers["content-type"]));
    if (answer.status !== 200 || !isPage || answer.html.startsWith("%PDF")) continue;
    const links = linksInPage(answer.html, url).map((link) => plainUrl(link.url));
    for (const link of new Set(links)) take(link);
    found += brokenLinks(answer.html);
  }
  const origin = new URL(site.seed).origin.length;
  const targets = [...known]
    .filter((url) => !isSecret(url) && !url.endsWith("/nothing"))
    .map((url) => url.slice(origin));
  return { targets, found };
}

async function ask(url: string): Promise<{
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly html: string;
}> {
  const { statusCode, headers, body } = await request(url, { headers: { cookie: "wall=passed" } });
  const html = await body.text();
  return statusCode === 429 || statusCode === 503
    ? ask(url)
    : { status: statusCode, headers, html };
}

/** Links that are no URLs, which `linksInPage` leaves out. */
function brokenLinks(html: string): number {
  return html.match(/href="?http:\/\/(?:\[::1|127\.0\.0\.1:99999)\//gi)?.length ?? 0;
}

function plainUrl(text: string): string {
  const url = new URL(text);
  url.hash = "";
  const names = /^(?:utm_.*|gclid|fbclid|sid|phpsessid|sessionid)=/i;
  const query = url.search.slice(1).split("&");
  const kept = query.filter((parameter) => parameter !== "" && !names.test(parameter)).join("&");
  const path = url.pathname
    .replace(/;jsessionid=\d+/, "")
    .replaceAll(/%([0-9a-f]{2})/gi, (escape, code: string) => {
      const character = String.fromCharCode(Number.parseInt(code, 16));
      return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
    });
  return url.origin === "null" ? text : `${url.origin}${path}${kept === "" ? "" : `?${kept}`}`;
}

function isSecret(url: string): boolean {
  return /\/secret\/|private=1/.test(url);
}

function isWanted(url: string, site: TrapSite): boolean {
  const isHome = url.startsWith(site.seed) && url.length <= 8_192;
  return isHome && !/\/calendar|\/excluded\/|\.exe\?v=/.test(url);
}
