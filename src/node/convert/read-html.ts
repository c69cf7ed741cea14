import { htmlSource } from "../../html/index.ts";
import { decodePage } from "../input/decode-page.ts";
import type { PageInput } from "../input/page-input.ts";

/** How PDFs, pictures, archives and packed files begin, behind a byte order mark too (mimesniff, 6). */
const OTHER_FILES: readonly string[] = [
  "%PDF-",
  "\u0089PNG\r\n",
  "\u00ff\u00d8\u00ff",
  "GIF8",
  "PK\u0003\u0004",
  "\u001f\u008b",
];

/** A page as HTML. */
interface ReadHtml {
  readonly html: string;
  /** Whether it was to be XHTML, is not well-formed, and is read as HTML. */
  readonly malformed: boolean;
}

/**
 * Reads a page as HTML; XHTML, which a file's name or a declaration tells, in HTML's syntax.
 * @param file the file's name; undefined for stdin
 * @throws Error for a file of another kind, and for one that cannot be read
 */
export async function readHtml(input: PageInput, file: string | undefined): Promise<ReadHtml> {
  const bytes = await input.whole();
  const start = bytes.toString("latin1", 0, 16).replace(/^\u00ef\u00bb\u00bf/, "");
  if (OTHER_FILES.some((other) => start.startsWith(other))) {
    throw new Error(
      "this file is not HTML: it begins like a file of another kind; see dragline scrape",
    );
  }
  const text = await decodePage(bytes);
  const type = /\.xht(?:ml)?$/i.test(file ?? "") ? "application/xhtml+xml" : undefined;
  return htmlSource(text, type);
}
