import { serialisePage } from "../../browser/internal.ts";
import { systemIds } from "../../core/index.ts";
import { isExtractorError, type Extraction } from "../../extractor/index.ts";
import { parse, select, toHtml } from "../../html/index.ts";
import type { Json } from "../../storage/index.ts";
import type { ToolOutcome } from "./agent-tool.ts";
import { refused, type ToolInput, type ToolParts } from "./tool-parts.ts";

/** Characters of a schema, and bytes of a page and of what is told of its values. */
const LONGEST_SCHEMA = 16_384;
const PAGE_BYTES = 4_194_304;
const DATA_BYTES = 8192;
/** Paths of missing values that are told. */
const MISSING = 20;

/** Reads the page, or a part of it, by a schema. @throws as a tool does */
export async function readBySchema(
  parts: ToolParts,
  { schema, part }: Pick<ToolInput, "schema" | "part">,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { length } = JSON.stringify(schema);
  if (length > LONGEST_SCHEMA) {
    return refused(`The schema has ${length} characters; at most ${LONGEST_SCHEMA} are read by.`);
  }
  const page = await readPage(parts, part, signal);
  if (page === undefined) return refused(`${part} is not in what can be read of the page.`);
  const { html, url, isCut } = page;
  try {
    const given = schema as Readonly<Record<string, Json>>;
    const extraction = await parts.extractor.extract({ html, url }, given, { signal });
    return told(extraction, { mask: parts.secrets.mask, isCut });
  } catch (error) {
    signal.throwIfAborted();
    if (!isExtractorError(error)) throw error;
    return refused(`It cannot be read so: ${error.message}`);
  }
}

/** The page without values of secrets: a model may read it. */
async function readPage(
  { tabs, secrets, clock }: ToolParts,
  part: string | undefined,
  signal: AbortSignal,
): Promise<{ readonly html: string; readonly url: string; readonly isCut: boolean } | undefined> {
  const { page, view } = tabs.current;
  const name = part === undefined ? undefined : systemIds.token(12);
  if (part !== undefined && name !== undefined) await view.markPart(part, name, signal);
  const call = { signal, clock, maxBytes: PAGE_BYTES, part: name };
  const { html, url, truncated } = await serialisePage(page, call);
  const whole = { html: secrets.mask(html), url: secrets.mask(url), isCut: truncated };
  if (name === undefined) return whole;
  const tree = parse(whole.html);
  const [node] = select(tree, `[data-part="${name}"]`);
  return node === undefined ? undefined : { ...whole, html: toHtml(tree, [node]) };
}

function told(
  { data, missing, warnings }: Extraction,
  { mask, isCut }: { readonly mask: (text: string) => string; readonly isCut: boolean },
): ToolOutcome {
  const values = Object.keys(data).length;
  const text = mask(JSON.stringify(data)).toWellFormed();
  const shown = clip(text);
  const more = missing.length > MISSING ? ` and ${missing.length - MISSING} more` : "";
  const said = [
    values === 0 ? "The page says nothing of it." : "Read by the schema.",
    ...(missing.length === 0 ? [] : [`Missing: ${missing.slice(0, MISSING).join(", ")}${more}.`]),
    ...(shown === text ? [] : ["The values are cut: ask for fewer, or for a part."]),
    ...(isCut ? ["The page is longer than what was read."] : []),
    ...warnings.map(({ message }) => message),
  ].join(" ");
  return { said: mask(said), ...(values > 0 && { data: shown }), isFailure: values === 0 };
}

function clip(text: string): string {
  if (Buffer.byteLength(text) <= DATA_BYTES) return text;
  const bytes = Buffer.from(text).subarray(0, DATA_BYTES);
  return bytes.toString().replace(/\uFFFD+$/, "");
}
