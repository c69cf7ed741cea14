import { attributeIds } from "../scan/attribute-names.ts";
import { escapeAttribute, escapeText } from "../scan/escape.ts";
import type { Tree } from "./tree.ts";

const SLASH = 47;
const LOWER_C = 99;
const LOWER_D = 100;
const MINUS = 45;

/** Whether a page may have e-mail addresses that Cloudflare has hidden from who runs no scripts. */
export function mayProtectEmail({ attributeTable, codes }: Tree): boolean {
  const { size } = attributeTable;
  for (let at = 1; at < size; at++) {
    const id = attributeTable.id(at);
    if (id === attributeIds["data-cfemail"]) return true;
    if (id !== attributeIds.href) continue;
    const start = attributeTable.valueStart(at);
    // "/cdn-…"
    const isLikely =
      codes[start] === SLASH && codes[start + 1] === LOWER_C && codes[start + 4] === MINUS;
    if (isLikely && codes[start + 2] === LOWER_D) return true;
  }
  return false;
}

/** The text of an element that stands for an address, up to its end tag. */
const HIDDEN_TEXT =
  /(<(?:a|span)\b[^>]*?)\sdata-cfemail\s*=\s*["']?([\da-f]{4,2000})["']?([^>]*>)\s*(?:\[email(?:&#160;|&nbsp;|\s)protected\])?\s*(?=<)/gi;

const HIDDEN_LINK = /(\shref\s*=\s*["']?)\/cdn-cgi\/l\/email-protection#([\da-f]{4,2000})/gi;

/** A link beside a hidden text says no more than where the service is. */
const BARE_LINK = /(\shref\s*=\s*["']?)\/cdn-cgi\/l\/email-protection(?=["'\s>])/i;

/**
 * The page with the e-mail addresses that Cloudflare's protection took out of it
 * (`data-cfemail`, `/cdn-cgi/l/email-protection#…`), as its script puts them back.
 */
export function withEmails(html: string): string {
  return html
    .replaceAll(HIDDEN_LINK, (whole, before: string, code: string) => {
      const address = decoded(code);
      return address === undefined ? whole : `${before}mailto:${escapeAttribute(address)}`;
    })
    .replaceAll(HIDDEN_TEXT, (whole: string, ...parts: string[]) => {
      const [before = "", code = "", behind = ""] = parts;
      const address = decoded(code);
      if (address === undefined) return whole;
      const tag = `${before}${behind}`.replace(BARE_LINK, `$1mailto:${escapeAttribute(address)}`);
      return `${tag}${escapeText(address)}`;
    });
}

/** Each byte is changed by the first; undefined for what is no address. */
function decoded(code: string): string | undefined {
  const [key = 0, ...bytes] = Buffer.from(code, "hex");
  const text = Buffer.from(bytes.map((byte) => byte ^ key)).toString();
  return /^[^\s@<>"']{1,500}@[^\s<>"']+$/.test(text) ? text : undefined;
}
