/** Text as a code span: a fence longer than any run inside, padded where a backtick touches it. */
export function codeSpan(text: string, inCell: boolean): string {
  const fence = "`".repeat(longestRun(text, /`+/g) + 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  // GFM reads `\|` in a cell before it reads code spans.
  const body = inCell ? text.replaceAll("|", "\\|") : text;
  return fence + pad + body + pad + fence;
}

/** A fence for a code block: at least three characters, more than any run in the text. */
export function codeFence(text: string, character: "`" | "~"): string {
  const runs = character === "`" ? /`{3,}/g : /~{3,}/g;
  const longest = longestRun(text, runs);
  return character.repeat(Math.max(3, longest + 1));
}

function longestRun(text: string, runs: RegExp): number {
  let longest = 0;
  // With shortest-fence rules the exact set of runs would matter; the longest plus one always fits.
  for (const [run] of text.matchAll(runs)) longest = Math.max(longest, run.length);
  return longest;
}
