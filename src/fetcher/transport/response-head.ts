/** The head of a response, in the form that a strict parser takes. */
interface ReadHead {
  /** Whole, one character a byte; the very text that was read where nothing was odd. */
  readonly text: string;
  readonly status: number;
  /** Whether the body comes in chunks, if there is one. */
  readonly chunked: boolean;
}

/** A field, with nothing around its value. */
type Field = readonly [name: string, value: string];

/** RFC 9112, 4: nothing to read differently. */
const ORDINARY_START = /^HTTP\/1\.[01] \d{3}(?: [^\r]*)?\r\n/;

/** RFC 9112, 4, as browsers read it: any case, any white space, any later HTTP/1, no reason. */
const START = /^HTTP\/1\.(\d+)[ \t]+(\d{3})(?:[ \t]+(.*))?$/i;

const STATUS = /^HTTP\/1\.\d+[ \t]+(\d{3})/i;

/** A control character; a line end of one character; a line that is neither a field nor empty. */
// oxlint-disable-next-line no-control-regex
const ODD = /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]|(?<!\r)\n|\r(?!\n)|\n(?![!#$%&'*+.^`|~\w-]+:|\r\n|$)/;

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\x01-\x08\x0a-\x1f\x7f]/g;

const FIELD = /^([!#$%&'*+.^`|~\w-]+):(.*)$/s;

const FRAMING = /\n(?:content-length|transfer-encoding):[^\r\n]*/gi;

const PLAIN_FRAMING = /:[ \t]*(?:\d+|(chunked))[ \t]*$/i;

/**
 * Reads a head, its empty line included, as browsers do: line ends of LF alone; folded lines made one
 * (RFC 9112, 5.2); fields without a name, or with white space before the colon, left out (5.1); a
 * control character made a space (2.2), but NUL; equal lengths made one and a length beside chunks
 * left out, with which the connection ends (6.3). What stays malformed is left to the parser.
 */
export function readHead(text: string): ReadHead {
  const status = Number(STATUS.exec(text)?.[1] ?? 0);
  const framing = text.match(FRAMING) ?? [];
  const plain = PLAIN_FRAMING.exec(framing[0] ?? ":0");
  const isPlain = plain !== null && framing.length < 2;
  // Chunks are no part of HTTP/1.0.
  const isFaulty = plain?.[1] !== undefined && text.startsWith("HTTP/1.0");
  if (isPlain && !isFaulty && ORDINARY_START.test(text) && !ODD.test(text)) {
    return { text, status, chunked: plain[1] !== undefined };
  }
  return mended(text, status);
}

function mended(text: string, status: number): ReadHead {
  const [first = "", ...lines] = text.replace(/^[\r\n]+/, "").split(/\r?\n/);
  const [, minor, code, reason = ""] = START.exec(first) ?? [];
  const start =
    minor === undefined ? first : `HTTP/1.${minor === "0" ? 0 : 1} ${code} ${shown(reason)}`;
  const { fields, chunked } = framed(fieldsOf(lines), minor === "0");
  const head = [start, ...fields.map(([name, value]) => `${name}: ${value}`), "", ""];
  return { text: head.join("\r\n"), status, chunked };
}

function fieldsOf(lines: readonly string[]): readonly Field[] {
  const fields: [string, string][] = [];
  /** The field that a folded line goes on with, unless it was left out. */
  let last: [string, string] | undefined;
  for (const line of lines) {
    if (/^[ \t]/.test(line)) {
      if (last !== undefined) last[1] = `${last[1]} ${shown(line)}`.trim();
      continue;
    }
    const [, name, value = ""] = FIELD.exec(line) ?? [];
    last = name === undefined ? undefined : [name, shown(value)];
    if (last !== undefined) fields.push(last);
  }
  return fields;
}

/** The fields with one meaning of where the body ends (RFC 9112, 6.1 and 6.3). */
function framed(
  fields: readonly Field[],
  isOld: boolean,
): { readonly fields: readonly Field[]; readonly chunked: boolean } {
  const named = "transfer-encoding";
  const codings = valuesOf(fields, named).filter((coding) => !/^(?:identity)?$/i.test(coding));
  const lengths = valuesOf(fields, "content-length");
  const rest = without(fields, named);
  if (codings.length > 0) {
    const own: Field[] = [["Transfer-Encoding", codings.join(", ")]];
    const isFaulty = isOld || lengths.length > 0;
    if (isFaulty) own.push(["Connection", "close"]);
    const kept = isFaulty ? without(without(rest, "content-length"), "connection") : rest;
    return { fields: [...kept, ...own], chunked: /^chunked$/i.test(codings.at(-1) ?? "") };
  }
  const [length = ""] = lengths;
  const isOne = /^\d+$/.test(length) && lengths.every((other) => sameLength(other, length));
  if (!isOne) return { fields: rest, chunked: false };
  return {
    fields: [...without(rest, "content-length"), ["Content-Length", length]],
    chunked: false,
  };
}

function valuesOf(fields: readonly Field[], name: string): string[] {
  return fields
    .filter(([other]) => other.toLowerCase() === name)
    .flatMap(([, value]) => value.split(","))
    .map((value) => value.trim());
}

function without(fields: readonly Field[], name: string): readonly Field[] {
  return fields.filter(([other]) => other.toLowerCase() !== name);
}

function sameLength(one: string, other: string): boolean {
  return one.replace(/^0+(?=\d)/, "") === other.replace(/^0+(?=\d)/, "");
}

function shown(value: string): string {
  return value.replace(CONTROLS, " ").trim();
}
