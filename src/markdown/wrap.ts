/** The quotes, items and indentation that a line is in. */
const containers = /^(?:> ?|[-+*] (?:\[[ x]\] )?|\d{1,9}[.)] | {2,})*/;
const fence = /^(`{3,}|~{3,})/;
/** What is not text: a heading, a row, a rule, a definition, a tag. */
const whole = /^(?:#{1,6}(?: |$)|\||[-=_*]+$|\[[^\]]*\]: |<[a-z/])/i;
/** Words that would begin a block at the start of a line. */
const beginning = /^(?:#{1,6}$|>|[-+*]$|[-=:_*]+$|\||\d{1,9}[.)]$|`{3}|~{3}|<)/;

/**
 * Breaks the lines of paragraphs and items at spaces so that they hold at most `columns`
 * characters; a longer word, or one that would begin a block, stays on its line. Code, headings,
 * tables and definitions are left as they are, and so is what a reader makes of it all.
 */
export function wrap(markdown: string, columns: number): string {
  const written: string[] = [];
  let open = "";
  for (const line of markdown.split("\n")) {
    const container = containers.exec(line)?.[0] ?? "";
    const text = line.slice(container.length);
    const isCode = open !== "";
    open = fenceAfter(open, text);
    if (isCode || open !== "" || line.length <= columns || whole.test(text)) written.push(line);
    else written.push(...wrapped(container, text, columns));
  }
  return written.join("\n");
}

/** The fence of the code that is open behind a line; empty outside of code. */
function fenceAfter(open: string, text: string): string {
  const mark = fence.exec(text)?.[1] ?? "";
  if (mark === "") return open;
  if (open !== "") return text === mark && mark.startsWith(open) ? "" : open;
  // With another backtick behind it, it is a code span.
  return text.includes("`", mark.length) ? "" : mark;
}

function wrapped(container: string, text: string, columns: number): string[] {
  const further = container.replace(/[^> ]/g, " ");
  const lines: string[] = [];
  let line = container;
  let isFresh = true;
  // Two spaces at the end are a line break; they stay with the last word.
  for (const word of text.split(/ (?! *$)/)) {
    // A backslash at the end of a line is a line break as well.
    const isOpen = isFresh || line.endsWith("\\");
    const fits = line.length + 1 + word.trimEnd().length <= columns;
    if (!isOpen && !fits && word !== "" && !beginning.test(word.trimEnd())) {
      lines.push(line);
      line = further + word;
    } else line += isFresh ? word : ` ${word}`;
    isFresh = false;
  }
  lines.push(line);
  return lines;
}
