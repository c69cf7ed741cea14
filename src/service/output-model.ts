import type { Json } from "../storage/index.ts";

/** A page as a model reads it. */
export interface ModelPage {
  readonly url: string;
  /** The main content as GitHub Flavored Markdown. */
  readonly markdown: string;
}

/** What writes the outputs of a scrape that take a language model. */
export interface OutputModel {
  /** A summary of the page. What it throws costs the summary, not the scrape. */
  summarize(page: ModelPage, call: { readonly signal: AbortSignal }): Promise<string>;
  /**
   * What the page says, as an object; of the schema's form when there is one. What it throws becomes
   * `generatedJson.error`, without the scrape failing.
   * @param schema a JSON Schema that compiles
   */
  extract(
    page: ModelPage & { readonly schema: Readonly<Record<string, Json>> | undefined },
    call: { readonly signal: AbortSignal },
  ): Promise<Readonly<Record<string, Json>>>;
}
