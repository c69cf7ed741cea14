import { createHash } from "node:crypto";

/** Bytes; longer names are cut, since file systems take 255. */
const LONGEST_NAME = 200;
const LONGEST_PATH = 800;

/**
 * The path of a page's file below the folder of a crawl, without ending: `host/path`, `index` for
 * a URL that ends with a slash. What a file system cannot hold, a query for example, becomes `_`,
 * and then part of the URL's SHA-256 tells such pages apart. Two URLs never have one path, nor on
 * file systems that do not distinguish case.
 * @param protocol the usual one, `https:` or `http:`; pages of the other are told apart
 */
export function pagePath(url: string, protocol: string): string {
  const { host, pathname, search } = new URL(url);
  const segments = decoded(pathname).split("/").slice(1);
  const last = segments.pop() ?? "";
  const names = [...segments, last === "" ? "index" : `${last}${search}`].map(safeName);
  const folder = safeName(host);
  const path = [folder, ...names].join("/");
  const said = `${protocol}//${host}/${[...names.slice(0, -1), last === "" ? "" : names.at(-1)].join("/")}`;
  if (path.length <= LONGEST_PATH && url === said && isPlain(path, last, host)) return path;
  const shown = path.length <= LONGEST_PATH ? path : `${folder}/long`;
  return `${shown}-${createHash("sha256").update(url).digest("hex").slice(0, 12)}`;
}

/** Whether no other URL has the path. */
function isPlain(path: string, last: string, host: string): boolean {
  // The port's colon became a line, too.
  if (last === "index" || host.includes("_") || /[A-Z]/.test(path)) return false;
  // A folder that looks like another page's file would stand in its way.
  return !/\.(?:md|html|txt|json)\//.test(path);
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** A name that every file system takes. */
function safeName(name: string): string {
  const safe = name
    .normalize("NFC")
    // oxlint-disable-next-line no-control-regex -- file systems refuse them
    .replace(/[\u0000-\u001f\u007f-\u009f<>:"/\\|?*]/g, "_")
    .replace(/^\.+/, "_")
    .replace(/^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, "_$&");
  const short = Buffer.byteLength(safe) <= LONGEST_NAME ? safe : shortened(safe);
  return short === "" ? "_" : short.replace(/[. ]+$/, "_");
}

/** Cuts between characters. */
function shortened(name: string): string {
  const bytes = new Uint8Array(LONGEST_NAME);
  const { read } = new TextEncoder().encodeInto(name, bytes);
  return name.slice(0, read);
}
