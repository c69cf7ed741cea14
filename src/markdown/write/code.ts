import { codeAt } from "./character.ts";

/** Text as a code span: a fence longer than any run inside, padded where a backtick touches it. */
export function codeSpan(text: string, inCell: boolean): string {
  const fence = "`".repeat(longestRun(text, "`") + 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  // GFM reads `\|` in a cell before it reads code spans.
  const body = inCell ? text.replaceAll("|", "\\|") : text;
  return fence + pad + body + pad + fence;
}

/**
 * Code for a place that holds no block. In the cell of a table each line is a span, so that its
 * lines can still be told apart, with `between` between them; elsewhere all of it is one.
 */
export function flatCode(code: string, inCell: boolean, between: string): string {
  if (!inCell) return codeSpan(code.replace(/\s+/g, " ").trim(), inCell);
  const lines = code.split("\n").filter((line) => line.trim() !== "");
  const alone = lines.length === 1;
  return lines
    .map((line) => codeSpan(alone ? folded(line.trim()) : folded(line), inCell))
    .join(between);
}

/** A line without white space at its end, and with single spaces behind its indentation. */
function folded(line: string): string {
  const text = line.trimStart();
  const indentation = line.slice(0, line.length - text.length).replaceAll("\t", "  ");
  return indentation + text.trimEnd().replace(/\s+/g, " ");
}

/** A fence for a code block: at least three characters, more than any run in the text. */
export function codeFence(text: string, character: "`" | "~"): string {
  return character.repeat(Math.max(3, longestRun(text, character) + 1));
}

function longestRun(text: string, character: string): number {
  const code = character.charCodeAt(0);
  let longest = 0;
  // With shortest-fence rules the exact set of runs would matter; the longest plus one always fits.
  for (let at = text.indexOf(character); at !== -1;) {
    let end = at + 1;
    while (end < text.length && codeAt(text, end) === code) end += 1;
    longest = Math.max(longest, end - at);
    at = text.indexOf(character, end);
  }
  return longest;
}
