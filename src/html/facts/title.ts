/** Separators between a page's title and its site's name. */
const SEPARATOR = /\s(?:[|–—\\/>»·•]|-|::)\s/;
const SEPARATORS = new RegExp(SEPARATOR.source, "g");

/** Fewer words than this are more likely the name of a section or site. */
const FEWEST_WORDS = 3;

/**
 * The page's own title from its `title` element: without the site's name, which stands behind the
 * last separator or, when the rest would be too short, before the first one.
 * @param title white space folded
 * @param siteName the site's name, when known; it is removed wherever it is at an end
 */
export function withoutSite(title: string, siteName: string | undefined): string {
  if (!SEPARATOR.test(title)) return title;
  const cuts = [...title.matchAll(SEPARATORS)];
  const first = cuts[0];
  const last = cuts.at(-1);
  if (first === undefined || last === undefined) return title;
  const front = title.slice(0, last.index);
  const back = title.slice(first.index + first[0].length);
  if (siteName !== undefined) {
    if (same(title.slice(last.index + last[0].length), siteName)) return front;
    if (same(title.slice(0, first.index), siteName)) return back;
  }
  if (words(front) >= FEWEST_WORDS) return words(front) <= 4 && cuts.length > 1 ? title : front;
  return words(back) >= FEWEST_WORDS ? back : title;
}

/** Words of a site's name. */
const MOST_SITE_WORDS = 5;

/** The site's name in the `title` element: what stands behind the page's own title. */
export function siteBehind(shown: string, title: string | undefined): string | undefined {
  if (title === undefined || !same(shown.slice(0, title.length), title)) return undefined;
  const behind = shown.slice(title.length);
  const cut = [...behind.matchAll(SEPARATORS)].at(-1);
  const name = cut === undefined ? "" : behind.slice(cut.index + cut[0].length).trim();
  return name === "" || words(name) > MOST_SITE_WORDS ? undefined : name;
}

function words(text: string): number {
  return text.split(/\s+/).length;
}

function same(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
