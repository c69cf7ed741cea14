import { isPlainObject, parsePath, readPath } from "../run/json-path.ts";

/** Where services write what is wrong. */
const PLACES = [
  "error.message",
  "error.info",
  "error_description",
  "error",
  "message",
  "error_message",
  "errMsg",
  "errors[0].message",
  "errors[0]",
  "detail",
  "title",
  "reason",
].map((path) => parsePath(path) ?? []);

/** What a service says of its own failure, in its words; undefined when it says nothing. */
export function upstreamText(body: unknown): string | undefined {
  if (!isPlainObject(body)) return undefined;
  for (const path of PLACES) {
    const { value } = readPath(body, path);
    const text = typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "";
    if (text !== "") return `it says "${text.slice(0, 200)}".`;
  }
  return undefined;
}
