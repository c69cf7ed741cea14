import { isIPv4, isIPv6 } from "node:net";

/** Characters of a text that has a format. */
const LONGEST = 2048;

const HOST =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})?$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;

/**
 * Formats of texts that are judged as they stand (JSON Schema 2020-12, validation, 7.3). A host has
 * a dot: a bare word of a page is none.
 */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  time: (text) => TIME.test(text),
  ipv4: isIPv4,
  ipv6: isIPv6,
  hostname: (text) => HOST.test(text),
  "idn-hostname": (text) => HOST.test(URL.parse(`http://${text}/`)?.hostname ?? ""),
  uuid: (text) => UUID.test(text),
  "json-pointer": (text) => POINTER.test(text),
  "relative-json-pointer": (text) =>
    /^(?:0|[1-9]\d*)#?(?=\/|$)/.test(text) && POINTER.test(text.replace(/^\d+#?/, "")),
};

/** Whether a text has a format; true for formats that are not judged. */
export function fitsFormat(text: string, format: string): boolean {
  const judge = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return judge === undefined || (text.length <= LONGEST && judge(text));
}
