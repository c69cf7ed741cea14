import {
  extractSummary,
  isAiError,
  summarize,
  type LanguageModel,
  type Summary,
  type TokenUsage,
} from "../ai/index.ts";
import { mainContent, parse } from "../html/index.ts";
import type { ScrapeSuccess } from "../scraper/index.ts";
import { paint, say, type Terminal } from "./terminal/terminal.ts";

/**
 * Summarizes a page that was scraped with its html: by the model, else, or where that fails, in
 * sentences of its own; says on stderr which.
 */
export async function summarizePage(
  { html = "", finalUrl: url, metadata: { title, language } }: ScrapeSuccess,
  model: LanguageModel | undefined,
  terminal: Terminal,
): Promise<Summary> {
  const page = { view: mainContent(parse(html), { url }), title, language };
  const { signal } = terminal;
  try {
    const summary = await summarize(model === undefined ? {} : { model }, page, { signal });
    return told(summary, model, terminal);
  } catch (error) {
    if (signal.aborted || !isAiError(error)) throw error;
    warn(terminal, `the model wrote no summary: ${error.message}`);
    return told(extractSummary(page), model, terminal);
  }
}

function told(summary: Summary, model: LanguageModel | undefined, terminal: Terminal): Summary {
  const byModel = summary.source === "model";
  const source = byModel ? sourceOf(summary.usage, model) : "summary: quotes sentences of the page";
  say(terminal, paint(terminal, "dim", source));
  if (summary.text === null) warn(terminal, "the page has no sentences");
  for (const { message } of summary.warnings ?? []) warn(terminal, message);
  if (summary.cutOff) warn(terminal, "the page is too long; only its first part was read");
  return summary;
}

function sourceOf(
  { inputTokens, outputTokens }: TokenUsage,
  model: LanguageModel | undefined,
): string {
  return `summary: written by ${model?.modelId}, ${inputTokens} tokens read, ${outputTokens} written`;
}

function warn(terminal: Terminal, text: string): void {
  say(terminal, `${paint(terminal, "yellow", "warning:")} ${text}`);
}
