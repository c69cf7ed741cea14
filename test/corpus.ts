import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";

/** The folder of real pages: `DRAGLINE_CORPUS`, else `../shared/data` beside the checkout. */
export const corpus = resolve(
  process.env["DRAGLINE_CORPUS"] ?? join(import.meta.dirname, "../../shared/data"),
);

/** Empty when the corpus is here, else the reason to put into a skipped test's title. */
export const corpusMissing = existsSync(corpus)
  ? ""
  : ` (skipped: no corpus at DRAGLINE_CORPUS or ../shared/data)`;

/** A file of the corpus as text; `.gz` is unpacked. */
export function corpusText(path: string): string {
  return corpusBytes(path).toString("utf8");
}

/** A file of the corpus as bytes; `.gz` is unpacked. */
export function corpusBytes(path: string): Buffer {
  const bytes = readFileSync(join(corpus, path));
  return path.endsWith(".gz") ? gunzipSync(bytes) : bytes;
}

/** A JSON file of the corpus. */
export function corpusJson<T>(path: string): T {
  return JSON.parse(corpusText(path)) as T;
}
