import { isUtf8 } from "node:buffer";

/** The text of a header, whose bytes arrive as Latin-1: UTF-8 where it is not ASCII and can be that. */
export function headerText(value: string): string {
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  if (/^[\x00-\x7f]*$/.test(value)) return value;
  const bytes = Buffer.from(value, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : value;
}
