import { fieldsOf, listOf, textOf, type Fields } from "./fields.ts";

/** What a page came to: one text, and its values where they were asked for. */
interface PageContent {
  readonly text: string;
  readonly data?: unknown;
  /** Why values that were asked for are not there. */
  readonly failure?: string;
}

/** Said of reasons that a page may have had a word in: they are marked as data, as its text is. */
export const BELOW = "the reason stands below";

/** Formats that are texts, with the heads that they have where there are several. */
const texts = ["markdown", "summary", "cleanedHtml", "html"] as const;

/**
 * The content of a scraped page, of a page of a crawl or a batch: each format in its own part; as it is
 * where there is but one.
 */
export function pageContent(page: Fields): PageContent {
  const parts: Part[] = texts.flatMap((name) => {
    const text = textOf(page[name]);
    return text === "" ? [] : [[name, text] as const];
  });
  for (const [name, address, label] of lists) {
    const rows = listOf(page[name]);
    if (rows.length === 0) continue;
    parts.push([
      name,
      rows.map((row) => `- ${textOf(row[address])} ${textOf(row[label])}`.trimEnd()).join("\n"),
    ]);
  }
  const { status, error } = fieldsOf(page["generatedJson"]);
  if (status === "failed") {
    const why = textOf(error) || "no values";
    return { text: joined([["why there are no values", why], ...parts]), failure: BELOW };
  }
  const json = valuesOf(page);
  if (json !== undefined) parts.push(["json", JSON.stringify(json)]);
  const text = joined(parts);
  return parts.length === 1 && json !== undefined ? { text, data: json } : { text };
}

type Part = readonly [head: string, text: string];

function joined(parts: readonly Part[]): string {
  if (parts.length === 1) return parts[0]?.[1] ?? "";
  return parts.map(([head, part]) => `## ${head}\n\n${part}`).join("\n\n");
}

const lists = [
  ["links", "href", "text"],
  ["images", "src", "alt"],
] as const;

/** What was extracted, with the paths that have no value; undefined where nothing was asked for. */
function valuesOf(page: Fields): unknown {
  const { status, data, missing } = fieldsOf(page["generatedJson"]);
  if (status !== "success") return undefined;
  return Array.isArray(missing) ? { values: data, missing } : { values: data };
}
