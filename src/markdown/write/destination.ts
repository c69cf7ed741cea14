/** What can stand in a destination as it is, `&` where no `;` could end an entity. */
const plain = /^(?:[\w\-./?=%+#:@,;!$'*~]+|[\w\-./?=%+#:@,!$'*~&]+)$/;
const encoded: Readonly<Record<string, string>> = {
  "<": "%3C",
  ">": "%3E",
  "\\": "%5C",
  "|": "%7C",
};

/** A URL as the destination of a link or image (CommonMark 6.3). */
export function destination(url: string): string {
  if (plain.test(url)) return url;
  const safe = url
    .replace(/[\s<>\\|\p{Cc}]/gu, (character) => encoded[character] ?? encodeURI(character))
    .replace(/&(?=#?[a-z0-9]+;)/gi, "\\&");
  return isBalanced(safe) ? safe : safe.replace(/[()]/g, "\\$&");
}

/** CommonMark takes balanced parentheses, and readers at least three levels of them. */
function isBalanced(url: string): boolean {
  let depth = 0;
  for (const character of url) {
    if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    if (depth < 0 || depth > 3) return false;
  }
  return depth === 0;
}

/** A title that needs neither folding nor escaping; most are. */
const plainTitle = /^[\w,.:;!?'()/+%-]+(?: [\w,.:;!?'()/+%-]+)*$/;

/** A title behind a destination, with the space before it; empty for an empty one. */
export function linkTitle(title: string | undefined): string {
  if (title === undefined) return "";
  if (plainTitle.test(title)) return ` "${title}"`;
  const text = title.replace(/\s+/g, " ").trim();
  if (text === "") return "";
  const escaped = text.replace(/["\\|]/g, "\\$&").replace(/&(?=#?[a-z0-9]+;)/gi, "\\&");
  return ` "${escaped}"`;
}
