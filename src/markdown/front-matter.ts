import { extractMetadata, type Metadata, type View } from "../html/index.ts";

/** What front matter tells, in this order. */
const fields = [
  "title",
  "description",
  "author",
  "publishedTime",
  "modifiedTime",
  "language",
  "siteName",
  "canonicalUrl",
  "image",
] as const satisfies readonly (keyof Metadata)[];

/**
 * A page's metadata as a block of YAML with a blank line behind it: a line per field that the page
 * states. Empty when it states none.
 */
export function frontMatter(view: View): string {
  const { tree, baseUrl } = view;
  const metadata = extractMetadata(tree, baseUrl === undefined ? {} : { url: baseUrl });
  const lines = fields.flatMap((field) => {
    const value = metadata[field];
    // A string of JSON is one of YAML (1.2, chapter 1.3), whatever is in it.
    return value === undefined ? [] : [`${field}: ${JSON.stringify(value)}\n`];
  });
  return lines.length === 0 ? "" : `---\n${lines.join("")}---\n\n`;
}
