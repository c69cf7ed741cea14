import { headerText } from "../../core/index.ts";
import type { SourcePage } from "./page-source.ts";

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Where an answer leads, as an absolute reference: the Location of a redirect (RFC 9110, 15.4), or
 * the URL at which a source ended that followed redirects itself. Undefined when it is the page.
 * What is malformed is given as it stands, for a judge of links to refuse.
 * @param asked the URL that was asked for
 */
export function redirectOf(page: SourcePage, asked: string): string | undefined {
  const { location } = page.headers;
  const first = (typeof location === "string" ? location : location?.[0])?.trim();
  if (first === undefined || first === "" || !REDIRECTS.has(page.status)) {
    return page.url === asked ? undefined : page.url;
  }
  const reference = headerText(first);
  return URL.parse(reference, page.url)?.href ?? reference;
}
