import type { ResearchEvent, ResearchSpent } from "../../research/index.ts";
import { countText } from "../terminal/count-text.ts";
import type { Values } from "../help/flag.ts";
import type { researchHelp } from "../help/tables/research.ts";
import { hideKey } from "../terminal/hide-key.ts";
import { printable, printableLine } from "../terminal/printable.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { writeWhole } from "../terminal/write-whole.ts";

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

/** A report, as far as it is read here. */
interface WrittenReport {
  readonly markdown: string;
  readonly structured: { readonly data: unknown };
}

/** The report as a markdown file, with the data of a schema where one was given. */
function reportText({ markdown, structured }: WrittenReport, hasSchema: boolean): string {
  const text = markdown.trimEnd();
  if (!hasSchema) return `${text}\n`;
  return `${text}\n\n## Data\n\n\`\`\`json\n${dataText(structured)}\`\`\`\n`;
}

/** The data of a schema as JSON. */
function dataText({ data }: WrittenReport["structured"]): string {
  return `${printable(JSON.stringify(data, null, 2))}\n`;
}

/** Writes a report to where the flags say: its text or its JSON, and its data. */
export async function writeReport(
  report: WrittenReport,
  { json = false, output, data, schema }: Values<typeof researchHelp.flags>,
  terminal: Terminal,
): Promise<void> {
  if (data !== undefined) await writeWhole(data, dataText(report.structured));
  const hasData = schema !== undefined && data === undefined;
  const text = json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report, hasData);
  const shown = hideKey(text, terminal.env);
  if (output === undefined) await print(terminal, shown);
  else await writeWhole(output, shown);
}
