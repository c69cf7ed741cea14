import type { Passage } from "../cut-passages.ts";
import type { KeptPage } from "../provider.ts";

/** A page as stores read it: null for what is not known. */
interface ReadPage {
  readonly url: string;
  readonly title: string;
  readonly language: string | null;
  readonly date: string | null;
  readonly lastUpdated: string | null;
  readonly passages: readonly Passage[];
}

/** The page without what is not known. */
export function keptPage({
  url,
  title,
  language,
  date,
  lastUpdated,
  passages,
}: ReadPage): KeptPage {
  return {
    url,
    title,
    ...(language !== null && { language }),
    ...(date !== null && { date }),
    ...(lastUpdated !== null && { lastUpdated }),
    passages: passages.map(({ heading, text }) => ({ heading, text })),
  };
}
