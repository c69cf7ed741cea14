import { peer } from "./peer.ts";

/** Turns a whole page into markdown; `url` is the page's address. */
export type Converter = (html: string, url: string) => string;

/** What is needed of turndown. */
export interface Turndown {
  use(plugin: unknown): Turndown;
  remove(tags: readonly string[]): Turndown;
  turndown(html: string): string;
}

/** What is needed of a unified processor. */
interface Processor {
  use(plugin: unknown, options?: object): Processor;
  processSync(html: string): { toString(): string };
}

interface Mdream {
  readonly htmlToMarkdown: (html: string, options: object) => string;
}

interface Plugin {
  readonly default: unknown;
}

/**
 * Ours, and the converters that results are quoted against, made once per run. Each is set up for a
 * whole page and GFM as its own documentation does.
 */
export const converters = {
  // Loaded here, so that a peer's process holds nothing of ours.
  async dragline() {
    const { parse, wholePage } = await import("dragline/html");
    const { toMarkdown } = await import("dragline/markdown");
    // The peers write what pages hide too.
    return (html, url) => toMarkdown(wholePage(parse(html), { url, hidden: "keep" }));
  },
  async turndown() {
    const service = await createTurndown();
    return (html) => service.turndown(html);
  },
  "mdream-js": () => mdream("@mdream/js"),
  mdream: () => mdream("mdream"),
  async "node-html-markdown"() {
    const { NodeHtmlMarkdown } = await peer<{
      NodeHtmlMarkdown: new () => { translate(html: string): string };
    }>("node-html-markdown");
    const converter = new NodeHtmlMarkdown();
    return (html) => converter.translate(html);
  },
  async "rehype-remark"() {
    const { unified } = await peer<{ unified: () => Processor }>("unified");
    const names = ["rehype-parse", "rehype-remark", "remark-gfm", "remark-stringify"];
    const processor = unified();
    for (const name of names) processor.use((await peer<Plugin>(name)).default);
    return (html) => String(processor.processSync(html));
  },
} satisfies Readonly<Record<string, () => Promise<Converter>>>;

/** turndown with GFM, ATX headings and fences, and without the text of scripts and styles. */
export async function createTurndown(): Promise<Turndown> {
  const { default: Service } = await peer<{ default: new (options: object) => Turndown }>(
    "turndown",
  );
  const { gfm } = await peer<{ gfm: unknown }>("@joplin/turndown-plugin-gfm");
  return new Service({ headingStyle: "atx", codeBlockStyle: "fenced" })
    .use(gfm)
    .remove(["script", "style"]);
}

/**
 * The default preset: the minimal one drops navigation, forms and more. Without `origin`, which
 * resolves relative URLs against the root of the site: left relative they can still be followed.
 */
async function mdream(name: string): Promise<Converter> {
  const { htmlToMarkdown } = await peer<Mdream>(name);
  return (html) => htmlToMarkdown(html, {});
}
