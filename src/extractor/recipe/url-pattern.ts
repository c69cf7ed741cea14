import { ExtractorError } from "../extractor-error.ts";

/**
 * A pattern of addresses of one kind: what they have in common, and `*` for the last part of the
 * path, for parts that differ and for parts with digits. Queries do not count.
 * @throws ExtractorError `INVALID_PAGES` when they have not one origin
 */
export function urlPatternOf(urls: readonly string[]): string {
  const parsed = urls.map((url) => URL.parse(url));
  const [first] = parsed;
  if (first === undefined || first === null || parsed.some((url) => url?.origin !== first.origin)) {
    throw new ExtractorError("INVALID_PAGES", {
      message: "Expected pages of one site, each with its URL.",
    });
  }
  const paths = parsed.map((url) => (url?.pathname ?? "/").split("/").slice(1));
  const [path = []] = paths;
  const isLong = paths.every((each) => each.length === path.length);
  if (!isLong) return `${first.origin}/*`;
  const parts = path.map((part, at) => {
    const isLast = at === path.length - 1;
    const differs = paths.some((each) => each[at] !== part);
    return part !== "" && (isLast || differs || /\d/.test(part)) ? "*" : part;
  });
  return `${first.origin}/${parts.join("/")}`;
}

/** Whether an address is of a pattern. */
export function matchesPattern(url: string, pattern: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null) return false;
  const own = `${parsed.origin}${parsed.pathname}`.split("/");
  const parts = pattern.split("/");
  if (pattern.endsWith("/*") && parts.length === 4)
    return own.slice(0, 3).join("/") === parts.slice(0, 3).join("/");
  return (
    own.length === parts.length &&
    parts.every((part, at) => part === own[at] || (part === "*" && own[at] !== ""))
  );
}
