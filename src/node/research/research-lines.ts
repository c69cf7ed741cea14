import type { ResearchEvent, ResearchReport, ResearchSpent } from "../../research/index.ts";
import { countText } from "../terminal/count-text.ts";
import { printable, printableLine } from "../terminal/printable.ts";

const LONGEST_MESSAGE = 120;

/** Where a research is, in a line. */
export function eventLine({ stage, message, sources, spent }: ResearchEvent): string {
  const parts = [
    `${stage}: ${printableLine(message, LONGEST_MESSAGE)}`,
    countText(sources, "source"),
    spentText(spent),
  ];
  return parts.join(" · ");
}

/** What a research has used, in a few words. */
export function spentText({ pages, bytes, tokens, elapsedMs }: ResearchSpent): string {
  const parts = [countText(pages, "page"), `${(bytes / 1_048_576).toFixed(1)} MB`];
  if (tokens.calls > 0) {
    parts.push(`${(tokens.inputTokens + tokens.outputTokens).toLocaleString("en")} tokens`);
  }
  return [...parts, `${(elapsedMs / 1000).toFixed(0)} s`].join(" · ");
}

/** The report as a markdown file, with the data of a schema where one was given. */
export function reportText({ markdown, structured }: ResearchReport, hasSchema: boolean): string {
  const text = markdown.trimEnd();
  if (!hasSchema) return `${text}\n`;
  return `${text}\n\n## Data\n\n\`\`\`json\n${dataText(structured)}\`\`\`\n`;
}

/** The data of a schema as JSON. */
export function dataText({ data }: ResearchReport["structured"]): string {
  return `${printable(JSON.stringify(data, null, 2))}\n`;
}
