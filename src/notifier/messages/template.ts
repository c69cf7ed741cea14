import { nearestName } from "../../core/index.ts";
import type { KeptNotice } from "../notices/check-notice.ts";
import { NotifierError } from "../notifier-error.ts";

/** What a placeholder is filled in from. */
interface TemplateParts {
  readonly notice: KeptNotice;
  /** When it happened, in the target's time zone. */
  readonly time: string;
  /** What changed, a line each. */
  readonly changes: readonly string[];
}

/** The placeholders, beside `before.NAME` and `after.NAME`. */
const fields: Readonly<Record<string, (parts: TemplateParts) => string>> = {
  title: ({ notice }) => notice.title,
  url: ({ notice }) => notice.url ?? "",
  host: ({ notice }) => (notice.url === null ? "" : new URL(notice.url).host),
  summary: ({ notice }) => notice.summary ?? "",
  changes: ({ changes }) => changes.join("\n"),
  time: ({ time }) => time,
  type: ({ notice }) => notice.type,
  about: ({ notice }) => notice.about ?? "",
};

/** Characters of a template. */
const LONGEST = 8192;
/** A doubled brace, a placeholder, or a brace that is neither. */
const MARK = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g;

type Piece = string | ((parts: TemplateParts) => string);

/** A text with placeholders, read. */
export class Template {
  readonly pieces: readonly Piece[];
  readonly #names: ReadonlySet<string>;

  constructor(pieces: readonly Piece[], names: ReadonlySet<string>) {
    this.pieces = pieces;
    this.#names = names;
  }

  /** Whether it has a placeholder of this name. */
  names(name: string): boolean {
    return this.#names.has(name);
  }
}

/**
 * Reads a template: text with `{placeholders}`; `{{` and `}}` are braces. Nothing of it is code.
 * @param values names that `{before.NAME}` and `{after.NAME}` may have; any when undefined
 * @throws NotifierError `INVALID_TEMPLATE`, which says what stands there and what may
 */
export function readTemplate(text: unknown, values: readonly string[] | undefined): Template {
  if (typeof text !== "string" || text === "" || text.length > LONGEST) {
    throw invalid(`A template must be a text of 1 to ${LONGEST} characters.`);
  }
  const pieces: Piece[] = [];
  const names = new Set<string>();
  let at = 0;
  for (const { 0: mark, 1: name, index } of text.matchAll(MARK)) {
    pieces.push(text.slice(at, index));
    at = index + mark.length;
    if (mark === "{{" || mark === "}}") pieces.push(mark.slice(1));
    else if (name === undefined) throw loneBrace(mark);
    else {
      names.add(name);
      pieces.push(fieldOf(name, values));
    }
  }
  pieces.push(text.slice(at));
  return new Template(pieces, names);
}

/** The text of a template with its placeholders filled in. */
export function rendered({ pieces }: Template, parts: TemplateParts): string {
  return pieces.map((piece) => (typeof piece === "string" ? piece : piece(parts))).join("");
}

function fieldOf(name: string, values: readonly string[] | undefined): Piece {
  if (Object.hasOwn(fields, name)) return fields[name] ?? "";
  const [, side, value] = /^(before|after)\.(.+)$/s.exec(name) ?? [];
  if (side === undefined || value === undefined)
    throw unknown(name, [...Object.keys(fields), ...sided(values)]);
  if (values !== undefined && !values.includes(value)) throw unknown(name, sided(values));
  return ({ notice }) => {
    const found = notice.values.find((one) => one.name === value);
    return (side === "before" ? found?.before : found?.after) ?? "(none)";
  };
}

function sided(values: readonly string[] | undefined): string[] {
  const names = values ?? ["NAME"];
  return names.flatMap((name) => [`before.${name}`, `after.${name}`]);
}

function unknown(name: string, known: readonly string[]): NotifierError {
  const near = nearestName(name, known);
  const meant = near === undefined ? "." : `; did you mean {${near}}?`;
  const list = known.map((one) => `{${one}}`).join(", ");
  const shown = name.slice(0, 50).replaceAll(/\p{Cc}/gu, " ");
  return invalid(`There is no placeholder {${shown}}${meant} Known are ${list || "none"}.`);
}

function loneBrace(mark: string): NotifierError {
  return invalid(
    `A template has a single '${mark}'; a brace that is meant is written '${mark}${mark}'.`,
  );
}

function invalid(message: string): NotifierError {
  return new NotifierError("INVALID_TEMPLATE", { message });
}
