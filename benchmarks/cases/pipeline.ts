import type { Tree, View } from "dragline/html";
import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import { createTurndown } from "../converters.ts";
import { createDefuddle } from "../defuddle.ts";
import { peer } from "../peer.ts";
import { throughput } from "../throughput.ts";

/**
 * The peers take a tenth of a second a page, so only every n-th unseen page is measured, the same
 * ones for both sides of a ratio.
 */
const EVERY = { whole: 2, main: 4 };
const url = "https://example.com/a/b";

/** Everything that is made of a page; peers give the same parts in their own shapes. */
interface Product {
  readonly html: string;
  readonly markdown: string;
  readonly links: readonly unknown[];
  readonly images: readonly unknown[];
  readonly metadata: unknown;
}

/** What is needed of cheerio's selections. */
interface Selection {
  remove(): void;
  map<T>(pick: (index: number, element: unknown) => T): { get(): T[] };
  text(): string;
  attr(name: string): string | undefined;
}

interface Cheerio {
  readonly load: (html: string) => Query;
}

interface Query {
  (selector: unknown): Selection;
  html(): string;
}

interface Linkedom {
  readonly parseHTML: (html: string) => { document: Queried };
}

interface Queried {
  querySelectorAll(selector: string): Iterable<Tag>;
}

interface Tag {
  readonly textContent: string;
  getAttribute(name: string): string | null;
}

/**
 * HTML to cleaned HTML, links, images, metadata and markdown: of the whole page against cheerio with
 * turndown, of the main content against defuddle over linkedom.
 */
const benchmark: BenchmarkCase = {
  unit: "MB/s",
  ratios: {
    "dragline/cheerio-turndown": ["dragline", "cheerio-turndown"],
    "dragline-main/defuddle": ["dragline-main", "defuddle"],
  },
  memoryRatios: {
    "memory dragline/cheerio-turndown": ["dragline", "cheerio-turndown"],
    "memory dragline-main/defuddle": ["dragline-main", "defuddle"],
  },
  variants: {
    async dragline(size) {
      const { wholePage } = await import("dragline/html");
      return measure(size, "whole", await producer((tree) => wholePage(tree, { url })));
    },
    async "cheerio-turndown"(size) {
      const turndown = await createTurndown();
      const { load } = await peer<Cheerio>("cheerio");
      return measure(size, "whole", (html) => {
        const page = readWithCheerio(load(html));
        return { ...page, markdown: turndown.turndown(page.html) };
      });
    },
    async "dragline-main"(size) {
      const { mainContent } = await import("dragline/html");
      return measure(size, "main", await producer((tree) => mainContent(tree, { url })));
    },
    async defuddle(size) {
      const defuddle = await createDefuddle();
      const { parseHTML } = await peer<Linkedom>("linkedom");
      return measure(size, "main", async (html) => {
        const { content, contentMarkdown = "", ...metadata } = await defuddle(html, url);
        const { document } = parseHTML(content);
        const links = [...document.querySelectorAll("a[href]")].map(linkOf);
        const images = [...document.querySelectorAll("img[src]")].map(imageOf);
        return { html: content, markdown: contentMarkdown, links, images, metadata };
      });
    },
  },
};

function measure(
  size: BenchmarkSize,
  part: keyof typeof EVERY,
  make: (html: string) => Product | Promise<Product>,
): Promise<number> {
  return throughput({
    size,
    every: EVERY[part],
    async convert(html) {
      const { markdown, html: cleaned, links, images } = await make(html);
      return markdown.length + cleaned.length + links.length + images.length;
    },
  });
}

/** Ours; loaded here, so that a peer's process holds nothing of it. */
async function producer(see: (tree: Tree) => View): Promise<(html: string) => Product> {
  const html = await import("dragline/html");
  const { toMarkdown } = await import("dragline/markdown");
  return (source) => {
    const tree = html.parse(source);
    const view = see(tree);
    return {
      html: html.toCleanHtml(view),
      markdown: toMarkdown(view),
      links: html.extractLinks(view),
      images: html.extractImages(view),
      metadata: html.extractMetadata(tree, { url }),
    };
  };
}

function readWithCheerio($: Query): Omit<Product, "markdown"> {
  const metadata = {
    title: $("title").text(),
    language: $("html").attr("lang"),
    canonical: $('link[rel="canonical"]').attr("href"),
    tags: $("meta")
      .map((_, meta) => {
        const name = $(meta).attr("name") ?? $(meta).attr("property");
        return [name, $(meta).attr("content")] as const;
      })
      .get(),
    jsonLd: $('script[type="application/ld+json"]')
      .map((_, script) => $(script).text())
      .get(),
  };
  $("script, style, noscript, template, svg").remove();
  const links = $("a[href]")
    .map((_, link) => ({
      href: URL.parse($(link).attr("href") ?? "", url)?.href,
      text: $(link).text(),
    }))
    .get();
  const images = $("img[src]")
    .map((_, image) => ({
      src: URL.parse($(image).attr("src") ?? "", url)?.href,
      alt: $(image).attr("alt"),
    }))
    .get();
  return { html: $.html(), links, images, metadata };
}

function linkOf(link: Tag): { href: string | null; text: string } {
  return { href: link.getAttribute("href"), text: link.textContent };
}

function imageOf(image: Tag): { src: string | null; alt: string | null } {
  return { src: image.getAttribute("src"), alt: image.getAttribute("alt") };
}

export default benchmark;
