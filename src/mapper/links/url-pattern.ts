import { MapError } from "../map-error.ts";

/** Globs, and characters of one, beyond which they are refused. */
const MOST_PATTERNS = 100;
const MOST_CHARACTERS = 500;

/** Whether a URL matches one of some globs. */
export type UrlMatcher = (url: string) => boolean;

/**
 * Compiles globs for URLs: `*` and `**` stand for any run of characters, `?` for one, everything
 * else for itself, in the case it has, from the first character to the last. A glob with `://` is
 * matched against the whole URL, any other against path and query. Where the URL has escapes, a
 * glob may have the characters instead (`/straße/*`). A match takes time in proportion to the
 * lengths of glob and URL multiplied, whatever the glob; no regular expression is made of it.
 * @throws MapError `INVALID_PATTERN` for what is no string, is empty or longer than 500 characters,
 *   and for more than 100
 * @see {@link createScope} for an example
 */
export function compilePatterns(globs: readonly string[]): UrlMatcher {
  checkPatterns(globs);
  if (globs.length === 0) return () => false;
  const patterns = globs.map((glob) => ({
    whole: glob.includes("://"),
    glob: glob.replace(/\*+/g, "*"),
  }));
  return (url) => {
    const spellings = spellingsOf(url);
    return patterns.some(({ whole, glob }) =>
      spellings.some((spelling) => matches(glob, whole ? spelling.url : spelling.path)),
    );
  };
}

function checkPatterns(globs: readonly string[]): void {
  if (!Array.isArray(globs)) throw invalid("Expected a list of globs.", {});
  if (globs.length > MOST_PATTERNS) {
    throw invalid(`Expected at most ${MOST_PATTERNS} globs; got ${globs.length}.`, {});
  }
  for (const [index, glob] of globs.entries()) {
    const fits = typeof glob === "string" && glob !== "" && glob.length <= MOST_CHARACTERS;
    if (fits) continue;
    throw invalid(
      `Expected globs of 1 to ${MOST_CHARACTERS} characters; the one at index ${index} is ${describe(glob)}.`,
      { index },
    );
  }
}

function invalid(message: string, details: object): MapError {
  return new MapError("INVALID_PATTERN", { message, details });
}

function describe(glob: unknown): string {
  if (typeof glob !== "string") return glob === null ? "null" : typeof glob;
  return glob === "" ? "empty" : `${glob.length} characters long`;
}

interface Spelling {
  readonly url: string;
  /** Path and query. */
  readonly path: string;
}

/** The URL as it is, and with its escapes decoded when it has any. */
function spellingsOf(url: string): Spelling[] {
  const spellings = [{ url, path: pathOf(url) }];
  if (!url.includes("%")) return spellings;
  try {
    const decoded = decodeURI(url);
    spellings.push({ url: decoded, path: pathOf(decoded) });
  } catch {
    // Escapes that are no UTF-8 have no other spelling.
  }
  return spellings;
}

function pathOf(url: string): string {
  const from = url.indexOf("/", url.indexOf("://") + 3);
  if (from === -1) return "/";
  const fragment = url.indexOf("#", from);
  return fragment === -1 ? url.slice(from) : url.slice(from, fragment);
}

const STAR = 42;
const QUESTION = 63;

/** Matches from the left; where it fails, the last `*` takes one character more. */
function matches(glob: string, text: string): boolean {
  let at = 0;
  let place = 0;
  let behindStar = -1;
  let taken = 0;
  while (at < text.length) {
    // Behind the glob's end this is NaN, which nothing is.
    const wanted = glob.charCodeAt(place);
    if (wanted === STAR) {
      behindStar = ++place;
      taken = at;
    } else if (wanted === QUESTION || wanted === text.charCodeAt(at)) {
      at += wanted === QUESTION ? widthAt(text, at) : 1;
      place++;
    } else if (behindStar !== -1) {
      at = ++taken;
      place = behindStar;
    } else return false;
  }
  return place === glob.length || (place === glob.length - 1 && glob.charCodeAt(place) === STAR);
}

/** Code units of the character there. */
function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
