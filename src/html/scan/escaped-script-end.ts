/**
 * The offset of the end tag of a script that has a comment in it, in which a start tag of a script
 * hides the next end tag (WHATWG HTML 13.2.5.20 to 13.2.5.31); the length without one.
 */
export function escapedScriptEnd(source: string, from: number): number {
  const pattern = /<!--|-->|<\/?script[\s/>]/gi;
  pattern.lastIndex = from;
  let escaped = 0;
  for (let match = pattern.exec(source); match !== null; match = pattern.exec(source)) {
    const [found] = match;
    if (found === "-->") escaped = 0;
    else if (found === "<!--") {
      escaped = Math.max(escaped, 1);
      // The dashes of "<!-->" close it again.
      pattern.lastIndex -= 2;
    } else if (!found.startsWith("</")) escaped = escaped === 1 ? 2 : escaped;
    else if (escaped === 2) escaped = 1;
    else return match.index;
  }
  return source.length;
}
