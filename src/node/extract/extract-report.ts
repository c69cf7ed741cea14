import { readSchema, type Extraction } from "../../extractor/index.ts";
import { printable, printableLine } from "../terminal/printable.ts";
import { paint, say, type Terminal } from "../terminal/terminal.ts";
import type { ToldOutcome } from "./extract-page.ts";
import type { ExtractRules } from "./extract-rules.ts";
import { lackingPaths } from "./required-paths.ts";

/** How outcomes are reported. */
interface ReportStyle {
  readonly schema: ExtractRules["schema"];
  /** Whether there are other pages: each is a line then, and named. */
  readonly isOneOfMany: boolean;
  /** Whether all is printed, and not the values alone. */
  readonly evidence: boolean;
}

/** Characters of a line on stderr. */
const LONGEST_LINE = 2000;

/** The JSON of an outcome, which may be shown on a terminal; empty where there is none. */
export function outcomeText(
  outcome: ToldOutcome,
  { isOneOfMany, evidence: isWhole }: ReportStyle,
): string {
  if ("error" in outcome) return isOneOfMany ? line(outcome) : "";
  const { url, extraction } = outcome;
  const { data, missing } = extraction;
  if (isOneOfMany) return line(isWhole ? { url, ...extraction } : { url, data, missing });
  return `${printable(JSON.stringify(isWhole ? extraction : data, null, 2))}\n`;
}

function line(value: object): string {
  // What is written out means the same in JSON.
  return `${printable(JSON.stringify(value))}\n`;
}

/**
 * Says on stderr what is missing and what is worth knowing.
 * @returns whether something was found, and all that is required
 */
export function sayOutcome(outcome: ToldOutcome, style: ReportStyle, terminal: Terminal): boolean {
  const prefix = style.isOneOfMany ? `${outcome.url}: ` : "";
  const tell = (mark: string, text: string): void =>
    say(terminal, `${mark} ${printableLine(`${prefix}${text}`, LONGEST_LINE)}`);
  const fail = (text: string): void => tell(paint(terminal, "red", "dragline:"), text);
  if ("error" in outcome) {
    fail(outcome.error);
    return false;
  }
  const { data, missing, warnings = [], usage } = outcome.extraction;
  const warning = paint(terminal, "yellow", "warning:");
  for (const { message } of warnings) tell(warning, message);
  if (usage !== undefined && usage.calls > 0) tell("model:", usageText(usage));
  if (Object.keys(data).length === 0) {
    fail("no value of the schema was found");
    return false;
  }
  const lacking = lackingPaths(readSchema(style.schema), data);
  const rest = missing.filter((path) => !lacking.includes(path));
  if (rest.length > 0) tell(warning, `not found: ${rest.join(", ")}`);
  if (lacking.length > 0) fail(`required but not found: ${lacking.join(", ")}`);
  return lacking.length === 0;
}

function usageText({ calls, inputTokens, outputTokens }: Extraction["usage"]): string {
  const times = calls === 1 ? "1 call" : `${calls} calls`;
  return `${times}, ${inputTokens} tokens read, ${outputTokens} written`;
}
