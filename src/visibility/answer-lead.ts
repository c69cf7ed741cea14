import { splitSentences } from "../evidence/index.ts";

/** Characters of a summary: as many as an event shows. */
const LONGEST = 500;
/** Characters of an answer that a summary is made of. */
const READ = 8_000;

/** Marks of Markdown, and of citations, that plain text does without. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/```[^\n]*\n?/g, ""],
  [/!\[([^\]]*)\]\([^)]*\)/g, "$1"],
  [/\s?\(?\[\[?\d{1,3}\]?\]\([^)]*\)\)?/g, ""],
  [/\[([^\]]+)\]\([^)]*\)/g, "$1"],
  [/\s?(?:\[\d{1,3}\])+/g, ""],
  [/\s?【[^】]{0,40}】/g, ""],
  [/^\s{0,3}(?:#{1,6}|>|[-*+]|\d{1,3}[.)])\s+/gm, ""],
  [/^\s*[-*_=|:\s]{3,}$/gm, ""],
  [/(\*\*|__|\*|`)(?=\S)([^\n]*?\S)\1/g, "$2"],
];

/** A text in Markdown as plain lines, without marks of citations. */
export function plainLines(markdown: string): string {
  let text = markdown;
  for (const [mark, instead] of MARKS) text = text.replace(mark, instead);
  return text;
}

/** How an answer begins: whole sentences of at most 500 characters, or a first one that is cut. */
export function answerLead(content: string): string {
  const lines = plainLines(content.slice(0, READ)).split("\n");
  let lead = "";
  for (const sentence of lines.flatMap((line) => splitSentences(line.trim()))) {
    const next = lead === "" ? sentence : `${lead} ${sentence}`;
    if (next.length > LONGEST) break;
    lead = next;
  }
  if (lead !== "" || lines.every((line) => line.trim() === "")) return lead;
  const first = lines
    .join(" ")
    .trim()
    .slice(0, LONGEST - 1);
  const space = first.lastIndexOf(" ");
  return `${first.slice(0, space > LONGEST / 2 ? space : undefined).toWellFormed()}…`;
}
