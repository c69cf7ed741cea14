import type { Values } from "../help/flag.ts";
import type { mapHelp } from "../help/tables/map.ts";
import { wholeNumber } from "../input/whole-number.ts";
import { countText } from "../terminal/count-text.ts";
import { exitCodes, paint, print, say, type Terminal } from "../terminal/terminal.ts";
import { atService, sayFailed, waitForJob } from "./at-service.ts";
import type { RemotePlace } from "./remote-place.ts";

type MapValues = Values<typeof mapHelp.flags>;

/** URLs when the command line says no number. */
const USUAL_LIMIT = 100;

/** `dragline map --remote`: the URLs of a site, found by a service. */
export function mapAt(
  place: RemotePlace,
  { url, values }: { readonly url: string; readonly values: MapValues },
  terminal: Terminal,
): Promise<number> {
  const limit = wholeNumber(values, "limit") ?? USUAL_LIMIT;
  const input = { url, limit, ...mapPart(values) };
  return atService(place, terminal, async (client) => {
    const { jobId: id } = await client.createMap(input, { signal: terminal.signal });
    const job = await waitForJob(client, { call: "createMap", id, noun: "map" }, terminal);
    const { status, links = [], externalLinks = [] } = job;
    if (status === "failed") sayFailed(job, terminal);
    if (values.json) await print(terminal, `${JSON.stringify(job, null, 2)}\n`);
    if (status === "failed") return exitCodes.failed;
    const lines = [...links, ...externalLinks].map((link) => `${link}\n`).join("");
    if (!values.json) await print(terminal, lines);
    const others = externalLinks.length > 0 ? `, ${externalLinks.length} of other sites` : "";
    say(terminal, paint(terminal, "dim", `${countText(links.length, "URL")}${others}`));
    if (links.length >= limit) {
      const text = `the map ended at --limit ${limit}; the site may have more`;
      say(terminal, paint(terminal, "yellow", text));
    }
    return exitCodes.ok;
  });
}

function mapPart(values: MapValues) {
  return {
    depth: wholeNumber(values, "depth"),
    limitPerLevel: wholeNumber(values, "limit-per-level"),
    search: values.search,
    includeSubdomains: values.subdomains,
    includeExternalLinks: values.external,
    useBrowser: values.browser,
    country: values.country,
  };
}
