import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { createSite, type Site, type SiteRoute } from "dragline/testing";

const folder = join(import.meta.dirname, "sites");

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".json": "application/json",
  ".xml": "application/xml",
  ".txt": "text/plain; charset=utf-8",
  ".csv": "text/csv",
};

/** The sites that the documents' commands read, by the host's name that the documents have for each. */
export const hosts: readonly string[] = readdirSync(folder);

/** A site of the documents; `/lamps` is the file `lamps.html`, else `lamps/index.html`. */
export async function openSite(host: string): Promise<Site> {
  const routes: Record<string, SiteRoute> = {};
  const below = join(folder, host);
  for (const path of readdirSync(below, { recursive: true, encoding: "utf8" })) {
    if (!statSync(join(below, path)).isFile()) continue;
    const body = readFileSync(join(below, path));
    const type = TYPES[extname(path)];
    const headers = type === undefined ? {} : { "content-type": type };
    const name = `/${path.replaceAll("\\", "/")}`;
    const short = name.replace(/\.html$/, "").replace(/\/index$/, "/");
    const route: SiteRoute = (request, response) => {
      const origin = `http://${request.headers.host ?? ""}`;
      const text = body.toString().replaceAll(`https://${host}`, origin);
      response.writeHead(200, headers).end(type === undefined ? body : text);
    };
    for (const each of [name, short, short.replace(/(?<=.)\/$/, "")]) routes[each] = route;
  }
  return createSite(routes);
}
