/** Endings of programs, style sheets and tables, which are no pages whatever tags their texts have. */
const OTHER_FILE = /\.(?:[cm]?[jt]sx?|py|css|csv|sh)$/i;
/** Tools that save websites keep the name that a page was made by. */
const MAYBE_PAGE = /\.php$/i;
const FEED =
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<\?[^>]*>\s*|<!--[\s\S]*?-->\s*)*<(?:rss|feed|rdf:RDF)[\s>]/;

/**
 * Refuses a file that its name tells to be no page.
 * @throws Error
 */
export function checkEnding(file: string, html: string): void {
  const isOther = OTHER_FILE.test(file) || (MAYBE_PAGE.test(file) && !/^\uFEFF?\s*</.test(html));
  if (!isOther) return;
  const ending = file.slice(file.lastIndexOf("."));
  throw new Error(
    `${file} is not HTML: its name ends in ${ending}; pass a page by stdin if it is one`,
  );
}

/** Whether a text is a feed of news (RSS, Atom), which is no page. */
export function isFeed(text: string): boolean {
  return FEED.test(text);
}
