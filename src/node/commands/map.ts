import { Disposer } from "../../core/index.ts";
import { createMapper, isMapError, type MapCall, type SiteMap } from "../../mapper/index.ts";
import type { Command } from "../command.ts";
import { parseFlags, type Parsed } from "../help/parse-flags.ts";
import { mapHelp } from "../help/tables/map.ts";
import { mapSummary } from "../map-summary.ts";
import { remotePlace } from "../remote/remote-place.ts";
import { requestPart, withScheme } from "../request-flags.ts";
import { siteEngine } from "../site-engine.ts";
import { exitCodes, paint, print, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import { wholeNumber } from "../input/whole-number.ts";

type Values = Parsed<typeof mapHelp.flags>["values"];

/** `dragline map`: the URLs of a site. */
export const map: Command = {
  async run(args, terminal) {
    const { values, positionals } = parseFlags(mapHelp.flags, args);
    const [address, ...rest] = positionals;
    if (address === undefined || address === "" || rest.length > 0) {
      throw new UsageError("expected one URL; try: dragline map --help");
    }
    const place = remotePlace(mapHelp, values);
    if (place !== undefined) {
      const { mapAt } = await import("../remote/map.ts");
      return await mapAt(place, { url: withScheme(address), values }, terminal);
    }
    const call = callOf(values, terminal);
    await using owned = new Disposer();
    const mapper = createMapper(siteEngine(values, owned));
    const seed = withScheme(address);
    if (terminal.stderr.isTTY) say(terminal, paint(terminal, "dim", `mapping ${seed} …`));
    try {
      return await report(await mapper.map(seed, call), values, terminal);
    } catch (error) {
      if (!isMapError(error, "SEED_FAILED")) throw error;
      say(terminal, `${paint(terminal, "red", "dragline:")} ${error.message}`);
      return exitCodes.failed;
    }
  },
};

function callOf(values: Values, terminal: Terminal): MapCall {
  const { headers, country } = requestPart(values);
  return {
    signal: terminal.signal,
    limit: wholeNumber(values, "limit"),
    depth: wholeNumber(values, "depth"),
    limitPerLevel: wholeNumber(values, "limit-per-level"),
    search: values.search,
    includeSubdomains: values.subdomains,
    includeExternalLinks: values.external,
    sitemaps: values["no-sitemaps"] !== true,
    keepFragment: values["keep-fragment"],
    obeyRobots: values["ignore-robots"] !== true,
    headers,
    country,
  };
}

async function report(found: SiteMap, values: Values, terminal: Terminal): Promise<number> {
  const { links, externalLinks } = found;
  const lines = [...links, ...externalLinks].map((url) => `${url}\n`).join("");
  await print(terminal, values.json === true ? `${JSON.stringify(found, null, 2)}\n` : lines);
  for (const line of mapSummary(found)) say(terminal, paint(terminal, line.style, line.text));
  return exitCodes.ok;
}
