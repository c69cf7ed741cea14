import type { Extraction, Extractor } from "../../extractor/index.ts";
import { isHtmlError } from "../../html/index.ts";
import type { ExtractRules } from "./extract-rules.ts";
import type { BroughtPage, FailedPage } from "./given-pages.ts";

/** What was found on a page. */
interface ReadPage extends BroughtPage {
  readonly extraction: Extraction;
}

/** What is told of a page: of a service's extraction too. */
export type ToldOutcome =
  | {
      readonly url: string;
      readonly extraction: Pick<Extraction, "data" | "missing"> &
        Partial<Pick<Extraction, "evidence" | "warnings" | "usage">>;
    }
  | FailedPage;

/** What became of a page. */
export type Outcome = ReadPage | FailedPage;

/**
 * Extracts the values of a page that could be brought.
 * @throws what `extract` throws at its schema; the signal's reason
 */
export async function extractPage(
  page: BroughtPage | FailedPage,
  { schema, recipe, extractor }: ExtractRules & { readonly extractor: Extractor },
  signal: AbortSignal,
): Promise<Outcome> {
  if ("error" in page) return page;
  try {
    return { ...page, extraction: await extractor.extract(page, schema, { recipe, signal }) };
  } catch (error) {
    if (isHtmlError(error, "INPUT_TOO_LARGE")) return { url: page.url, error: error.message };
    throw error;
  }
}
