import { checkArgument } from "../../core/index.ts";
/** Characters of a URL that is taken. */
const LONGEST = 8_192;

/**
 * A reference as an absolute `http` or `https` URL. Undefined for other schemes (`javascript:`,
 * `data:`), for text that is no reference (white space within it), for an empty one, and for one
 * above 8,192 characters.
 * @param base the URL that a relative reference is resolved against; without it such is undefined
 * @example
 * ```ts
 * import { readUrl } from "dragline/extractor";
 *
 * console.log(readUrl("/lamps", "https://shop.example/")); // https://shop.example/lamps
 * ```
 */
export function readUrl(reference: string, base?: string): string | undefined {
  checkArgument("reference of readUrl(reference, base)", reference, "string");
  const shown = reference.slice(0, LONGEST + 1).trim();
  if (shown === "" || shown.length > LONGEST || /\s/.test(shown)) return undefined;
  const url = URL.parse(shown) ?? URL.parse(shown, base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
