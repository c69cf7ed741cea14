import { convert } from "./convert.ts";
import type { MadeLine, GivenLine } from "./conversion-job.ts";
import type { ConvertOptions } from "./convert-options.ts";
import { readHtml } from "./read-html.ts";

const utf8 = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Converts the page of a line `{"id", "html", "url"?}`, or a page, and gives the line
 * `{"id", "<format>": …}`, or `{"id", "error"}` when there is no such page; never throws.
 * @param announce is told the id, as JSON, before the work begins
 */
export async function convertLine(
  { line, number }: GivenLine,
  options: ConvertOptions,
  announce: (id: string) => void,
): Promise<MadeLine> {
  let id: string | undefined;
  try {
    const { html, url, said } = await readLine(line, (known) => announce((id = known)));
    const conversion = convert(html, url ? { ...options, url } : options);
    const { formats = ["markdown"] } = options;
    const made = Object.fromEntries(formats.map((name) => [name, conversion[name]]));
    return answeredLine(id, { ...said, ...made });
  } catch (error) {
    return failedLine({ id, number }, reasonOf(error));
  }
}

/** The page of a line. */
interface LinePage {
  readonly html: string;
  readonly url: string | undefined;
  /** What of it is written into its line. */
  readonly said?: object;
}

/**
 * Reads a line `{"id", "html", "url"?}`, or a page. Invalid UTF-8 becomes U+FFFD.
 * @param announce is told the id, as JSON, as soon as it is known
 * @throws Error that says why there is no page
 */
export async function readLine(
  line: GivenLine["line"],
  announce: (id: string) => void,
): Promise<LinePage> {
  if (!(line instanceof Uint8Array)) {
    announce(JSON.stringify(line.id));
    const { url, truncated } = line;
    const { html } = await readHtml(line.html, line.contentType);
    return { html, url, said: { ...(url && { url }), ...(truncated && { truncated }) } };
  }
  const text = decoder.decode(line);
  const request = parseLine(text);
  announce(idOf(text, request["id"]));
  const { html, url } = request;
  if (typeof html !== "string") throw new Error(`no html: expected a string; got ${typeOf(html)}`);
  if (url !== undefined && url !== null && typeof url !== "string") {
    throw new Error(`no url: expected a string; got ${typeOf(url)}`);
  }
  return { html, url: url ?? undefined };
}

/** The line of a page that has an answer. @param id as JSON */
export function answeredLine(id = "null", members: object): MadeLine {
  const written = Object.entries(members).map(
    ([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  return { line: utf8.encode(`{"id":${id}${written.join("")}}\n`), failed: false };
}

/** What an error says. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Which line it was: its id as JSON (undefined before it is read) and its number. */
interface LinePlace {
  readonly id: string | undefined;
  readonly number: number;
}

/** The line of a page that failed; without an id the reason begins with the line's number. */
export function failedLine({ id = "null", number }: LinePlace, reason: string): MadeLine {
  const error = JSON.stringify(id === "null" ? `line ${number}: ${reason}` : reason);
  return { line: utf8.encode(`{"id":${id},"error":${error}}\n`), failed: true };
}

type Request = Readonly<Record<string, unknown>>;

function parseLine(text: string): Request {
  const value = parseJson(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Request;
  throw new Error('no page: expected an object {"id", "html"}');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`malformed JSON: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

function typeOf(value: unknown): string {
  if (value === undefined) return "nothing";
  return value === null ? "null" : typeof value;
}

interface ExactJson {
  rawJSON(text: string): unknown;
  parse(
    text: string,
    revive: (key: string, value: unknown, at: { source?: string }) => unknown,
  ): Request;
}

/** The id as JSON. Numbers that JavaScript would round (ids of 64 bits) stay as they are written. */
function idOf(text: string, id: unknown): string {
  const rounded = typeof id === "number" && !Number.isSafeInteger(id);
  if (!rounded && Object(id) !== id) return JSON.stringify(id ?? null);
  const exact = JSON as unknown as ExactJson;
  const keep = (_: string, value: unknown, { source }: { source?: string }): unknown =>
    typeof value === "number" && source !== undefined ? exact.rawJSON(source) : value;
  return JSON.stringify(exact.parse(text, keep)["id"]);
}
