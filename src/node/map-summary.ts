import type { MapFailure, MapStop, SiteMap } from "../mapper/index.ts";

/** A line for the terminal. */
interface SummaryLine {
  readonly style: "dim" | "yellow";
  readonly text: string;
}

/** Failures that are shown one by one. */
const MOST_SHOWN = 10;

const stopTexts: Readonly<Record<MapStop, string>> = {
  limit: "there are more URLs than --limit",
  "level-limit": "a level has more URLs than --limit-per-level",
  "external-limit": "there are more than 5000 URLs of other sites",
  "page-size": "a page was cut off",
  "sitemap-depth": "sitemaps are nested too deeply",
  "sitemap-files": "there are more than 100 sitemaps",
  "sitemap-pages": "sitemaps list more than 100000 pages",
  "sitemap-bytes": "a sitemap is larger than 50 MiB",
  "sitemap-ratio": "a compressed sitemap expands to an implausible size",
  "sitemap-urls": "a sitemap lists more than 50000 pages",
};

const failureTexts: Readonly<Record<MapFailure["reason"], string>> = {
  failed: "no answer",
  status: "status",
  robots: "not allowed by robots.txt",
  "redirect-scope": "redirects to another site",
  redirects: "too many redirects",
  unreadable: "its HTML is too long to parse",
};

/** What there is to say of a map. */
export function mapSummary(found: SiteMap): readonly SummaryLine[] {
  const { failures, stoppedBy } = found;
  const more = failures.length - MOST_SHOWN;
  return [
    ...failures.slice(0, MOST_SHOWN).map((failure) => warning(failureLine(failure))),
    ...(more > 0 ? [warning(`and ${more} more pages could not be read`)] : []),
    ...stoppedBy.map((stop) => warning(`truncated: ${stopTexts[stop]}`)),
    { style: "dim", text: counts(found) },
  ];
}

function warning(text: string): SummaryLine {
  return { style: "yellow", text };
}

function failureLine({ url, reason, status, error, leadsTo }: MapFailure): string {
  const said = status === undefined ? "" : ` ${status}`;
  const target = leadsTo === undefined ? "" : ` (${leadsTo})`;
  return `${url}${target}: ${error ?? `${failureTexts[reason]}${said}`}`;
}

function counts({ totalLinks, totalExternalLinks, pages, failures, sitemaps }: SiteMap): string {
  return [
    count(totalLinks, "URL"),
    ...(totalExternalLinks > 0 ? [`${totalExternalLinks} of other sites`] : []),
    `${count(pages, "page")} read`,
    ...(sitemaps.length > 0 ? [count(sitemaps.length, "sitemap")] : []),
    ...(failures.length > 0 ? [`${failures.length} failed`] : []),
  ].join(", ");
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
