import { parse, wholePage } from "../../html/index.ts";
import { PageText } from "./page-text.ts";

/** What shows that a text of structured data is markup. */
const MARKUP = /<\/?[a-z][^<>]*>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,30});/i;

/** The lines of a text that should be plain and may be markup, escaped once or twice. */
export function plainLines(written: string): string[] {
  const once = MARKUP.test(written) ? linesOf(written) : written.split(/\r?\n/);
  return once
    .flatMap((line) => (MARKUP.test(line) ? linesOf(line) : [line]))
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "");
}

/** A text that should be plain and may be markup, on one line. */
export function plainText(written: string): string {
  return MARKUP.test(written) ? plainLines(written).join(" ") : written;
}

function linesOf(markup: string): string[] {
  const text = new PageText(wholePage(parse(markup.replaceAll(/\r?\n/g, "<br>"))));
  return text.lines.map(({ from, to }) => text.slice(from, to));
}
