/** Schemes that a client may go to: the web, and what pages are made of. */
const OPEN: ReadonlySet<string> = new Set([
  "http",
  "https",
  "data",
  "blob",
  "javascript",
  // What Chromium shows when a page could not be loaded.
  "chrome-error",
]);

/**
 * Why a client may not go to `text`; undefined when it may. Everything else than the web is
 * refused: `file:` reads the host, `chrome:` and what `about:` stands for (`about:settings`) set the
 * browser up, other programs open `mailto:`. Read as Chromium reads it: control characters and
 * spaces in front, and tabs and line breaks anywhere, do not count, and `view-source:` nests.
 */
export function closedUrl(text: string): string | undefined {
  let bare = trimmed(text.replaceAll(/[\t\n\r]/g, ""));
  // Chromium says itself what an empty one means.
  if (bare === "") return undefined;
  while (/^view-source:/i.test(bare)) bare = trimmed(bare.slice("view-source:".length));
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(bare)?.[1]?.toLowerCase();
  if (scheme === undefined) return "Cannot navigate to invalid URL";
  if (OPEN.has(scheme) || /^about:(?:blank|srcdoc)(?:[?#]|$)/i.test(bare)) return undefined;
  return `URLs with the scheme '${scheme}' are not allowed`;
}

/** GURL and the URL standard take U+0000 to U+0020 away. */
function trimmed(text: string): string {
  let start = 0;
  while (start < text.length && text.charCodeAt(start) <= 0x20) start += 1;
  return text.slice(start);
}
