import { mainContent, parse, toText, wholePage } from "dragline/html";
import { createDefuddle } from "./defuddle.ts";
import { peer } from "./peer.ts";

/** Gives the text of a page's main content; `url` is the page's address. */
export type Extractor = (html: string, url: string) => Promise<string>;

interface Linkedom {
  readonly parseHTML: (html: string) => { document: unknown };
}

interface Readability {
  parse(): { content: string } | null;
}

/**
 * Ours, and the extractors that results are quoted against. What a peer gives is HTML; its text is
 * read by our own `toText`, which is what it would be for ours.
 */
export const extractors = {
  dragline: () => Promise.resolve(async (html, url) => toText(mainContent(parse(html), { url }))),
  async readability() {
    const { Readability } = await peer<{ Readability: new (document: unknown) => Readability }>(
      "@mozilla/readability",
    );
    const { parseHTML } = await peer<Linkedom>("linkedom");
    return async (html) => {
      const article = new Readability(parseHTML(html).document).parse();
      return textOf(article?.content ?? "");
    };
  },
  async defuddle() {
    const defuddle = await createDefuddle();
    return async (html, url) => textOf((await defuddle(html, url)).content);
  },
} satisfies Readonly<Record<string, () => Promise<Extractor>>>;

function textOf(html: string): string {
  return toText(wholePage(parse(html)));
}
