import { modelVariables } from "../environment.ts";
import { choices, option, toggle } from "../flag.ts";
import { partFlags, pictureFlags, scrapeFlags } from "../flags/page-flags.ts";
import { remoteFlags } from "../flags/remote-flags.ts";
import { usualCodes, type CommandHelp } from "../help-page.ts";

const flags = {
  format: choices(
    ["LIST", "markdown", "html", "cleanedHtml", "links", "images"],
    "print markdown, html, cleanedHtml, links or images; several with commas",
    "markdown",
  ),
  summary: toggle(
    "print a summary of a few sentences, instead of markdown or after the formats of --format; a configured model writes it, otherwise it quotes the page",
  ),
  json: toggle("print the whole result as JSON: formats, metadata, status"),
  output: option("FILE", "write to FILE instead of stdout"),
  ...partFlags,
  ...pictureFlags,
  ...scrapeFlags,
  ...remoteFlags,
};

/** The table of `dragline scrape`. */
export const scrapeHelp: CommandHelp<typeof flags> = {
  name: "scrape",
  usage: ["URL [OPTIONS]"],
  purpose: [
    "Fetches a page and prints it as markdown.",
    "A URL without a scheme means https, or http for localhost and IP addresses. Private and local addresses are refused unless --allow-host names them. Several formats are printed one after another, each below a line '--- NAME ---'.",
  ],
  flags,
  remote: [
    "format",
    "summary",
    "json",
    "output",
    "browser",
    "actions",
    "session",
    "screenshot",
    "full-page",
    "country",
  ],
  sections: [{ title: "Environment, for --summary", rows: modelVariables }],
  examples: [
    ["dragline scrape https://example.com", "print the page as markdown"],
    [
      "dragline scrape example.com --main --format markdown,links",
      "print its main content and its links",
    ],
    ["dragline scrape example.com --screenshot page.png", "also take a screenshot"],
    ["dragline scrape example.com --remote https://api.example", "have a service scrape it"],
  ],
  exitCodes: { 0: "the page was scraped", 1: "the page could not be scraped", ...usualCodes },
};
