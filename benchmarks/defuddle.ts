import { peer } from "./peer.ts";

/** What is needed of defuddle's result. */
export interface Defuddled {
  /** The content as HTML. */
  readonly content: string;
  readonly contentMarkdown?: string;
  readonly title: string;
}

export type Defuddle = (html: string, url: string) => Promise<Defuddled>;

/** defuddle over linkedom, content as HTML and markdown, without requests of its own. */
export async function createDefuddle(): Promise<Defuddle> {
  const { Defuddle } = await peer<{
    Defuddle: (html: string, url: string, options: object) => Promise<Defuddled>;
  }>("defuddle/node");
  return (html, url) => Defuddle(html, url, { separateMarkdown: true, useAsync: false });
}
