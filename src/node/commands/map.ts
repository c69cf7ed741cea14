import { parseArgs } from "node:util";
import { Disposer } from "../../core/index.ts";
import { createMapper, isMapError, type MapCall, type SiteMap } from "../../mapper/index.ts";
import type { Command } from "../command.ts";
import { mapSummary } from "../map-summary.ts";
import { requestFlags, requestHelp, requestPart, withScheme } from "../request-flags.ts";
import { engineFlags, siteEngine } from "../site-engine.ts";
import { exitCodes, paint, print, say, UsageError, type Terminal } from "../terminal.ts";
import { wholeNumber } from "../whole-number.ts";

const help = `Usage: dragline map URL [OPTIONS]

Lists the URLs of a site, one per line, from the links of its pages and its sitemaps.

  --limit N            most URLs in all (100, at most 5000)
  --depth N            most link steps from the first page (2, at most 5)
  --limit-per-level N  most URLs at each number of link steps (100, at most 500)
  --search TEXT        print only URLs that contain the text, in any case
  --subdomains         hosts below the first page's belong to the site
  --external           print the URLs of other sites too, behind the site's own
  --no-sitemaps        do not read the site's sitemaps
  --ignore-robots      fetch what robots.txt does not allow too
  --keep-fragment      routes behind # (#/ and #!) are pages of their own, with --browser
  --browser            run the pages' scripts in Chromium
  --auto               HTTP first, Chromium where a page needs scripts
  --json               print the whole map as JSON: links, counts, failures, sitemaps
${requestHelp}

A summary goes to stderr; it says what was left out by which limit.

Exit codes: 0 mapped, 1 the first page could not be had, 2 wrong usage, 130 interrupted.
`;

const optionTypes = {
  limit: { type: "string" },
  depth: { type: "string" },
  "limit-per-level": { type: "string" },
  search: { type: "string" },
  subdomains: { type: "boolean" },
  external: { type: "boolean" },
  "no-sitemaps": { type: "boolean" },
  "ignore-robots": { type: "boolean" },
  "keep-fragment": { type: "boolean" },
  ...engineFlags,
  json: { type: "boolean" },
  ...requestFlags,
} as const;

type Values = ReturnType<typeof parse>["values"];

/** `dragline map`: the URLs of a site. */
export const map: Command = {
  help,
  async run(args, terminal) {
    const { values, positionals } = parse(args);
    const [address, ...rest] = positionals;
    if (address === undefined || address === "" || rest.length > 0) {
      throw new UsageError("expected one URL; try: dragline map --help");
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

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
}

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
