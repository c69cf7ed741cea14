import { createHash } from "node:crypto";

/** S3's limit, and the limit of a name's part on stores that keep objects as files. */
const LONGEST_NAME = 1024;
const LONGEST_PART = 255;

/**
 * The name of the object that holds a key's blob: the key itself where it can be. What URLs, proxies
 * and stores on disks make something else of is written as `=` and the hexadecimal byte: control
 * characters, `\`, `=`, parts that are `.` or `..`, slashes without a name between them. A name that
 * would be too long is `==` and the key's SHA-256. No two keys have the same name.
 */
export function objectName(prefix: string, key: string): string {
  const name = prefix + key.replaceAll(SPECIAL, escapeBytes);
  const parts = name.split("/");
  if (Buffer.byteLength(name) <= LONGEST_NAME && parts.every(fitsPart)) return name;
  return `${prefix}==${createHash("sha256").update(key).digest("hex")}`;
}

/** A part's dots, or a slash at the start, at the end or after another one, or a single character. */
// oxlint-disable-next-line no-control-regex
const SPECIAL = /(?<=^|\/)\.{1,2}(?=\/|$)|(?<=^|\/)\/|\/$|[\u0000-\u001F\u007F\\=]/g;

function escapeBytes(text: string): string {
  return Buffer.from(text)
    .toString("hex")
    .replaceAll(/../g, (byte) => `=${byte.toUpperCase()}`);
}

function fitsPart(part: string): boolean {
  return Buffer.byteLength(part) <= LONGEST_PART;
}

/** A name as the path of a URL (RFC 3986): everything but unreserved characters and slashes. */
export function encodedPath(name: string): string {
  return encodeURIComponent(name)
    .replaceAll("%2F", "/")
    .replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}
